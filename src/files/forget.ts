import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { FilesDeps } from '#src/files/deps.ts';
import type { Originals } from '#src/files/originals.ts';

/** Versions that are looked at in one go. */
const BATCH = 200;

/**
 * Removes what workspaces left whose rows are gone: engine files that nobody reads, and originals that no other
 * version has. What is read still goes with its last reader, or the next time.
 */
export async function forgetWorkspaces(
  deps: Pick<FilesDeps, 'store' | 'folders' | 'generations'>,
  originals: Originals,
  workspaceIds: readonly string[],
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    await deps.generations.sweep(workspaceId);
    // Fails where something is left in it.
    await rmdir(path.join(deps.folders.engine, workspaceId)).catch(() => {});
  }
  for (;;) {
    const orphans = await deps.store
      .selectFrom('file_versions')
      .select(['id', 'sha256'])
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('files')
              .select('files.id')
              .whereRef('files.id', '=', 'file_versions.file_id'),
          ),
        ),
      )
      .limit(BATCH)
      .execute();
    if (orphans.length === 0) return;
    const ids = orphans.map(({ id }) => id);
    // No longer counted as living; the row goes last, so that a failure in between is made good the next time.
    await deps.store
      .updateTable('file_versions')
      .set({ status: 'failed' })
      .where('id', 'in', ids)
      .execute();
    for (const sha256 of new Set(orphans.map((one) => one.sha256)))
      await originals.removeUnused(sha256);
    await deps.store.deleteFrom('file_versions').where('id', 'in', ids).execute();
  }
}
