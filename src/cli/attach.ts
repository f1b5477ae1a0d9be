import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '#config/load.ts';
import { systemClock } from '#src/clock.ts';
import { openObjectStore } from '#src/compose/object-store.ts';
import { lockDataFolder } from '#src/data-folder.ts';
import { fitOf, pairAnew, refuseOwned } from '#src/installation/attach.ts';
import { openKeys, sealKeys } from '#src/installation/keys.ts';
import { placeOf } from '#src/installation/place.ts';
import { openLog } from '#src/log.ts';
import type { ObjectStore } from '#src/plugin-api/object-store.ts';
import { encryptionKeys } from '#src/secrets/encryption-keys.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import { StartError } from '#src/start-error.ts';
import { openConfiguredStore, STORE_FILE } from '#src/store/open.ts';
import { storeTime } from '#src/store/store-time.ts';

export interface AttachOptions {
  readonly acceptMissing: boolean;
  readonly newKeys: boolean;
}

/** Files that a text names. */
const NAMED = 20;

/** Pairs the configured store with the data folder after a look that they fit; gives what to print. */
export async function attach({ acceptMissing, newKeys }: AttachOptions): Promise<string> {
  const config = loadConfig(process.env);
  const dataDir = path.resolve(config.data_dir);
  const lock = await lockDataFolder(dataDir);
  const log = openLog(config, 'warn');
  let objectStore: ObjectStore | null = null;
  try {
    if (config.store.url === null && !existsSync(path.join(dataDir, STORE_FILE)))
      throw new StartError(
        `${dataDir} has no metadata store. Restore a backup into a new folder with "plumbline restore".`,
      );
    objectStore = await openObjectStore(config, { log, clock: systemClock });
    const place = placeOf(dataDir, objectStore);
    const time = storeTime(config.store.url === null ? 'sqlite' : 'postgres', systemClock);
    const lines: string[] = [];
    const opened = await openConfiguredStore(config, {
      ...{ log, pool: 2 },
      admit: async (db, found) => {
        await refuseOwned(db, found, time);
        const { missing, unknown } = await fitOf(db, found, place);
        if (missing.length > 0)
          lines.push(
            `Uploads in the store that are missing from the ${place.name}: ${shown(missing)}`,
          );
        if (unknown.length > 0)
          lines.push(`Uploads in the ${place.name} that aren't in the store: ${shown(unknown)}`);
        if (lines.length > 0 && !acceptMissing)
          throw new StartError(
            `${lines.join('\n')}\nNothing was changed. Check that ${place.setting} is right for this store. If it is, run "plumbline attach --accept-missing".`,
          );
      },
      settle: async (db) => {
        if (!newKeys) await openKeys(db, config, time);
        await pairAnew(db, systemClock, place);
      },
    });
    try {
      if (newKeys)
        await sealKeys(
          opened.db,
          createSecretBox(await encryptionKeys(config.databases.encryption_keys, dataDir)),
        );
    } finally {
      await opened.close();
    }
    return [...lines, `The metadata store and the ${place.name} are now paired.`].join('\n');
  } finally {
    await objectStore?.close();
    lock.release();
  }
}

const shown = (files: readonly string[]) =>
  files.length <= NAMED
    ? files.join(', ')
    : `${files.slice(0, NAMED).join(', ')} and ${files.length - NAMED} more`;
