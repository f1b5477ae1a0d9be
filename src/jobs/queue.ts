import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction, type UpdateObject } from 'kysely';
import type { Logger } from 'pino';
import { abortable } from '#src/abortable.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { JobMeter, JobOutcome } from '#src/metrics/job-meter.ts';
import type { JobRow, Store, StoreSchema } from '#src/store/schema.ts';
import { type StoreTime, storeTime } from '#src/store/store-time.ts';
import { StoreUnavailable } from '#src/store/unavailable.ts';
import {
  type AbandonedJob,
  type JobHandler,
  type JobQueue,
  JobRefused,
  LeaseLost,
  type RunningJob,
  TryAgain,
} from './types.ts';

export interface JobQueueOptions {
  readonly store: Store;
  readonly kind: 'sqlite' | 'postgres';
  readonly clock: Clock;
  /** For leases and due times; the clock of the store where absent. */
  readonly time?: StoreTime;
  readonly log: Logger;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly abandoned?: Readonly<Record<string, AbandonedJob>>;
  /** Milliseconds that a job is held without a sign of life. */
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly concurrency: number;
  /** Longest wait before a job that failed runs again (milliseconds); ten minutes where absent. */
  readonly maxRetryMs?: number;
  /** Jobs of a kind that run at once here, where that is less: long ones leave room for others. */
  readonly limits?: Readonly<Record<string, number>>;
  /** No other process takes jobs of this store, so those that run at the start are nobody's and are taken over at once. */
  readonly alone?: boolean;
  /** Age at which finished jobs are removed (milliseconds); absent: never. */
  readonly keepMs?: number;
  /** How long a stop waits for jobs that were told to end (milliseconds); they are given back then, whatever they do. */
  readonly stopMs?: number;
  readonly meter?: JobMeter;
}

const DEFAULT_ATTEMPTS = 5;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10 * 60_000;
const PRUNE_EVERY_MS = 60 * 60_000;
const STOP_MS = 1_000;

/**
 * Jobs as rows of the store: claimed by one statement, leased, given back at a stop, taken over when the lease runs
 * out. The fencing token grows with each claim (Kleppmann, "How to do distributed locking"), and what publishes a
 * job's outcome checks it.
 */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { store, clock, log, handlers } = options;
  const owner = randomUUID();
  const stopping = new AbortController();
  /** Aborted when a stop waits no longer for jobs that were told to end. */
  const leaving = new AbortController();
  // One for each job that runs.
  setMaxListeners(0, stopping.signal, leaving.signal);
  const running = new Map<Promise<void>, string>();
  /** Ids of the jobs that run here. */
  const here = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  let claiming = false;
  /** Jobs that are added before the start wait for it. */
  let started = false;

  const time = options.time ?? storeTime(options.kind, clock);
  const before = (ms: number) => timestamp(new Date(clock.now().getTime() - ms));

  const hasRoom = (kind: string) => {
    const limit = options.limits?.[kind] ?? options.concurrency;
    return [...running.values()].filter((other) => other === kind).length < limit;
  };

  /**
   * Takes the job that has been due longest, but none that still runs here however late; null where none is. One that
   * is held here and does not run was claimed by a statement whose answer was lost.
   */
  const claim = async (): Promise<JobRow | null> => {
    const now = timestamp(clock.now());
    const kinds = Object.keys(handlers).filter(hasRoom);
    if (kinds.length === 0) return null;
    const skipLocked = options.kind === 'postgres' ? sql`for update skip locked` : sql``;
    const isElsewhere =
      here.size === 0
        ? sql`true`
        : sql`(lease_owner <> ${owner} or id not in (${sql.join([...here])}))`;
    const due = sql<string>`(select id from jobs where kind in (${sql.join(kinds)})
      and ((status = 'queued' and run_at <= ${time.at(0)}) or (status = 'running' and lease_until < ${time.at(0)} and ${isElsewhere}))
      order by run_at, id limit 1 ${skipLocked})`;
    const row = await store
      .updateTable('jobs')
      .set({
        status: 'running',
        lease_owner: owner,
        lease_until: time.at(options.leaseMs),
        fencing_token: sql`fencing_token + 1`,
        attempts: sql`attempts + 1`,
        updated_at: now,
      })
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  };

  /** Changes a job only while its lease is still the caller's. */
  const held = (
    db: Store | Transaction<StoreSchema>,
    job: JobRow,
    change: UpdateObject<StoreSchema, 'jobs'>,
  ) =>
    db
      .updateTable('jobs')
      .set({ ...change, updated_at: timestamp(clock.now()) })
      .where('id', '=', job.id)
      .where('fencing_token', '=', job.fencing_token)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst();

  const context = (job: JobRow, signal: AbortSignal): RunningJob => ({
    id: job.id,
    kind: job.kind,
    workspaceId: job.workspace_id,
    payload: JSON.parse(job.payload) as Record<string, unknown>,
    attempt: job.attempts,
    isLastAttempt: job.attempts >= job.max_attempts,
    signal,
    async progress(state) {
      if (!(await held(store, job, { progress: JSON.stringify(state) })))
        throw new LeaseLost(job.id);
    },
    async publish(work) {
      await store.transaction().execute(async (trx) => {
        if (!(await held(trx, job, {}))) throw new LeaseLost(job.id);
        await work(trx);
      });
    },
  });

  const run = async (job: JobRow): Promise<void> => {
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, stopping.signal]);
    const heartbeat = setInterval(() => {
      void held(store, job, { lease_until: time.at(options.leaseMs) })
        .then((row) => row ?? lost.abort(new LeaseLost(job.id)))
        .catch((error: unknown) => log.warn({ err: error, job: job.id }, 'job lease not renewed'));
    }, options.leaseMs / 3);
    const began = performance.now();
    const measure = (outcome: JobOutcome) =>
      options.meter?.(job.kind, outcome, performance.now() - began);
    try {
      if (job.attempts > job.max_attempts) throw await abandon(job, signal);
      const result = await abortable(handlers[job.kind]!(context(job, signal)), leaving.signal);
      await recorded(() =>
        held(store, job, {
          status: 'succeeded',
          result: JSON.stringify(result ?? {}),
          lease_owner: null,
          lease_until: null,
          error: null,
        }),
      );
      measure('succeeded');
    } catch (error) {
      measure(outcomeOf(job, error, stopping.signal.aborted));
      await recorded(() => settleFailure(job, error));
    } finally {
      clearInterval(heartbeat);
    }
  };

  /** Waits for a store that is away: until its outcome is recorded, nobody else takes the job. */
  const recorded = async (record: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await record();
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || stopping.signal.aborted) throw error;
        await wait(options.pollMs, null, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  /** A job that takes its process along each time would do so for ever. */
  const abandon = async (job: JobRow, signal: AbortSignal): Promise<JobRefused> => {
    await options.abandoned?.[job.kind]?.(context(job, signal));
    return new JobRefused(`The service ended in each of ${job.max_attempts} attempts at this.`);
  };

  const settleFailure = async (job: JobRow, error: unknown): Promise<void> => {
    if (error instanceof LeaseLost) return;
    const released = { lease_owner: null, lease_until: null };
    if (stopping.signal.aborted) {
      // Given back as it was: a stop is no failure of the job.
      await held(store, job, { ...released, status: 'queued', attempts: job.attempts - 1 });
      return;
    }
    if (error instanceof StoreUnavailable)
      // That the store was away is no failure of the job.
      return settleFailure(job, new TryAgain(FIRST_RETRY_MS, error.message, false));
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof TryAgain) {
      const attempts = error.counts ? job.attempts : job.attempts - 1;
      const run_at = time.at(error.afterMs);
      await held(store, job, { ...released, status: 'queued', attempts, run_at, error: message });
      return;
    }
    const isLast = error instanceof JobRefused || job.attempts >= job.max_attempts;
    log.warn(
      { err: error, job: job.id, kind: job.kind, attempt: job.attempts },
      isLast ? 'job failed for good' : 'job failed, will be tried again',
    );
    const pause = Math.min(
      options.maxRetryMs ?? MAX_RETRY_MS,
      FIRST_RETRY_MS * 2 ** (job.attempts - 1),
    );
    const change = isLast
      ? ({ status: 'failed', error: message } as const)
      : ({ status: 'queued', error: message, run_at: time.at(pause) } as const);
    await held(store, job, { ...released, ...change });
  };

  /** Takes over at once what a process left that was alone, too. */
  const adopt = async (): Promise<void> => {
    if (!options.alone) return;
    await store
      .updateTable('jobs')
      .set({ lease_until: time.at(-1) })
      .where('status', '=', 'running')
      .where('lease_owner', '<>', owner)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs of before were not taken over'));
  };

  /** Dead letters stay as long as what succeeded. */
  const prune = async (): Promise<void> => {
    if (options.keepMs === undefined) return;
    await store
      .deleteFrom('jobs')
      .where('status', 'in', ['succeeded', 'failed', 'cancelled'])
      .where('updated_at', '<', before(options.keepMs))
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'old jobs were not removed'));
  };

  const pump = async (): Promise<void> => {
    if (!started || claiming || stopping.signal.aborted) return;
    claiming = true;
    try {
      while (running.size < options.concurrency && !stopping.signal.aborted) {
        const job = await claim();
        if (!job) return;
        here.add(job.id);
        const work: Promise<void> = run(job)
          .catch((error: unknown) =>
            log.error({ err: error, job: job.id }, 'job outcome not recorded'),
          )
          .finally(() => {
            running.delete(work);
            here.delete(job.id);
            void pump();
          });
        running.set(work, job.kind);
      }
    } catch (error) {
      log.warn({ err: error }, 'no jobs could be claimed');
    } finally {
      claiming = false;
    }
  };

  return {
    async enqueue(trx, job) {
      const id = newId('job');
      const now = timestamp(clock.now());
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
          run_at: time.at(job.delayMs ?? 0),
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
      // After the caller's transaction has had the time to commit.
      setImmediate(() => setTimeout(() => void pump(), 5).unref());
      return id;
    },
    nudge: () => void pump(),
    start() {
      timers.push(setInterval(() => void pump(), options.pollMs));
      timers.push(setInterval(() => void prune(), PRUNE_EVERY_MS).unref());
      started = true;
      void adopt().then(pump).then(prune);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort(new Error('the service is stopping'));
      const timer = setTimeout(() => {
        log.warn({ kinds: [...running.values()] }, 'jobs did not end in time, and are given back');
        leaving.abort(new Error('the job did not end in time'));
      }, options.stopMs ?? STOP_MS);
      await Promise.all(running.keys());
      clearTimeout(timer);
    },
  };
}

/** How a failure counts in the measurements; `settleFailure` decides by the same rules. */
function outcomeOf(job: JobRow, error: unknown, stops: boolean): JobOutcome {
  if (error instanceof LeaseLost || stops) return 'given_back';
  if (error instanceof StoreUnavailable || error instanceof TryAgain) return 'again';
  return error instanceof JobRefused || job.attempts >= job.max_attempts ? 'failed' : 'again';
}
