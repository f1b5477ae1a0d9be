import { AppError } from '#src/errors.ts';
import { type Change, publish } from '#src/files/publish.ts';
import { countFiles, readWorkspace } from '#src/files/records.ts';
import type { FilesService, WorkspaceAddress } from '#src/files/types.ts';
import { fileKey, type UploadDeps } from '#src/files/upload.ts';

/**
 * Takes a file out of its workspace: questions stop seeing its tables with one transaction, which also revokes the
 * results that were kept of the workspace's answers. Its bytes go when the last question that reads them has ended.
 */
export async function removeFile(
  deps: UploadDeps,
  address: WorkspaceAddress,
  fileId: number,
  signal: AbortSignal,
): ReturnType<FilesService['remove']> {
  await readWorkspace(deps.store, address);
  const { filename } = await findFile(deps, address, fileId);
  return deps.turns.take(fileKey(address.workspaceId, filename), () =>
    removeInTurn(deps, address, fileId, signal),
  );
}

async function findFile(deps: UploadDeps, { workspaceId }: WorkspaceAddress, fileId: number) {
  const file = await deps.store
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!file) throw new AppError('file_not_found', `There is no file ${fileId} in this workspace.`);
  return file;
}

async function removeInTurn(
  deps: UploadDeps,
  address: WorkspaceAddress,
  fileId: number,
  signal: AbortSignal,
): ReturnType<FilesService['remove']> {
  const { workspaceId } = address;
  const file = await findFile(deps, address, fileId);
  const versions = await deps.store
    .selectFrom('file_versions')
    .select('sha256')
    .where('file_id', '=', fileId)
    .execute();
  const drop: Change['write'] = async (trx) => {
    await trx.deleteFrom('tables').where('file_id', '=', fileId).execute();
    await trx.deleteFrom('file_versions').where('file_id', '=', fileId).execute();
    await trx.deleteFrom('files').where('id', '=', fileId).execute();
    await trx.deleteFrom('results').where('workspace_id', '=', workspaceId).execute();
    await deps.publishEvent(trx, {
      type: 'file.deleted',
      scope: address,
      data: { file_id: fileId, filename: file.filename },
    });
  };
  if (file.current_version_id === null)
    await deps.store.transaction().execute((trx) => drop(trx, ''));
  else
    await deps.turns.take(workspaceId, () =>
      publish(
        deps,
        { workspaceId, fileId, profile: null, write: drop },
        () => deps.atCrashPoint('delete-before-publish'),
        signal,
      ),
    );
  deps.atCrashPoint('delete-after-publish');
  await deps.generations.sweep(workspaceId);
  deps.atCrashPoint('delete-before-cleanup');
  for (const { sha256 } of versions) await deps.originals.removeUnused(sha256);
  return { deleted: file.filename, files_remaining: await countFiles(deps.store, workspaceId) };
}
