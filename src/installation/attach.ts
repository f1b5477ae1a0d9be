import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import { StartError } from '#src/start-error.ts';
import { recordKept } from '#src/store/kept-files.ts';
import type { FoundStore } from '#src/store/open.ts';
import type { Store } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';
import { inUse, livingGateways } from './gateways.ts';
import { namedFiles } from './named-files.ts';
import { pairStore, storeSide } from './open.ts';
import { differences } from './pairing.ts';
import type { Place } from './place.ts';

/** What a store and a data folder that are to be paired look like beside each other. */
export interface Fit {
  /** Originals that the store names and the folder lacks. */
  readonly missing: readonly string[];
  /** What shows that the folder is another installation's. */
  readonly unknown: readonly string[];
}

/** Compares a store with a place. Fails with a `StartError` where the store is empty. */
export async function fitOf(db: Store, found: FoundStore, place: Place): Promise<Fit> {
  const kept = await place.kept();
  const store = await storeSide(db, found);
  if (store.kind === 'empty')
    throw new StartError(
      kept.length === 0
        ? 'The metadata store is empty, so there\'s nothing to attach. To start over, run "plumbline start" with an empty data folder.'
        : `The metadata store is empty, but the ${place.name} has ${kept.length} uploaded files and versions. Restore the store from a backup.`,
    );
  return differences(await namedFiles(db), kept);
}

/**
 * Gives both sides a new id, so that neither starts with its former partner. Records of what was written stay, and what
 * the store names is recorded; anything else in the folder is left alone for good.
 */
export async function pairAnew(db: Store, clock: Clock, place: Place): Promise<void> {
  const { originals, engine } = await namedFiles(db);
  const identity = { folder_id: newId('fld'), store_id: newId('sto') };
  await recordKept(db, [...originals, ...engine], timestamp(clock.now()));
  await place.writeIdentity({ ...identity, paired: false });
  await pairStore(db, clock, identity, []);
  await place.writeIdentity({ ...identity, paired: true });
}

/** Fails with a `StartError` where a gateway works on the store, or did until a moment ago. */
export async function refuseOwned(db: Store, found: FoundStore, time: StoreTime): Promise<void> {
  if (!found.migrations.includes('0026-gateways')) return;
  const [living] = await livingGateways(db, time);
  if (living) throw inUse(living);
}
