import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { INGEST_JOB, type IngestJob } from '#src/files/background.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import { makeFolders } from '#src/files/folders.ts';
import type { Originals } from '#src/files/originals.ts';
import { STOPPED } from '#src/files/upload.ts';
import type { Store } from '#src/store/schema.ts';

/**
 * Puts the data folder in order before the first request: what a process left that ended in the middle of an upload
 * or a deletion is marked or removed. One gateway owns a data folder, so nothing in it can be in use.
 */
export async function recoverFiles(
  deps: Pick<FilesDeps, 'store' | 'folders' | 'generations'>,
  originals: Originals,
): Promise<void> {
  await makeFolders(deps.folders);
  await giveUpCutOff(deps.store);
  for (const folder of [deps.folders.uploads, deps.folders.spill])
    for (const name of await readdir(folder))
      await rm(path.join(folder, name), { recursive: true, force: true });
  for (const workspaceId of await readdir(deps.folders.engine)) {
    await deps.generations.sweep(workspaceId);
    // Fails where something is left in it.
    await rmdir(path.join(deps.folders.engine, workspaceId)).catch(() => {});
  }
  await originals.sweep();
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
