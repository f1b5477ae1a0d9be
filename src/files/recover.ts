import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { FilesDeps } from '#src/files/deps.ts';
import { makeFolders } from '#src/files/folders.ts';
import type { Originals } from '#src/files/originals.ts';
import { STOPPED } from '#src/files/upload.ts';

/**
 * Puts the data folder in order before the first request: what a process left that ended in the middle of an upload
 * or a deletion is marked or removed. One gateway owns a data folder, so nothing in it can be in use.
 */
export async function recoverFiles(
  deps: Pick<FilesDeps, 'store' | 'folders' | 'generations'>,
  originals: Originals,
): Promise<void> {
  await makeFolders(deps.folders);
  await deps.store
    .updateTable('file_versions')
    .set({
      status: 'failed',
      error: STOPPED,
    })
    .where('status', 'in', ['queued', 'ingesting'])
    .execute();
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
