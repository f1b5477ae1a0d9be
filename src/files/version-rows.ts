import path from 'node:path';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import type { Change } from '#src/files/publish.ts';
import { type FileEntry, newestVersion } from '#src/files/records.ts';
import { refuseTooManyRows, replaceTables } from '#src/files/tables.ts';
import type { CommitManifest, ReceivedUpload, WorkspaceAddress } from '#src/files/types.ts';
import { newId } from '#src/ids.ts';
import type { ParseResult, SheetMapping } from '#workers/protocol.ts';

export type Mapping = Readonly<Record<string, SheetMapping>>;
export type Parsed = Extract<ParseResult, { kind: 'parsed' }>;
type RowDeps = Pick<FilesDeps, 'store' | 'clock' | 'folders' | 'planLimits'>;

/** One upload on its way: who sent what, and the version that it becomes. */
export interface Ingest {
  readonly address: WorkspaceAddress;
  readonly upload: ReceivedUpload;
  readonly mapping: Mapping;
  readonly fileId: number;
  readonly versionId: string;
  readonly version: number;
  readonly original: string;
  /** Whether the workspace had nothing to ask before. */
  readonly first: boolean;
}

/** Adds the version that is about to be made, and its file where it is new. Other bytes give the next number. */
export async function recordVersion(
  deps: RowDeps,
  { clientId, workspaceId }: WorkspaceAddress,
  upload: ReceivedUpload,
  mapping: Mapping,
  file: FileEntry | null,
): Promise<Pick<Ingest, 'fileId' | 'versionId' | 'version'>> {
  const newest = file ? await newestVersion(deps.store, file.id) : null;
  const version = newest ? newest.version + (newest.sha256 === upload.sha256 ? 0 : 1) : 1;
  const versionId = newId('ver');
  const at = timestamp(deps.clock.now());
  const fileId = await deps.store.transaction().execute(async (trx) => {
    const id =
      file?.id ??
      (
        await trx
          .insertInto('files')
          .values({
            client_id: clientId,
            workspace_id: workspaceId,
            filename: upload.filename,
            current_version_id: null,
            version,
            created_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    await trx.updateTable('files').set({ version }).where('id', '=', id).execute();
    await trx
      .insertInto('file_versions')
      .values({
        id: versionId,
        file_id: id,
        version,
        sha256: upload.sha256,
        byte_size: upload.byteSize,
        status: 'ingesting',
        error: null,
        mapping: JSON.stringify(mapping),
        folder: null,
        manifest: null,
        created_at: at,
        retired_at: null,
      })
      .execute();
    return id;
  });
  return { fileId, versionId, version };
}

export const rowsOf = ({ tables }: Parsed) =>
  tables.reduce((sum, table) => sum + table.rowCount, 0);

/** The rows that make a version the one that answers; refused where it was given up meanwhile (a restart). */
export function writeVersion(
  deps: RowDeps,
  job: Ingest,
  folder: string,
  manifest: CommitManifest,
  parsed: Parsed,
): Change['write'] {
  return async (trx, at) => {
    const ready = await trx
      .updateTable('file_versions')
      .set({
        status: 'ready',
        manifest: JSON.stringify(manifest),
        folder: path.relative(deps.folders.data, folder),
      })
      .where('id', '=', job.versionId)
      .where('status', '=', 'ingesting')
      .executeTakeFirst();
    if (ready.numUpdatedRows === 0n)
      throw new AppError('conflict', 'The upload was given up in between. Send it again.');
    await trx
      .updateTable('file_versions')
      .set({ retired_at: at, folder: null })
      .where('file_id', '=', job.fileId)
      .where('id', '!=', job.versionId)
      .where('retired_at', 'is', null)
      .execute();
    await trx
      .updateTable('files')
      .set({ current_version_id: job.versionId })
      .where('id', '=', job.fileId)
      .execute();
    const owner = {
      workspaceId: job.address.workspaceId,
      fileId: job.fileId,
      versionId: job.versionId,
    };
    await replaceTables(trx, owner, parsed.tables);
    // Another file may have been published since this was looked at first.
    const { maxRows } = deps.planLimits(job.address.principal.plan);
    await refuseTooManyRows(trx, owner, rowsOf(parsed), maxRows);
  };
}

/** Refusals of the request itself leave no trace; a file that could not be read stays in the list with its reason. */
export async function recordFailure(deps: RowDeps, job: Ingest, error: unknown): Promise<void> {
  const refused =
    error instanceof AppError &&
    (error.status === 409 || error.status === 422 || error.status === 507);
  const text =
    error instanceof AppError
      ? error.message
      : 'The service failed while it read this file. Upload it again; if that fails too, its log says why.';
  await deps.store.transaction().execute(async (trx) => {
    if (!refused) {
      await trx
        .updateTable('file_versions')
        .set({ status: 'failed', error: text })
        .where('id', '=', job.versionId)
        .execute();
      return;
    }
    await trx.deleteFrom('file_versions').where('id', '=', job.versionId).execute();
    await trx
      .deleteFrom('files')
      .where('id', '=', job.fileId)
      .where('current_version_id', 'is', null)
      .where((e) =>
        e.not(
          e.exists(e.selectFrom('file_versions').select('id').where('file_id', '=', job.fileId)),
        ),
      )
      .execute();
  });
}
