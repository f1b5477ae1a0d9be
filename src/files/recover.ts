import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { INGEST_JOB, type IngestJob } from '#src/files/background.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import { makeFolders } from '#src/files/folders.ts';
import type { Originals } from '#src/files/originals.ts';
import { Trash } from '#src/files/trash.ts';
import { STOPPED } from '#src/files/upload.ts';
import type { Store } from '#src/store/schema.ts';

/**
 * Marks what a process left that ended in the middle of an upload, before the first request. This process has the data
 * folder and the store to itself, so that whatever is in flight in them was left by one that has ended.
 */
export async function recoverFiles(deps: Pick<FilesDeps, 'store' | 'folders'>): Promise<void> {
  await makeFolders(deps.folders);
  await giveUpCutOff(deps.store);
  for (const folder of [deps.folders.uploads, deps.folders.spill])
    for (const name of await readdir(folder))
      await rm(path.join(folder, name), { recursive: true, force: true });
}

/**
 * Moves what no published generation needs to the trash, and removes what has rested there for long enough. Only what a
 * process of this store wrote goes: files that the store does not know are counted and left.
 */
export async function sweepFiles(
  deps: Pick<FilesDeps, 'store' | 'folders' | 'generations' | 'clock' | 'log' | 'trashHours'>,
  originals: Originals,
): Promise<void> {
  const { folders, clock, log, trashHours: hours } = deps;
  const trash = new Trash({ folders, clock, hours });
  let [swept, unknown] = [0, 0];
  for (const owner of await readdir(folders.engine)) {
    const found = await deps.generations.moveUnused(owner, (folder) => trash.take(folder));
    swept += found.swept;
    unknown += found.unknown;
    // Fails where something is left in it.
    await rmdir(path.join(folders.engine, owner)).catch(() => {});
  }
  const found = await originals.sweep(trash);
  swept += found.swept;
  unknown += found.unknown;
  await trash.empty();
  if (swept > 0)
    log.info(
      { swept, trash_hours: hours },
      'moved leftovers of an upload or deletion to the trash',
    );
  if (unknown > 0)
    log.warn(
      { unknown },
      "files in originals/ and engine/ that the metadata store doesn't know were left in place",
    );
}

/** Uploads whose senders waited are over; those of jobs go on. */
async function giveUpCutOff(store: Store): Promise<void> {
  const jobs = await store
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', INGEST_JOB)
    .where('status', 'in', ['queued', 'running'])
    .execute();
  const going = new Set(jobs.map(({ payload }) => (JSON.parse(payload) as IngestJob).versionId));
  const open = await store
    .selectFrom('file_versions')
    .select('id')
    .where('status', 'in', ['queued', 'ingesting'])
    .execute();
  for (const { id } of open)
    if (!going.has(id))
      await store
        .updateTable('file_versions')
        .set({ status: 'failed', error: STOPPED })
        .where('id', '=', id)
        .execute();
}
