import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { buildVersion } from '#src/files/build-version.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import { parseMapping } from '#src/files/mapping.ts';
import type { Originals } from '#src/files/originals.ts';
import { diskFull } from '#src/files/parsing.ts';
import { hasDatabase, publish } from '#src/files/publish.ts';
import {
  type FileEntry,
  newestVersion,
  readVersion,
  readWorkspace,
  type Version,
} from '#src/files/records.ts';
import { refuseCollisions, refuseTooManyRows, replaceTables } from '#src/files/tables.ts';
import type { CommitManifest, ReceivedUpload, WorkspaceAddress } from '#src/files/types.ts';
import { newId } from '#src/ids.ts';
import type { ParseResult, SheetMapping } from '#workers/protocol.ts';

export interface UploadDeps extends FilesDeps {
  readonly originals: Originals;
}

type Mapping = Readonly<Record<string, SheetMapping>>;

/** One upload on its way: who sent what, and the version that it becomes. */
interface Ingest {
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

/** Takes an upload from its received bytes to published tables; one at a time for each workspace. */
export async function ingestUpload(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  signal: AbortSignal,
): Promise<CommitManifest> {
  const release = deps.originals.hold(upload.sha256);
  try {
    deps.atCrashPoint('received');
    const mapping = parseMapping(upload.mapping);
    const workspace = await readWorkspace(deps.store, address);
    if (workspace.source === 'database') throw hasDatabase();
    const file = await findFile(deps, address.workspaceId, upload.filename);
    const unchanged = upload.force ? null : await unchangedManifest(deps, file, upload);
    if (unchanged) return unchanged;
    if (!file) await refuseTooManyFiles(deps, address);
    const original = await deps.originals.take(upload.path, upload.sha256, upload.byteSize);
    deps.atCrashPoint('original-stored');
    const recorded = await recordVersion(deps, address, upload, mapping, file);
    deps.atCrashPoint('version-recorded');
    const first = workspace.generation_id === null;
    return await ingest(deps, { address, upload, mapping, ...recorded, original, first }, signal);
  } catch (error) {
    throw diskFull(error) ?? error;
  } finally {
    release();
    await rm(upload.path, { force: true });
    await deps.originals.removeUnused(upload.sha256);
  }
}

async function findFile(
  deps: UploadDeps,
  workspaceId: string,
  filename: string,
): Promise<FileEntry | null> {
  const row = await deps.store
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('filename', '=', filename)
    .executeTakeFirst();
  return row ?? null;
}

/** The manifest of the version that answers now, where it was made of the same bytes. */
async function unchangedManifest(
  deps: UploadDeps,
  file: FileEntry | null,
  upload: ReceivedUpload,
): Promise<CommitManifest | null> {
  const current = await readVersion(deps.store, file?.current_version_id ?? null);
  if (!current?.manifest || current.sha256 !== upload.sha256) return null;
  const { schema_status: _, ...manifest } = JSON.parse(current.manifest) as CommitManifest;
  return {
    ...manifest,
    unchanged: true,
    message: `"${upload.filename}" has the same bytes as version ${current.version}; nothing was written. Send force=true to build its tables again.`,
  };
}

async function refuseTooManyFiles(deps: UploadDeps, address: WorkspaceAddress): Promise<void> {
  const { maxFiles } = deps.planLimits(address.principal.plan);
  if (maxFiles === null) return;
  const row = await deps.store
    .selectFrom('files')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', address.workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(row.count) >= maxFiles)
    throw new AppError(
      'unprocessable',
      `The plan allows ${maxFiles} files in a workspace. Delete one first.`,
    );
}

/** Adds the version that is about to be made, and its file where it is new. Other bytes give the next number. */
async function recordVersion(
  deps: UploadDeps,
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

async function ingest(deps: UploadDeps, job: Ingest, signal: AbortSignal): Promise<CommitManifest> {
  const { workspaceId } = job.address;
  const spill = path.join(deps.folders.spill, job.versionId);
  const folder = path.join(deps.folders.engine, workspaceId, job.versionId);
  try {
    await mkdir(spill, { recursive: true });
    const parsed = await deps.parse(
      {
        path: job.original,
        filename: job.upload.filename,
        spillFolder: spill,
        mapping: job.mapping,
        limits: deps.parseLimits,
      },
      signal,
    );
    deps.atCrashPoint('parsed');
    await refuseOversized(deps, job, parsed);
    const { tables } = parsed;
    const profile = await buildVersion(
      deps,
      { workspaceId, versionId: job.versionId, folder, tables },
      signal,
    );
    const manifest = manifestOf(job, parsed);
    const change = {
      workspaceId,
      fileId: job.fileId,
      profile,
      write: writeVersion(deps, job, folder, manifest, parsed),
    };
    await publish(deps, change, () => deps.atCrashPoint('before-publish'), signal);
    deps.atCrashPoint('after-publish');
    return manifest;
  } catch (error) {
    await recordFailure(deps, job, error);
    throw error;
  } finally {
    deps.atCrashPoint('before-cleanup');
    await cleanUp(deps, job, spill);
  }
}

/** What stays behind here is removed at the next start: no reason to fail an upload that is published. */
async function cleanUp(deps: UploadDeps, job: Ingest, spill: string): Promise<void> {
  try {
    await rm(spill, { recursive: true, force: true });
    await deps.generations.sweep(job.address.workspaceId);
    await removeRetiredOriginals(deps, job.fileId);
  } catch (error) {
    deps.log.warn({ err: error, file_id: job.fileId }, 'leftovers of an upload were not removed');
  }
}

type Parsed = Extract<ParseResult, { kind: 'parsed' }>;

/** What can be refused before the engine has work with it. */
async function refuseOversized(deps: UploadDeps, job: Ingest, parsed: Parsed): Promise<void> {
  const { workspaceId, principal } = job.address;
  const owner = { workspaceId, fileId: job.fileId };
  await refuseCollisions(
    deps.store,
    owner,
    parsed.tables.map((table) => table.tableName),
  );
  const rows = parsed.tables.reduce((sum, table) => sum + table.rowCount, 0);
  await refuseTooManyRows(deps.store, owner, rows, deps.planLimits(principal.plan).maxRows);
}

function manifestOf(job: Ingest, parsed: Parsed): CommitManifest {
  return {
    filename: job.upload.filename,
    version: job.version,
    tables: parsed.tables.map((table) => ({
      table_name: table.tableName,
      sheet_name: table.sheetName,
      row_count: table.rowCount,
      column_count: table.columns.length,
    })),
    sha256: job.upload.sha256,
    unchanged: false,
    ...(job.first ? { schema_status: 'discovering' as const } : {}),
    notes: parsed.notes,
  };
}

/** The rows that make a version the one that answers; refused where it was given up meanwhile (a restart). */
function writeVersion(
  deps: UploadDeps,
  job: Ingest,
  folder: string,
  manifest: CommitManifest,
  parsed: Parsed,
): Parameters<typeof publish>[1]['write'] {
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
  };
}

/** Refusals of the request itself leave no trace; a file that could not be read stays in the list with its reason. */
async function recordFailure(deps: UploadDeps, job: Ingest, error: unknown): Promise<void> {
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

async function removeRetiredOriginals(deps: UploadDeps, fileId: number): Promise<void> {
  const retired: Pick<Version, 'sha256'>[] = await deps.store
    .selectFrom('file_versions')
    .select('sha256')
    .where('file_id', '=', fileId)
    .where('retired_at', 'is not', null)
    .execute();
  for (const { sha256 } of retired) await deps.originals.removeUnused(sha256);
}
