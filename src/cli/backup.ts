import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { loadConfig } from '#config/load.ts';
import type { Config } from '#config/schema.ts';
import { systemClock, timestamp } from '#src/clock.ts';
import { lockDataFolder, makeFolder } from '#src/data-folder.ts';
import { pairAnew } from '#src/installation/attach.ts';
import { folderPlace } from '#src/installation/place.ts';
import { openLog } from '#src/log.ts';
import { KEY_FILE } from '#src/secrets/encryption-keys.ts';
import { StartError } from '#src/start-error.ts';
import { openConfiguredStore, STORE_FILE } from '#src/store/open.ts';

const LABEL = 'backup.json';
/** A backup holds keys and uploads: its owner alone reads it, whatever the original let others do. */
const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
/** Folders of files that never change once they have their name. */
const TREES = ['originals', 'engine'] as const;
/** Snapshots that are taken at the most while files come and go. */
const MAX_SNAPSHOTS = 10;

/**
 * Copies the metadata store and all files that it names to a new folder, while the service runs: a snapshot of the
 * store, then the files; where one went meanwhile, a newer snapshot.
 */
export async function backUp(folder: string): Promise<string> {
  const config = loadConfig(process.env);
  refusePostgres(config);
  const source = path.resolve(config.data_dir);
  const target = path.resolve(folder);
  if (!existsSync(path.join(source, STORE_FILE)))
    throw new StartError(
      `${source} has no metadata store, so there's nothing to back up. Check PLUMBLINE_DATA_DIR.`,
    );
  if (target === source || target.startsWith(`${source}${path.sep}`))
    throw new StartError("The backup folder can't be inside the data folder. Choose another one.");
  makeFolder(target);
  await chmod(target, OWNER_FOLDER);
  if ((await readdir(target)).length > 0)
    throw new StartError(`${target} isn't empty. Use a new folder for each backup.`);
  for (let snapshots = 1; ; snapshots++) {
    await snapshotStore(path.join(source, STORE_FILE), path.join(target, STORE_FILE));
    for (const tree of TREES) await copyTree(source, target, tree);
    const missing = missingFiles(path.join(target, STORE_FILE), target);
    if (missing.length === 0) break;
    if (snapshots === MAX_SNAPSHOTS)
      throw new StartError(`Files in the store that are missing on disk: ${missing.join(', ')}`);
  }
  const hasKey = existsSync(path.join(source, KEY_FILE));
  if (hasKey) await copyKept(path.join(source, KEY_FILE), path.join(target, KEY_FILE));
  await writeFile(
    path.join(target, LABEL),
    `${JSON.stringify({ plumbline: 1, created_at: timestamp(systemClock.now()) })}\n`,
    { flush: true, mode: OWNER_FILE },
  );
  return [
    `Backed up ${source} to ${target}.`,
    ...(hasKey
      ? [
          `The backup contains ${KEY_FILE}, which decrypts stored passwords and secrets. Keep it safe.`,
        ]
      : []),
    'To restore it: PLUMBLINE_DATA_DIR=<new folder> plumbline restore <backup>',
  ].join('\n');
}

function refusePostgres({ store, objects, data_dir }: Config): void {
  if (store.url === null) return;
  const dump = `The metadata store is a PostgreSQL database. Stop Plumbline and use PostgreSQL's own tools:\n  pg_dump --format=custom --file=plumbline.dump "$PLUMBLINE_STORE__URL"`;
  throw new StartError(
    objects.store === 'folder'
      ? `${dump}\n  cp -a ${path.resolve(data_dir)} <backup>\nThen start Plumbline again. To restore both, use pg_restore and cp -a.`
      : `${dump}\nThen copy all objects in the object store with its own tools, and start Plumbline again. To restore both, use pg_restore and copy the objects back.`,
  );
}

/** SQLite's online backup: consistent, while others write (https://sqlite.org/backup.html). */
async function snapshotStore(from: string, to: string): Promise<void> {
  const database = new SQLite(from, { readonly: true, timeout: 10_000 });
  try {
    await database.backup(to);
    await chmod(to, OWNER_FILE);
  } finally {
    database.close();
  }
}

/** A copy takes the mode of its original, which an earlier release let others read. */
async function copyKept(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, OWNER_FILE);
}

/** Copies what is not there yet; what goes meanwhile is left out. */
async function copyTree(from: string, to: string, tree: string): Promise<void> {
  const entries = await readdir(path.join(from, tree), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    try {
      const [here, there] = [await stat(source), await stat(target).catch(() => null)];
      if (there?.size === here.size) continue;
      await mkdir(path.dirname(target), { recursive: true, mode: OWNER_FOLDER });
      await copyKept(source, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** What a store names below its data folder and is not there. */
export function missingFiles(store: string, dataDir: string): string[] {
  const database = new SQLite(store, { readonly: true });
  try {
    const shown = database
      .prepare(
        `select catalog from generations where id in
          (select generation_id from workspaces union select generation_id from databases)`,
      )
      .all() as { catalog: string }[];
    const engine = shown.flatMap(({ catalog }) => {
      const { attachments, valueIndexes } = JSON.parse(catalog) as {
        attachments: { path: string }[];
        valueIndexes: string[];
      };
      return [...attachments.map((one) => one.path), ...valueIndexes];
    });
    const kept = database
      .prepare(
        "select distinct sha256 from file_versions where retired_at is null and status <> 'failed'",
      )
      .all() as { sha256: string }[];
    const originals = kept.map(({ sha256 }) => path.join('originals', sha256.slice(0, 2), sha256));
    return [...engine, ...originals].filter((file) => !existsSync(path.join(dataDir, file)));
  } finally {
    database.close();
  }
}

/** Fills a new data folder from a backup, checks it, and brings its schema up to date. */
export async function restore(folder: string): Promise<string> {
  const config = loadConfig(process.env);
  refusePostgres(config);
  const source = path.resolve(folder);
  const label = await readFile(path.join(source, LABEL), 'utf8').catch(() => null);
  if (label === null)
    throw new StartError(`${source} isn't a complete backup: ${LABEL} is missing.`);
  const target = path.resolve(config.data_dir);
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new StartError(
      `The data folder ${target} isn't empty. Move it, or set a new one with PLUMBLINE_DATA_DIR.`,
    );
  const lock = await lockDataFolder(target);
  try {
    for (const tree of TREES) await copyTree(source, target, tree);
    if (existsSync(path.join(source, KEY_FILE)))
      await copyKept(path.join(source, KEY_FILE), path.join(target, KEY_FILE));
    await snapshotStore(path.join(source, STORE_FILE), path.join(target, STORE_FILE));
    const missing = missingFiles(path.join(target, STORE_FILE), target);
    if (missing.length > 0)
      throw new StartError(`The backup is missing files: ${missing.join(', ')}`);
    await beginAnew(config, target);
  } finally {
    lock.release();
  }
  const { created_at } = JSON.parse(label) as { created_at: string };
  return `Restored the backup of ${created_at} (UTC) to ${target}. You can now start Plumbline.`;
}

/** A pair of its own: what is restored is no longer the installation that was backed up. */
async function beginAnew(config: Config, dataDir: string): Promise<void> {
  const log = openLog(config, 'warn');
  const opened = await openConfiguredStore(config, { log, pool: 1 });
  try {
    // Their rows are in `spool/`, which no backup holds.
    await opened.db.deleteFrom('results').execute();
    await pairAnew(opened.db, systemClock, folderPlace(dataDir));
  } finally {
    await opened.close();
  }
}
