import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { StoreMeter } from '#src/metrics/store-meter.ts';
import type { ObjectStore } from '#src/plugin-api/object-store.ts';
import { RELEASE } from '#src/release.ts';
import { StartError } from '#src/start-error.ts';
import { recordKept } from '#src/store/kept-files.ts';
import {
  type FoundStore,
  type OpenedStore,
  openConfiguredStore,
  STORE_FILE,
} from '#src/store/open.ts';
import type { Store } from '#src/store/schema.ts';
import { storeTime } from '#src/store/store-time.ts';
import { sharedSettings } from './agreement.ts';
import { aloneIn, joinGateways, type Membership } from './gateways.ts';
import { namedFiles } from './named-files.ts';
import { type FolderSide, type Pairing, pairingOf, type StoreSide } from './pairing.ts';
import { folderPlace, type Place, placeOf } from './place.ts';
import { mismatchText } from './texts.ts';

type FolderConfig = Pick<Config, 'store' | 'data_dir' | 'objects'>;

export interface InstallationDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** PostgreSQL connections at the most; those of the configuration where absent. */
  readonly pool?: number;
  readonly meter?: StoreMeter;
  /** Refuses to run beside a gateway: for commands that need store and folder for themselves. */
  readonly alone?: boolean;
  /** Where uploads and their tables are kept; in the data folder where absent. */
  readonly objectStore?: ObjectStore;
}

/** A metadata store that belongs to its data folder, and this process as one of those that work on both. */
export interface OpenedInstallation extends OpenedStore {
  readonly gateway: Membership;
}

/** What both sides are called in texts. */
const storeName = ({ store, data_dir }: FolderConfig): string => {
  if (store.url === null) return path.join(path.resolve(data_dir), STORE_FILE);
  if (!URL.canParse(store.url)) return 'store.url';
  const { host, pathname } = new URL(store.url);
  return `store.url, ${host}${pathname}`;
};

/**
 * Opens the metadata store for a process that works on the data folder, which has its lock. Where the two do not
 * belong together this fails with a `StartError`, and nothing was changed in either. What is new is paired; what an
 * earlier release left is, too, where it plainly fits.
 */
export async function openInstallation(deps: InstallationDeps): Promise<OpenedInstallation> {
  const { config, log, pool, meter } = deps;
  const place = placeOf(config.data_dir, deps.objectStore);
  await refuseMissingStore(config, place);
  let found: { readonly folder: FolderSide; readonly pairing: Pairing } | null = null;
  const opened = await openConfiguredStore(config, {
    log,
    ...(pool === undefined ? {} : { pool }),
    ...(meter && { meter }),
    admit: async (db, was) => {
      // Read in turn: another gateway's first start may have paired the folder meanwhile.
      const folder = await folderSide(place);
      const pairing = pairingOf(await storeSide(db, was), folder);
      requirePair(config, place, pairing);
      found = { folder, pairing };
    },
    settle: async (db) => {
      if (found) await pair(deps, db, { place, ...found });
    },
  });
  try {
    const gateway = await memberOf(deps, opened);
    return {
      ...opened,
      gateway,
      async close() {
        await gateway
          .release()
          .catch((error: unknown) =>
            log.warn({ err: error }, "the gateway's lease wasn't released"),
          );
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function memberOf(
  { config, clock, log, objectStore, alone = false }: InstallationDeps,
  { db, kind }: OpenedStore,
): Promise<Membership> {
  if (kind === 'sqlite') return aloneIn(config.data_dir, clock);
  return joinGateways({
    ...{ store: db, clock, log, alone },
    time: storeTime(kind, clock),
    leaseMs: config.store.lease_ms,
    dataDir: path.resolve(config.data_dir),
    sharesFolder: objectStore?.isLocal ?? true,
    version: RELEASE,
    address: `${hostname()}:${config.port}`,
    settings: sharedSettings(config),
  });
}

/**
 * Opens the metadata store for a command beside a service that may run. Fails with a `StartError` where the data folder
 * says that it belongs to another store, or has uploads and the store is empty; pairs nothing. One that only has copies
 * of an object store says nothing.
 */
export async function openBeside(
  deps: Pick<InstallationDeps, 'log' | 'pool'> & { readonly config: FolderConfig },
): Promise<OpenedStore> {
  const { config, log, pool } = deps;
  const place = folderPlace(config.data_dir);
  await refuseMissingStore(config, place);
  const hasCopies = config.objects.store !== 'folder';
  const folder = await folderSide(place);
  return openConfiguredStore(config, {
    log,
    ...(pool === undefined ? {} : { pool }),
    admit: async (db, found) => {
      const store = await storeSide(db, found);
      const isBare = folder.identity === null && folder.kept.length === 0;
      if (hasCopies || isBare || store.kind === 'without-id') return;
      requirePair(config, place, pairingOf(store, folder));
    },
  });
}

async function folderSide(place: Place): Promise<FolderSide> {
  const identity = await place.readIdentity();
  // Only what isn't paired yet is looked through there: it may be a million objects.
  const isKnown = place.isRemote && identity?.paired === true;
  return { identity, kept: isKnown ? [] : await place.kept() };
}

/** A file store that is not there is not made beside uploads that it should know. */
async function refuseMissingStore(config: FolderConfig, place: Place): Promise<void> {
  if (config.store.url !== null) return;
  const file = await stat(path.join(config.data_dir, STORE_FILE)).catch(() => null);
  if (file !== null && file.size > 0) return;
  requirePair(config, place, pairingOf({ kind: 'empty' }, await folderSide(place)));
}

/** A store without accounts was never used: a command may have made it after the real one was lost. */
export async function storeSide(db: Store, { migrations }: FoundStore): Promise<StoreSide> {
  if (migrations.length === 0) return { kind: 'empty' };
  const row = migrations.includes('0018-installation')
    ? await db.selectFrom('installation').selectAll().executeTakeFirst()
    : undefined;
  if (row) return { kind: 'paired', storeId: row.store_id, folderId: row.folder_id };
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (!account) return { kind: 'empty' };
  return { kind: 'without-id', named: await namedFiles(db) };
}

function requirePair(config: FolderConfig, place: Place, pairing: Pairing): void {
  if (pairing.kind !== 'refuse') return;
  throw new StartError(mismatchText(pairing.why, { place, store: storeName(config) }));
}

/** Lets both sides know each other: first the folder, then the store, then the folder that the store knows. */
async function pair(
  { config, clock, log }: InstallationDeps,
  db: Store,
  found: { readonly place: Place; readonly folder: FolderSide; readonly pairing: Pairing },
): Promise<void> {
  const { place, folder, pairing } = found;
  if (pairing.kind === 'same') {
    if (folder.identity?.paired === false)
      await place.writeIdentity({ ...folder.identity, paired: true });
    return;
  }
  const identity = folder.identity ?? { folder_id: newId('fld'), store_id: newId('sto') };
  await place.writeIdentity({ ...identity, paired: false });
  await pairStore(db, clock, identity, folder.kept);
  await place.writeIdentity({ ...identity, paired: true });
  if (pairing.kind !== 'adopt') return;
  await closeToOthers(path.resolve(config.data_dir));
  log.info({ ...identity, files: folder.kept.length }, 'store and data folder are paired');
}

/** Writes the pair into the store, with a record of what is in the folder. */
export async function pairStore(
  db: Store,
  clock: Clock,
  { folder_id, store_id }: { readonly folder_id: string; readonly store_id: string },
  kept: readonly string[],
): Promise<void> {
  const at = timestamp(clock.now());
  await db.transaction().execute(async (trx) => {
    await recordKept(trx, kept, at);
    const ids = { store_id, folder_id, paired_at: at };
    const nobody = { owner: null, owner_place: null, lease_until: null };
    await trx
      .insertInto('installation')
      .values({ id: 1, key_check: null, ...ids, ...nobody })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...ids, ...nobody }))
      .execute();
  });
}

/** Takes from others what an earlier release let them read. */
async function closeToOthers(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const target = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() && !entry.isDirectory()) continue;
    try {
      const { mode } = await lstat(target);
      if ((mode & 0o077) !== 0) await chmod(target, mode & 0o700);
    } catch (error) {
      // It went meanwhile, or belongs to another user; the folder above is closed all the same.
      if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
