import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import { hiddenSecrets } from '#src/catalog/hidden-secrets.ts';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { AppError } from '#src/errors.ts';
import { compose, keysOf, requireBase } from '#src/files/append.ts';
import { beginVersion, buildVersion } from '#src/files/build-version.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { diskFull, diskTooSmall } from '#src/files/disk-full.ts';
import { keepReplaced } from '#src/files/kept-uploads.ts';
import { LikelyLoad } from '#src/files/likely-load.ts';
import { mappingOfVersion, parseMapping } from '#src/files/mapping.ts';
import { hasDatabase, publish } from '#src/files/publish.ts';
import {
  type FileEntry,
  findFile,
  readVersion,
  readWorkspace,
  type Version,
} from '#src/files/records.ts';
import { refuseCollisions, refuseTooManyRows } from '#src/files/tables.ts';
import type {
  CommitManifest,
  ManifestTable,
  ReceivedUpload,
  WorkspaceAddress,
} from '#src/files/types.ts';
import {
  type Ingest,
  type Mapping,
  type Parsed,
  type QueueIngest,
  recordFailure,
  recordVersion,
  retireFailed,
  rowsOf,
  writeVersion,
} from '#src/files/version-rows.ts';
import { newId } from '#src/ids.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import type { StoreSchema } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';
import type { ParsedTable, ParseNote } from '#workers/protocol.ts';

/** Said of uploads that a stop or a crash of the service cut off. */
export const STOPPED = 'Plumbline stopped during the import. Upload the file again.';

/**
 * Takes an upload from its received bytes to published tables. Files of a workspace are read side by side; their
 * admission and their publication follow each other.
 */
export async function ingestUpload(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  { signal, settle }: { readonly signal: AbortSignal; readonly settle?: Settle<CommitManifest> },
): Promise<CommitManifest> {
  const composed = await compose(deps, address, upload);
  if (composed.kind === 'unchanged') return composed.manifest;
  const whole = composed.upload;
  return holdingUpload(deps, address, whole, async () => {
    deps.atCrashPoint('received');
    const admitted = await deps.turns.take(address.workspaceId, () => admit(deps, address, whole));
    if (admitted.kind === 'unchanged') return admitted.manifest;
    return ingestNow(deps, admitted.job, signal, settle);
  });
}

/** Works with received bytes, which are gone afterwards, but for those that a version keeps. */
export async function holdingUpload<T>(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  work: () => Promise<T>,
): Promise<T> {
  const release = await deps.originals.hold(upload.sha256);
  try {
    return await work();
  } catch (error) {
    throw (await workspaceGone(deps, address, error)) ?? diskFull(error) ?? error;
  } finally {
    await release();
    await rm(upload.path, { force: true });
    await deps.originals.removeUnused(upload.sha256);
  }
}

/** What an upload fails with when its workspace was removed under it; null: it failed of something else. */
async function workspaceGone(
  { store }: Pick<UploadDeps, 'store'>,
  address: WorkspaceAddress,
  error: unknown,
): Promise<AppError | null> {
  if (error instanceof AppError) return null;
  const here = await store
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', address.workspaceId)
    .executeTakeFirst();
  if (here) return null;
  return new AppError(
    'workspace_not_found',
    'This workspace was deleted during the import. Nothing was stored.',
    { cause: error },
  );
}

type Admission =
  | { readonly kind: 'unchanged'; readonly manifest: CommitManifest }
  | { readonly kind: 'admitted'; readonly job: Ingest };

/** Everything that can refuse an upload before it is read; then its bytes are kept and its version is recorded. */
export async function admit(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  queue?: QueueIngest,
): Promise<Admission> {
  parseMapping(upload.mapping);
  const workspace = await readWorkspace(deps.store, address);
  if (workspace.source === 'database') throw hasDatabase();
  const file = await findFile(deps.store, address.workspaceId, upload.filename);
  const mapping = await nextMapping(deps, file, upload);
  const manifest = upload.force ? null : await settleUnchanged(deps, file, upload);
  if (manifest) {
    // Its sender may mean to bring back what was damaged.
    await deps.originals.take(upload.path, upload.sha256, upload.byteSize);
    await deps.originalIsBack(upload.sha256);
    return { kind: 'unchanged', manifest };
  }
  const original = await deps.originals.take(upload.path, upload.sha256, upload.byteSize);
  deps.atCrashPoint('original-stored');
  const recorded = await recordVersion(deps, { address, upload, mapping, file, queue });
  deps.atCrashPoint('version-recorded');
  const first = workspace.generation_id === null;
  const { clientId, workspaceId, principal } = address;
  const owner = { clientId, workspaceId, plan: principal.plan };
  return {
    kind: 'admitted',
    job: { address: owner, upload, mapping, ...recorded, original, first },
  };
}

/** The mapping that is sent, else that of the version that answers now. */
export async function nextMapping(
  { store }: Pick<UploadDeps, 'store'>,
  file: Pick<FileEntry, 'current_version_id'> | null,
  { mapping }: Pick<ReceivedUpload, 'mapping'>,
): Promise<Mapping> {
  const current = await readVersion(store, file?.current_version_id ?? null);
  return mappingOfVersion(mapping, current?.mapping ?? null);
}

/**
 * The manifest of the version that answers now, where it was made of the same bytes: it is what its sender wants, so
 * that nothing is said any more of versions that failed.
 */
export async function settleUnchanged(
  deps: UploadDeps,
  file: Pick<FileEntry, 'current_version_id'> | null,
  upload: Pick<ReceivedUpload, 'filename' | 'sha256'>,
): Promise<CommitManifest | null> {
  const current = await readVersion(deps.store, file?.current_version_id ?? null);
  // The same bytes one after the other are other rows than as one file.
  if (!current?.manifest || current.sha256 !== upload.sha256 || current.appended) return null;
  await retireFailed(deps, current.file_id);
  const { schema_status: _, ...manifest } = JSON.parse(current.manifest) as CommitManifest;
  return {
    ...manifest,
    file_id: current.file_id,
    unchanged: true,
    message: `"${upload.filename}" is identical to version ${current.version}, so nothing changed. Send force=true to rebuild its tables.`,
  };
}

async function ingestNow(
  deps: UploadDeps,
  job: Ingest,
  signal: AbortSignal,
  settle?: Settle<CommitManifest>,
): Promise<CommitManifest> {
  try {
    return await ingestAgain(deps, job, signal, { settle });
  } catch (error) {
    const shown = signal.aborted ? new AppError('unavailable', STOPPED, { cause: error }) : error;
    await recordFailure(deps, job, shown);
    throw shown;
  }
}

/** Seconds after which an upload is worth sending again whose engine ended twice. */
const RETRY_AFTER = 5;

/** Once more where a process of the engine ended meanwhile, as questions are asked again. */
async function ingestAgain(
  deps: UploadDeps,
  job: Ingest,
  signal: AbortSignal,
  follow: Follow,
): Promise<CommitManifest> {
  const isGone = (error: unknown) =>
    error instanceof SourceError && error.kind === 'unavailable' && !signal.aborted;
  try {
    return await ingest(deps, job, signal, follow);
  } catch (error) {
    if (!isGone(error)) throw error;
    deps.log.warn(
      { err: error, file_id: job.fileId },
      'restarting an import after its engine process ended',
    );
  }
  try {
    return await ingest(deps, job, signal, follow);
  } catch (error) {
    if (!isGone(error)) throw error;
    const { size } = await stat(job.original);
    const full = await diskTooSmall(deps.folders.data, size, error);
    if (full) throw full;
    throw new AppError(
      'unavailable',
      'The engine crashed twice during the import. Upload the file again in a moment.',
      { cause: error, retryAfter: RETRY_AFTER },
    );
  }
}

/** How far an upload is. */
export type IngestStage = 'reading' | 'building' | 'profiling' | 'publishing';

interface Follow {
  readonly progress?: SharedArrayBuffer;
  onStage?(stage: IngestStage): void;
  /** Rows that the engine has taken so far. */
  onBuilt?(rows: number): void;
  /** Said of the file beside what its reading says. */
  readonly notes?: readonly ParseNote[];
  /** Called in the transaction that publishes. */
  readonly settle?: Settle<CommitManifest>;
}

/** Files from which on the engine gets ready for their tables while they are read. */
export const LARGE_BYTES = 4 * 1024 * 1024;

/** Where the store has several gateways, each attempt has a folder of its own: one that was given up may still write. */
function newVersionFolder(
  { folders, store }: UploadDeps,
  workspaceId: string,
  versionId: string,
): string {
  const attempt = gatewayOf(store).isShared ? `-${newId('a').slice(2)}` : '';
  return path.join(folders.engine, workspaceId, `${versionId}${attempt}`);
}

/** From the kept bytes to published tables; what fails leaves its version as it was recorded. */
export async function ingest(
  deps: UploadDeps,
  job: Ingest,
  signal: AbortSignal,
  follow: Follow = {},
): Promise<CommitManifest> {
  const { workspaceId } = job.address;
  const spill = path.join(deps.folders.spill, job.versionId);
  const folder = newVersionFolder(deps, workspaceId, job.versionId);
  let begun: ReturnType<typeof beginVersion> | null = null;
  let likely: LikelyLoad | null = null;
  // A job may have been taken over from another gateway.
  const unpin = await deps.originals.pin(job.upload.sha256);
  try {
    await mkdir(spill, { recursive: true });
    const engine = await deps.engineOf(workspaceId);
    const engineName = engine.dialect.name;
    await requireBase(deps, job);
    const { appended } = job.upload;
    const parts = appended
      ? { parts: appended.parts, keys: await keysOf(deps, appended.base) }
      : {};
    if ((await stat(job.original)).size >= LARGE_BYTES) {
      begun = beginVersion(deps, { folder, engine: engineName }, signal);
      // Looked at when the file is read.
      begun.catch(() => {});
      likely = new LikelyLoad(begun);
    }
    const formats = engine.spillFormats ?? [];
    const parse = (spillFormats: typeof formats) =>
      deps.parse(
        {
          path: job.original,
          filename: job.upload.filename,
          spillFolder: spill,
          mapping: job.mapping,
          limits: deps.parseLimits,
          spillFormats,
          ...parts,
          ...(follow.progress ? { progress: follow.progress } : {}),
        },
        signal,
        likely ? (table) => likely?.take(table) : undefined,
      );
    const build = async ({ tables }: Parsed) => {
      const first = likely && (await likely.settle(tables));
      begun = null;
      likely = null;
      const request = { workspaceId, versionId: job.versionId, folder, tables, begun: first };
      return buildVersion(deps, { ...request, engine: engineName, ...follow }, signal);
    };
    let parsed = await parse(formats);
    follow.onStage?.('building');
    deps.atCrashPoint('parsed');
    await refuseOversized(deps, job, parsed);
    const profile = await build(parsed).catch(async (error: unknown) => {
      if (!isOfOriginal(parsed, error)) throw error;
      // The engine reads the uploaded file otherwise than we do: it gets what we read.
      deps.log.warn(
        { err: error, file_id: job.fileId },
        "reading a CSV with Plumbline's own reader",
      );
      await rm(spill, { recursive: true, force: true });
      await mkdir(spill, { recursive: true });
      parsed = await parse(formats.filter((format) => format !== 'delimited'));
      return build(parsed);
    });
    follow.onStage?.('publishing');
    const manifest = manifestOf(job, parsed, [
      ...(follow.notes ?? []),
      ...hiddenNotes(parsed, profile),
    ]);
    const write = writeVersion(deps, job, { folder, manifest, parsed });
    let shown = manifest;
    const change = {
      workspaceId,
      profiles: new Map([[job.fileId, profile]]),
      write: async (trx: Transaction<StoreSchema>, at: string) => {
        const replaced = await keepReplaced(deps, trx, job.fileId);
        await write(trx, at);
        shown = replaced ? { ...manifest, replaced } : manifest;
        await follow.settle?.(trx, shown);
      },
    };
    await deps.turns.take(workspaceId, () =>
      publish(deps, change, () => deps.atCrashPoint('before-publish'), signal),
    );
    deps.atCrashPoint('after-publish');
    return shown;
  } finally {
    // It was given up before there was anything to load.
    await begun?.then(
      (version) => version.abort(),
      () => {},
    );
    unpin();
    deps.atCrashPoint('before-cleanup');
    await cleanUp(deps, job, spill);
  }
}

/** Whether an engine failed on an uploaded file that it was given as it is. */
const isOfOriginal = ({ tables }: Parsed, error: unknown) =>
  error instanceof SourceError &&
  error.kind === 'query' &&
  tables.some(({ format }) => format?.kind === 'delimited');

/** What stays behind here is removed at the next start: no reason to fail an upload that is published. */
async function cleanUp(deps: UploadDeps, job: Ingest, spill: string): Promise<void> {
  try {
    await rm(spill, { recursive: true, force: true });
    await deps.generations.sweep(job.address.workspaceId);
    await removeRetiredOriginals(deps, job.fileId);
  } catch (error) {
    deps.log.warn({ err: error, file_id: job.fileId }, "leftovers of an upload weren't removed");
  }
}

/** What can be refused before the engine has work with it. */
async function refuseOversized(deps: UploadDeps, job: Ingest, parsed: Parsed): Promise<void> {
  const { workspaceId, plan } = job.address;
  const owner = { workspaceId, fileId: job.fileId };
  await refuseCollisions(
    deps.store,
    owner,
    parsed.tables.map((table) => table.tableName),
  );
  const { maxRows } = deps.planLimits(plan);
  await refuseTooManyRows(deps.store, owner, rowsOf(parsed), maxRows);
}

function manifestOf(job: Ingest, parsed: Parsed, more: readonly ParseNote[]): CommitManifest {
  return {
    file_id: job.fileId,
    filename: job.upload.filename,
    version: job.version,
    tables: parsed.tables.map((table) => ({
      table_name: table.tableName,
      sheet_name: table.sheetName,
      row_count: table.rowCount,
      column_count: table.columns.length,
      ...derivedFrom(table),
    })),
    sha256: job.upload.sha256,
    unchanged: false,
    ...(job.first ? { schema_status: 'discovering' as const } : {}),
    notes: [...more, ...parsed.notes],
    ...(parsed.appended
      ? {
          appended: {
            filename: job.upload.appended?.parts.at(-1)?.filename ?? job.upload.filename,
            rows: parsed.appended.rows,
            repeated_rows: parsed.appended.repeatedRows,
          },
        }
      : {}),
  };
}

/** Columns that nobody sees since they seem to hold secrets. */
const hiddenNotes = (parsed: Parsed, { tables }: VersionProfile): readonly ParseNote[] =>
  hiddenSecrets({ tables: tables.map(({ table }) => table) }).map(({ table, column, because }) => ({
    sheet_name: parsed.tables.find(({ tableName }) => tableName === table)?.sheetName ?? table,
    column,
    note: `Hidden: ${because === 'name' ? 'its name says' : 'its values suggest'} it holds a secret. Set it to shown if it doesn't.`,
  }));

async function removeRetiredOriginals(deps: UploadDeps, fileId: number): Promise<void> {
  const retired: Pick<Version, 'sha256'>[] = await deps.store
    .selectFrom('file_versions')
    .select('sha256')
    .where('file_id', '=', fileId)
    .where('retired_at', 'is not', null)
    .execute();
  for (const { sha256 } of retired) await deps.originals.removeUnused(sha256);
}

/** Of which tables of the file a table was made, as manifests say it. */
export const derivedFrom = ({ derived }: ParsedTable): Partial<ManifestTable> =>
  derived ? { derived: true, derived_from: { kind: derived.kind, of: derived.of } } : {};
