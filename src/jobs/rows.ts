import { randomUUID } from 'node:crypto';
import { sql, type Transaction, type UpdateObject } from 'kysely';
import type { Logger } from 'pino';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import type { JobRow, Store, StoreSchema } from '#src/store/schema.ts';
import { type StoreTime, storeTime } from '#src/store/store-time.ts';
import type { NewJob } from './types.ts';

export interface JobRowsOptions {
  readonly store: Store;
  readonly kind: 'sqlite' | 'postgres';
  readonly clock: Clock;
  /** For leases and due times; the clock of the store where absent. */
  readonly time?: StoreTime;
  readonly log: Logger;
  /** Milliseconds that a job is held without a sign of life. */
  readonly leaseMs: number;
}

const DEFAULT_ATTEMPTS = 5;

/** The statements of one holder of jobs. */
export class JobRows {
  /** For leases and due times. */
  readonly time: StoreTime;
  readonly #options: JobRowsOptions;
  readonly #owner: string;

  constructor(options: JobRowsOptions) {
    this.#options = options;
    const { id, isShared } = gatewayOf(options.store);
    this.#owner = isShared ? id : randomUUID();
    this.time = options.time ?? storeTime(options.kind, options.clock);
  }

  /** Adds a job in the caller's transaction; gives its id. */
  async insert(trx: Transaction<StoreSchema>, job: NewJob): Promise<string> {
    const id = newId('job');
    const now = this.#now();
    await trx
      .insertInto('jobs')
      .values({
        id,
        kind: job.kind,
        workspace_id: job.workspaceId,
        payload: JSON.stringify(job.payload),
        status: 'queued',
        attempts: 0,
        max_attempts: job.maxAttempts ?? DEFAULT_ATTEMPTS,
        run_at: this.time.at(job.delayMs ?? 0),
        lease_owner: null,
        lease_until: null,
        fencing_token: 0,
        progress: '{}',
        result: null,
        error: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return id;
  }

  /**
   * Takes the job of these kinds that has been due longest; null where none is. Not one that runs here (`here`: ids),
   * however late; one that is held here and does not run was claimed by a statement whose answer was lost.
   */
  async claim(kinds: readonly string[], here: ReadonlySet<string>): Promise<JobRow | null> {
    if (kinds.length === 0) return null;
    const { store, kind, leaseMs } = this.#options;
    const { time } = this;
    const skipLocked = kind === 'postgres' ? sql`for update skip locked` : sql``;
    const isElsewhere =
      here.size === 0
        ? sql`true`
        : sql`(lease_owner <> ${this.#owner} or id not in (${sql.join([...here])}))`;
    const due = sql<string>`(select id from jobs where kind in (${sql.join(kinds)})
      and ((status = 'queued' and run_at <= ${time.at(0)}) or (status = 'running' and lease_until < ${time.at(0)} and ${isElsewhere}))
      order by run_at, id limit 1 ${skipLocked})`;
    const row = await store
      .updateTable('jobs')
      .set({
        status: 'running',
        lease_owner: this.#owner,
        lease_until: time.at(leaseMs),
        fencing_token: sql`fencing_token + 1`,
        attempts: sql`attempts + 1`,
        updated_at: this.#now(),
      })
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  }

  /** Changes a job only while its lease is still the caller's; gives whether it is. */
  async change(
    job: JobRow,
    change: UpdateObject<StoreSchema, 'jobs'>,
    db: Store | Transaction<StoreSchema> = this.#options.store,
  ): Promise<boolean> {
    const changed = await db
      .updateTable('jobs')
      .set({ ...change, updated_at: this.#now() })
      .where('id', '=', job.id)
      .where('fencing_token', '=', job.fencing_token)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  }

  /** Holds a job for another lease; gives whether it was still held. */
  renew(job: JobRow): Promise<boolean> {
    return this.change(job, { lease_until: this.time.at(this.#options.leaseMs) });
  }

  /** Lets go of what another holder runs, or all others: they are gone. */
  async adopt(holder?: string): Promise<void> {
    const { store, log } = this.#options;
    await store
      .updateTable('jobs')
      .set({ lease_until: this.time.at(-1) })
      .where('status', '=', 'running')
      .where('lease_owner', holder === undefined ? '<>' : '=', holder ?? this.#owner)
      .execute()
      .catch((error: unknown) =>
        log.warn({ err: error }, "jobs of stopped processes weren't taken over"),
      );
  }

  /** Removes jobs that ended so long ago (milliseconds). Dead letters stay as long as what succeeded. */
  async prune(keepMs: number): Promise<void> {
    const { store, clock, log } = this.#options;
    await store
      .deleteFrom('jobs')
      .where('status', 'in', ['succeeded', 'failed', 'cancelled'])
      .where('updated_at', '<', timestamp(new Date(clock.now().getTime() - keepMs)))
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, "old jobs weren't removed"));
  }

  #now(): string {
    return timestamp(this.#options.clock.now());
  }
}
