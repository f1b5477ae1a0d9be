import { AppError } from '#src/errors.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { type Change, publish } from '#src/files/publish.ts';
import { countListed, readWorkspace } from '#src/files/records.ts';
import type { RemovedFile, WorkspaceAddress } from '#src/files/types.ts';
import { closingsOf, revokeResults } from '#src/store/closings.ts';
import type { Settle } from '#src/store/settle.ts';

interface Removal {
  readonly fileId: number;
  readonly settle: Settle<RemovedFile> | undefined;
  readonly signal: AbortSignal;
}

/**
 * Takes a file out of its workspace: questions stop seeing its tables with one transaction, which also revokes the
 * results that were kept of the workspace's answers. Its bytes go when the last question that reads them has ended.
 */
export async function removeFile(
  deps: UploadDeps,
  address: WorkspaceAddress,
  removal: Removal,
): Promise<RemovedFile> {
  await readWorkspace(deps.store, address);
  const { filename } = await findFile(deps, address, removal.fileId);
  return deps.places.change(address.workspaceId, filename, () =>
    removeInTurn(deps, address, removal),
  );
}

async function findFile(deps: UploadDeps, { workspaceId }: WorkspaceAddress, fileId: number) {
  const file = await deps.store
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!file)
    throw new AppError(
      'file_not_found',
      `File ${fileId} doesn't exist in this workspace. Check its ID.`,
    );
  return file;
}

async function removeInTurn(
  deps: UploadDeps,
  address: WorkspaceAddress,
  { fileId, settle, signal }: Removal,
): Promise<RemovedFile> {
  const { workspaceId } = address;
  const file = await findFile(deps, address, fileId);
  const versions = await deps.store
    .selectFrom('file_versions')
    .select('sha256')
    .where('file_id', '=', fileId)
    .execute();
  let removed: RemovedFile | null = null;
  const drop: Change['write'] = async (trx) => {
    await trx.deleteFrom('tables').where('file_id', '=', fileId).execute();
    await trx.deleteFrom('file_versions').where('file_id', '=', fileId).execute();
    await trx.deleteFrom('files').where('id', '=', fileId).execute();
    // What it was before goes with it.
    await trx
      .deleteFrom('kept_uploads')
      .where('workspace_id', '=', workspaceId)
      .where('filename', '=', file.filename)
      .where('mapping', 'is not', null)
      .execute();
    await trx
      .deleteFrom('file_sources')
      .where('workspace_id', '=', workspaceId)
      .where('filename', '=', file.filename)
      .execute();
    await revokeResults(trx, address.clientId, workspaceId);
    await deps.publishEvent(trx, {
      type: 'file.deleted',
      scope: address,
      data: { file_id: fileId, filename: file.filename },
    });
    removed = { deleted: file.filename, files_remaining: await countListed(trx, workspaceId) };
    await settle?.(trx, removed);
  };
  if (file.current_version_id === null)
    await deps.store.transaction().execute((trx) => drop(trx, ''));
  else
    await deps.turns.take(workspaceId, () =>
      publish(
        deps,
        { workspaceId, profiles: new Map([[fileId, null]]), write: drop },
        () => deps.atCrashPoint('delete-before-publish'),
        signal,
      ),
    );
  deps.atCrashPoint('delete-after-publish');
  await closingsOf(deps.store).close({ workspaceIds: [workspaceId] });
  await deps.generations.sweep(workspaceId);
  deps.atCrashPoint('delete-before-cleanup');
  for (const { sha256 } of versions) await removeOriginal(deps, sha256);
  return removed!;
}

/** The file is gone for all who ask: an object store that is away has its original swept later. */
async function removeOriginal({ originals, objects, log }: UploadDeps, sha256: string) {
  await originals.removeUnused(sha256).catch((error: unknown) => {
    if (!objects.isRemote) throw error;
    log.error(
      { err: error, sha256 },
      "a deleted original wasn't removed; the next sweep removes it",
    );
  });
}
