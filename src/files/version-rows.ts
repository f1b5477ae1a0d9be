import path from 'node:path';
import type { Transaction } from 'kysely';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { baseIsGone } from '#src/files/append.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import type { Change } from '#src/files/publish.ts';
import { countFiles, type FileEntry, findFile, newestVersion } from '#src/files/records.ts';
import { refuseTooManyRows, replaceTables } from '#src/files/tables.ts';
import type { CommitManifest, ReceivedUpload, WorkspaceAddress } from '#src/files/types.ts';
import { newId } from '#src/ids.ts';
import { gatewayOf, requireLease } from '#src/store/gateway.ts';
import type { StoreSchema } from '#src/store/schema.ts';
import type { ParseResult, SheetMapping } from '#workers/protocol.ts';

export type Mapping = Readonly<Record<string, SheetMapping>>;
export type Parsed = Extract<ParseResult, { kind: 'parsed' }>;
type RowDeps = Pick<FilesDeps, 'store' | 'clock' | 'folders' | 'planLimits' | 'publishEvent'>;

/** Where an upload goes, and the plan whose limits hold. */
type PlannedAddress = Pick<WorkspaceAddress, 'clientId' | 'workspaceId'> & {
  readonly principal: Pick<WorkspaceAddress['principal'], 'plan'>;
};

/** One upload on its way: where it goes, and the version that it becomes. */
export interface Ingest {
  readonly address: {
    readonly clientId: string;
    readonly workspaceId: string;
    /** The plan whose limits hold. */
    readonly plan: string;
  };
  readonly upload: Pick<ReceivedUpload, 'filename' | 'sha256' | 'appended'>;
  readonly mapping: Mapping;
  readonly fileId: number;
  readonly versionId: string;
  readonly version: number;
  readonly original: string;
  /** Whether the workspace had nothing to ask before. */
  readonly first: boolean;
}

/** Holds the workspace's row, so that files that come at once, also to other gateways, are counted one by one. */
async function refuseTooManyFiles(
  deps: RowDeps,
  trx: Transaction<StoreSchema>,
  { principal, workspaceId }: PlannedAddress,
  file: FileEntry | null,
): Promise<void> {
  const { maxFiles } = deps.planLimits(principal.plan);
  if (maxFiles === null) return;
  await lockWorkspace(trx, workspaceId);
  if ((await countFiles(trx, workspaceId, file?.id)) >= maxFiles)
    throw new AppError(
      'unprocessable',
      `The plan ${principal.plan} allows ${maxFiles} files per workspace. Delete one first.`,
    );
}

/** Holds the row of a workspace until the transaction ends. */
async function lockWorkspace(trx: Transaction<StoreSchema>, workspaceId: string): Promise<void> {
  await trx
    .updateTable('workspaces')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', workspaceId)
    .execute();
}

export type Recorded = Pick<Ingest, 'fileId' | 'versionId' | 'version'>;

/** Adds the job that reads the version, in the transaction that records it. */
export type QueueIngest = (trx: Transaction<StoreSchema>, recorded: Recorded) => Promise<void>;

interface NewVersion {
  readonly address: PlannedAddress;
  readonly upload: Pick<ReceivedUpload, 'filename' | 'sha256' | 'byteSize' | 'appended'>;
  readonly mapping: Mapping;
  /** The one that it is a version of; null where it is new. */
  readonly file: FileEntry | null;
  /** Where the version waits for a job. */
  readonly queue?: QueueIngest | undefined;
}

/** Adds the version that is about to be made, and its file where it is new. Other bytes give the next number. */
export async function recordVersion(
  deps: RowDeps,
  { address, upload, mapping, file: known, queue }: NewVersion,
): Promise<Recorded> {
  const { clientId, workspaceId } = address;
  const { id: gateway, isShared } = gatewayOf(deps.store);
  const versionId = newId('ver');
  const at = timestamp(deps.clock.now());
  return deps.store.transaction().execute(async (trx) => {
    await requireLease(trx);
    // Another gateway may add the same file, or a version of it.
    if (isShared) await lockWorkspace(trx, workspaceId);
    const file = isShared ? await findFile(trx, workspaceId, upload.filename) : known;
    const newest = file ? await newestVersion(trx, file.id) : null;
    const version = newest ? newest.version + (newest.sha256 === upload.sha256 ? 0 : 1) : 1;
    // A file that only failed so far is one more.
    if (!file?.current_version_id) await refuseTooManyFiles(deps, trx, address, file);
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
        status: queue ? 'queued' : 'ingesting',
        error: null,
        mapping: JSON.stringify(mapping),
        folder: null,
        manifest: null,
        appended: upload.appended ? JSON.stringify(upload.appended) : null,
        created_at: at,
        retired_at: null,
        gateway: isShared && !queue ? gateway : null,
      })
      .execute();
    const recorded = { fileId: id, versionId, version };
    await queue?.(trx, recorded);
    return recorded;
  });
}

export const rowsOf = ({ tables }: Parsed) =>
  tables.reduce((sum, table) => sum + table.rowCount, 0);

/** Another gateway may have shown a newer version meanwhile, which an older one does not replace. */
async function refuseOlder(
  trx: Transaction<StoreSchema>,
  { fileId, version, upload }: Ingest,
): Promise<void> {
  const newer = await trx
    .selectFrom('file_versions')
    .select('version')
    .where('file_id', '=', fileId)
    .where('version', '>', version)
    .where('status', '=', 'ready')
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  if (newer)
    throw new AppError(
      'conflict',
      `Version ${newer.version} of "${upload.filename}" was uploaded in the meantime and is in use. To replace it, upload your file again.`,
    );
}

/** The rows that make a version the one that answers; refused where it was given up meanwhile (a restart). */
export function writeVersion(
  deps: RowDeps,
  job: Ingest,
  {
    folder,
    manifest,
    parsed,
  }: { readonly folder: string; readonly manifest: CommitManifest; readonly parsed: Parsed },
): Change['write'] {
  return async (trx, at) => {
    await requireLease(trx);
    await refuseOlder(trx, job);
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
      throw new AppError('conflict', 'The upload was cancelled. Send it again.');
    await trx
      .updateTable('file_versions')
      .set({ retired_at: at, folder: null })
      .where('file_id', '=', job.fileId)
      .where('id', '!=', job.versionId)
      .where('retired_at', 'is', null)
      // A newer one that waits for its job is still to come.
      .where((e) =>
        e.or([e('version', '<', job.version), e('status', 'not in', ['queued', 'ingesting'])]),
      )
      .execute();
    const { appended } = job.upload;
    const shown = await trx
      .updateTable('files')
      .set({ current_version_id: job.versionId })
      .where('id', '=', job.fileId)
      .$if(appended !== undefined, (query) =>
        query.where('current_version_id', '=', appended?.base ?? ''),
      )
      .executeTakeFirst();
    if (shown.numUpdatedRows === 0n) throw baseIsGone();
    const owner = {
      workspaceId: job.address.workspaceId,
      fileId: job.fileId,
      versionId: job.versionId,
    };
    await replaceTables(trx, owner, parsed.tables);
    // Another file may have been published since this was looked at first.
    const { maxRows } = deps.planLimits(job.address.plan);
    await refuseTooManyRows(trx, owner, rowsOf(parsed), maxRows);
    const tables = manifest.tables.map(({ table_name, row_count }) => ({ table_name, row_count }));
    await deps.publishEvent(trx, {
      type: 'file.ready',
      scope: job.address,
      data: { ...fileOf(job), tables },
    });
  };
}

/** Ends what is said of versions of a file that could not be read. */
export async function retireFailed({ store, clock }: RowDeps, fileId: number): Promise<void> {
  await store
    .updateTable('file_versions')
    .set({ retired_at: timestamp(clock.now()) })
    .where('file_id', '=', fileId)
    .where('status', '=', 'failed')
    .where('retired_at', 'is', null)
    .execute();
}

const fileOf = ({ fileId, upload, version }: Ingest) => ({
  file_id: fileId,
  filename: upload.filename,
  version,
});

const failed = (deps: RowDeps, trx: Transaction<StoreSchema>, job: Ingest, error: string) =>
  deps.publishEvent(trx, {
    type: 'file.failed',
    scope: job.address,
    data: { ...fileOf(job), error },
  });

/** What the sender of a file that could not be taken over is told. */
export const failureText = (error: unknown): string =>
  error instanceof AppError
    ? error.message
    : 'The import failed. Upload the file again; if it fails again, check the log.';

/** Refusals of the request itself leave no trace; a file that could not be read stays in the list with its reason. */
export async function recordFailure(
  deps: RowDeps,
  job: Ingest,
  error: unknown,
  background = false,
): Promise<void> {
  const refused =
    error instanceof AppError &&
    (error.status === 409 || error.status === 422 || error.status === 507);
  const text = failureText(error);
  await deps.store.transaction().execute(async (trx) => {
    if (!refused) {
      await trx
        .updateTable('file_versions')
        .set({ status: 'failed', error: text })
        .where('id', '=', job.versionId)
        .execute();
      await failed(deps, trx, job, text);
      return;
    }
    // Its sender has the answer; one who does not wait for it has to hear.
    if (background) await failed(deps, trx, job, text);
    await trx.deleteFrom('file_versions').where('id', '=', job.versionId).execute();
    await dropEmptyFile(trx, job.fileId);
  });
}

/** Takes a version out that is not read yet, and its file where that has no other; false where it is no longer so. */
export async function dropVersion(
  trx: Transaction<StoreSchema>,
  version: { readonly id: string; readonly file_id: number },
): Promise<boolean> {
  const dropped = await trx
    .deleteFrom('file_versions')
    .where('id', '=', version.id)
    .where('status', 'in', ['queued', 'ingesting'])
    .executeTakeFirst();
  if (dropped.numDeletedRows === 0n) return false;
  await dropEmptyFile(trx, version.file_id);
  return true;
}

async function dropEmptyFile(trx: Transaction<StoreSchema>, fileId: number): Promise<void> {
  await trx
    .deleteFrom('files')
    .where('id', '=', fileId)
    .where('current_version_id', 'is', null)
    .where((e) =>
      e.not(e.exists(e.selectFrom('file_versions').select('id').where('file_id', '=', fileId))),
    )
    .execute();
}
