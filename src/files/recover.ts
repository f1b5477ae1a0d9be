import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { INGEST_JOB } from '#src/files/background.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import { foldersOf, makeFolders } from '#src/files/folders.ts';
import { dropExpired } from '#src/files/kept-uploads.ts';
import type { Originals } from '#src/files/originals.ts';
import { Trash } from '#src/files/trash.ts';
import { STOPPED } from '#src/files/upload.ts';
import { recordedBelow } from '#src/store/kept-files.ts';
import type { Store } from '#src/store/schema.ts';

/**
 * Marks what a process left that ended in the middle of an upload, before the first request. What names no gateway was
 * left by the one that had store and folder to itself: an earlier process, or an earlier release.
 */
export async function recoverFiles(deps: Pick<FilesDeps, 'store' | 'folders'>): Promise<void> {
  const { folders, store } = deps;
  await makeFolders(folders);
  await giveUpCutOff(store, null);
  const alone = foldersOf(folders.data);
  for (const folder of [alone.uploads, alone.spill])
    for (const name of await readdir(folder).catch(() => []))
      await rm(path.join(folder, name), { recursive: true, force: true });
}

/**
 * Moves what no published generation needs to the trash, and removes what has rested there for long enough. Only what a
 * process of this store wrote goes: files that the store does not know are counted and left.
 */
export async function sweepFiles(
  deps: Pick<
    FilesDeps,
    'store' | 'folders' | 'objects' | 'generations' | 'clock' | 'log' | 'trashHours'
  >,
  originals: Originals,
): Promise<void> {
  const { folders, objects, clock, log, trashHours: hours } = deps;
  const trash = new Trash({ folders, objects, clock, hours });
  let [swept, unknown] = [0, 0];
  for (const owner of await ownersOf(deps)) {
    const found = await deps.generations.moveUnused(owner, (folder) => trash.take(folder));
    swept += found.swept;
    unknown += found.unknown;
    // Fails where something is left in it.
    await rmdir(path.join(folders.engine, owner)).catch(() => {});
  }
  await dropExpired({ ...deps, originals });
  const found = await originals.sweep(trash);
  swept += found.swept;
  unknown += found.unknown;
  await trash.empty();
  if (swept > 0)
    log.info(
      { swept, trash_hours: objects.isRemote ? 0 : hours },
      objects.isRemote
        ? 'removed leftovers of an upload or deletion'
        : 'moved leftovers of an upload or deletion to the trash',
    );
  if (unknown > 0)
    log.warn(
      { unknown },
      "files in originals/ and engine/ that the metadata store doesn't know were left in place",
    );
}

/** Workspaces and databases that have folders: where an object store has them, those that the store knows. */
async function ownersOf({
  folders,
  objects,
  store,
}: Pick<FilesDeps, 'folders' | 'objects' | 'store'>): Promise<Iterable<string>> {
  if (!objects.isRemote) return readdir(folders.engine);
  const recorded = await recordedBelow(store, 'engine/');
  return new Set(recorded.map((one) => one.split('/')[1] ?? ''));
}

/** Gives up the uploads of a gateway that has ended, and what it made or read. */
export async function recoverEnded(store: Store, gatewayId: string): Promise<void> {
  await giveUpCutOff(store, gatewayId);
  await store.deleteFrom('in_making').where('gateway', '=', gatewayId).execute();
}

/** Uploads of a gateway whose senders waited are over; those of jobs go on. */
async function giveUpCutOff(store: Store, gateway: string | null): Promise<void> {
  await store
    .updateTable('file_versions')
    .set({ status: 'failed', error: STOPPED })
    .where('gateway', gateway === null ? 'is' : '=', gateway)
    .where('status', 'in', ['queued', 'ingesting'])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.kind', '=', INGEST_JOB)
            .where('jobs.status', 'in', ['queued', 'running'])
            .where('jobs.payload', 'like', sql<string>`'%"' || file_versions.id || '"%'`),
        ),
      ),
    )
    .execute();
}
