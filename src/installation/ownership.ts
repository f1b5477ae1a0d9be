import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { LOCK_FILE } from '#src/data-folder.ts';
import { StartError } from '#src/start-error.ts';
import type { Store } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';

/** A store that this process alone works on. */
export interface Ownership {
  /** Resolves with the reason when another process has taken the store over; then this one has to stop. */
  readonly lost: Promise<StartError>;
  /** Gives the store back, so that the next start need not wait. */
  release(): Promise<void>;
}

export interface OwnershipDeps {
  readonly store: Store;
  readonly time: StoreTime;
  readonly log: Logger;
  /** Milliseconds that the store is held without a sign of life. */
  readonly leaseMs: number;
  /** Locked by this process. */
  readonly dataDir: string;
}

/** How often an owner that may have ended is looked at. */
const LOOK_MS = 250;

/**
 * Makes this process the only gateway on a PostgreSQL store, by a lease on its clock. An owner that ended without a
 * word is waited for until its lease runs out, unless it held the lock that this process holds now. Fails with a
 * `StartError` where another one is at work.
 */
export async function ownStore(deps: OwnershipDeps): Promise<Ownership> {
  const { store, time, log, leaseMs, dataDir } = deps;
  const owner = randomUUID();
  const place = placeOf(dataDir);
  const holder = await claim(deps, owner, place);
  const lost = Promise.withResolvers<StartError>();
  log.debug({ owner: holder }, 'this gateway owns the metadata store');
  const renewal = setInterval(() => {
    renew(store, time, owner, leaseMs).then(
      (held) => held || lost.resolve(takenOver()),
      (error: unknown) =>
        log.warn({ err: error }, "the lease of the metadata store wasn't renewed"),
    );
  }, leaseMs / 3);
  renewal.unref();
  return {
    lost: lost.promise,
    async release() {
      clearInterval(renewal);
      await store
        .updateTable('installation')
        .set({ owner: null, owner_place: null, lease_until: null })
        .where('owner', '=', owner)
        .execute();
    },
  };
}

/** Names a lock file on a machine: whoever holds it now knows that its last holder has ended. */
function placeOf(dataDir: string): string {
  const { dev, ino } = statSync(path.join(dataDir, LOCK_FILE), { bigint: true });
  return `${hostname()}:${dev}:${ino}`;
}

async function claim(deps: OwnershipDeps, owner: string, place: string): Promise<string> {
  const { store, time, leaseMs, log } = deps;
  let seen: string | null = null;
  for (;;) {
    const claimed = await store
      .updateTable('installation')
      .set({ owner, owner_place: place, lease_until: time.at(leaseMs) })
      .where((e) =>
        e.or([
          e('owner', 'is', null),
          e('owner_place', '=', place),
          e('lease_until', '<', time.at(0)),
        ]),
      )
      .returning('owner')
      .executeTakeFirst();
    if (claimed) return owner;
    const row = await store
      .selectFrom('installation')
      .select(['owner', 'owner_place', 'lease_until'])
      .executeTakeFirst();
    const sign = `${row?.owner} ${row?.lease_until}`;
    if (seen !== null && sign !== seen)
      throw new StartError(
        `Another gateway (on ${row?.owner_place?.split(':')[0] ?? 'another machine'}) is using this metadata store. Stop it, or set another store and data folder.`,
      );
    if (seen === null)
      log.warn(
        { lease_until: row?.lease_until },
        'another gateway owns the metadata store: waiting for its lease to expire',
      );
    seen = sign;
    await sleep(LOOK_MS);
  }
}

async function renew(
  store: Store,
  time: StoreTime,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const renewed = await store
    .updateTable('installation')
    .set({ lease_until: time.at(leaseMs) })
    .where('owner', '=', owner)
    .returning(sql<number>`1`.as('held'))
    .executeTakeFirst();
  return renewed !== undefined;
}

const takenOver = () =>
  new StartError(
    "Another gateway took over the metadata store, because this one didn't respond for store.lease_ms. Stop the other one before you restart this one.",
  );
