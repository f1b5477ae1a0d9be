import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { type Clock, timestamp } from '#src/clock.ts';
import { beginDiscovery, type Enqueue, jobOf } from '#src/databases/discovery-state.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';

export interface RefreshDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly enqueue: Enqueue;
}

/** Begins to discover a database anew, unless a discovery is at work: that one will show what is there. */
export async function refreshDatabase(
  trx: Transaction<StoreSchema>,
  { clock, enqueue }: Pick<RefreshDeps, 'clock' | 'enqueue'>,
  databaseId: string,
): Promise<void> {
  const begun = await trx
    .updateTable('databases')
    .set(beginDiscovery(timestamp(clock.now())))
    .where('id', '=', databaseId)
    .where('schema_status', '!=', 'discovering')
    .returning(['discovery', 'workspace_id'])
    .executeTakeFirst();
  if (begun) await enqueue(trx, jobOf(databaseId, begun.discovery, begun.workspace_id));
}

/** Refreshes databases whose discovery is older than `ageMs`, or failed that long ago; gives how many. */
export async function refreshOld(deps: RefreshDeps, ageMs: number): Promise<number> {
  const before = timestamp(new Date(deps.clock.now().getTime() - ageMs));
  const old = await deps.store
    .selectFrom('databases')
    .select('id')
    .where((e) =>
      e.or([
        e.and([e('schema_status', '=', 'ready'), e('discovered_at', '<', before)]),
        e.and([e('schema_status', '=', 'failed'), e('schema_updated_at', '<', before)]),
      ]),
    )
    .execute();
  for (const { id } of old)
    await deps.store.transaction().execute((trx) => refreshDatabase(trx, deps, id));
  return old.length;
}

/** Looks this often within the age. */
const LOOKS = 24;
const HOUR_MS = 3_600_000;

/** Refreshes old discoveries now and then until the returned function is called; never where `hours` is 0. */
export function keepFresh(
  deps: RefreshDeps & { readonly log: Logger },
  hours: number,
): () => Promise<void> {
  if (hours === 0) return () => Promise.resolve();
  let looking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(
    () => {
      looking = refreshOld(deps, hours * HOUR_MS).catch((error: unknown) =>
        deps.log.warn({ err: error }, "outdated schemas weren't refreshed"),
      );
    },
    (hours * HOUR_MS) / LOOKS,
  );
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
