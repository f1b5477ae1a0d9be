import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import { AppError } from '#src/errors.ts';
import { appendedOf, compose } from '#src/files/append.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { diskFull } from '#src/files/disk-full.ts';
import { readVersion, type Version } from '#src/files/records.ts';
import type {
  CommitManifest,
  QueuedFile,
  ReceivedUpload,
  WorkspaceAddress,
} from '#src/files/types.ts';
import {
  admit,
  holdingUpload,
  type IngestStage,
  ingest,
  settleUnchanged,
} from '#src/files/upload.ts';
import { failureText, type Ingest, type Mapping, recordFailure } from '#src/files/version-rows.ts';
import { JobRefused, LeaseLost, type RunningJob } from '#src/jobs/types.ts';
import type { StoreSchema } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';
import { newProgress, readProgress } from '#workers/ingest/progress.ts';

/** Kind of the job that ingests an upload whose sender does not wait. */
export const INGEST_JOB = 'files.ingest';
/** Ends of the process do not count as faults of the upload until there are so many. */
const ATTEMPTS = 25;
/** Attempts after which a fault of the service is one for good. */
const FAULTS = 5;
const PROGRESS_EVERY_MS = 500;

/** What a job holds; everything else is in the rows of the version. */
export interface IngestJob {
  readonly filename: string;
  readonly byteSize: number;
  /** Null: the same bytes are shown already, as `manifest` says. */
  readonly versionId: string | null;
  readonly manifest: CommitManifest | null;
  readonly plan: string;
  readonly force: boolean;
  readonly first: boolean;
}

/**
 * Keeps the bytes of an upload and adds its version and its job in one transaction: once this gives the job, the
 * upload survives the process.
 */
export async function enqueueUpload(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  settle?: Settle<QueuedFile>,
): Promise<QueuedFile> {
  const composed = await compose(deps, address, upload);
  const whole = composed.kind === 'composed' ? composed.upload : upload;
  const { filename, byteSize, force } = whole;
  const about = { filename, byteSize, force, plan: address.principal.plan };
  const queue = async (trx: Transaction<StoreSchema>, payload: IngestJob) => {
    const { workspaceId } = address;
    const job = { kind: INGEST_JOB, workspaceId, payload: { ...payload }, maxAttempts: ATTEMPTS };
    const queued = { job_id: await deps.enqueue(trx, job), filename, status: 'queued' } as const;
    await settle?.(trx, queued);
    return queued;
  };
  return holdingUpload(deps, address, whole, async () => {
    let queued: QueuedFile | null = null;
    const admitted = await deps.turns.take(address.workspaceId, async () => {
      if (composed.kind === 'unchanged') return composed;
      const first = await isFirst(deps, address.workspaceId);
      return admit(deps, address, whole, async (trx, { versionId }) => {
        queued = await queue(trx, { ...about, versionId, manifest: null, first });
      });
    });
    if (admitted.kind === 'unchanged') {
      const { manifest } = admitted;
      queued = await deps.store
        .transaction()
        .execute((trx) => queue(trx, { ...about, versionId: null, manifest, first: false }));
    }
    return queued!;
  });
}

async function isFirst({ store }: UploadDeps, workspaceId: string): Promise<boolean> {
  const row = await store
    .selectFrom('workspaces')
    .select('generation_id')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.generation_id === null;
}

/** The handler of `INGEST_JOB`. A version that was published before the process ended is not published again. */
export function createIngestJob(
  deps: UploadDeps,
): (job: RunningJob) => Promise<Readonly<Record<string, unknown>>> {
  return async (job) => {
    const about = job.payload as unknown as IngestJob;
    if (about.versionId === null) return { manifest: about.manifest };
    const workspaceId = job.workspaceId!;
    const { filename } = about;
    const request = { workspaceId, filename, signal: job.signal, background: true };
    const manifest = await deps.places.take(request, () => ingestVersion(deps, job));
    return { manifest };
  };
}

/** After the last attempt, where the process ended in each. */
export async function abandonIngest(deps: UploadDeps, job: RunningJob): Promise<void> {
  const found = await findVersion(deps, job);
  if (found?.version.status === 'queued' || found?.version.status === 'ingesting')
    await recordFailure(deps, found.ingest, null, true);
}

async function findVersion(
  deps: UploadDeps,
  job: RunningJob,
): Promise<{ version: Version; ingest: Ingest; current: string | null } | null> {
  const about = job.payload as unknown as IngestJob;
  const version = await readVersion(deps.store, about.versionId);
  const file =
    version &&
    (await deps.store
      .selectFrom('files')
      .selectAll()
      .where('id', '=', version.file_id)
      .executeTakeFirst());
  if (!version || !file) return null;
  const ingest: Ingest = {
    address: { clientId: file.client_id, workspaceId: file.workspace_id, plan: about.plan },
    upload: {
      ...{ filename: file.filename, sha256: version.sha256 },
      appended: appendedOf(version) ?? undefined,
    },
    mapping: JSON.parse(version.mapping) as Mapping,
    fileId: file.id,
    versionId: version.id,
    version: version.version,
    original: deps.originals.path(version.sha256),
    first: about.first,
  };
  return { version, ingest, current: file.current_version_id };
}

async function ingestVersion(deps: UploadDeps, job: RunningJob): Promise<CommitManifest> {
  job.signal.throwIfAborted();
  const found = await findVersion(deps, job);
  if (!found) throw new JobRefused('The file was deleted before it was imported.');
  const { version, ingest: about, current } = found;
  if (version.status === 'ready') return JSON.parse(version.manifest!) as CommitManifest;
  if (version.status === 'failed') throw new JobRefused(version.error ?? failureText(null));
  try {
    const unchanged = await settledMeanwhile(deps, job, about, current);
    if (unchanged) return unchanged;
    await begin(deps, about);
    return await followed(job, (follow, signal) => ingest(deps, about, signal, follow));
  } catch (error) {
    job.signal.throwIfAborted();
    const shown = diskFull(error) ?? error;
    if (!(await findVersion(deps, job))) {
      // It was cancelled: who cancelled it has said all that there is to say.
      await deps.originals.removeUnused(about.upload.sha256);
      throw new LeaseLost(job.id);
    }
    if (error instanceof LeaseLost || (isPassing(shown) && job.attempt < FAULTS)) throw error;
    await recordFailure(deps, about, shown, true);
    throw new JobRefused(failureText(shown), { cause: error });
  }
}

/** Faults of the service and its disk may be over at the next attempt; what is wrong with a file stays wrong. */
const isPassing = (error: unknown) => !(error instanceof AppError) || error.status >= 500;

/**
 * The manifest of the version that the file shows, where this one need not be read any more: it has the same bytes, or
 * a newer one was uploaded and shown meanwhile, which an older one does not replace. Neither is a failure.
 */
async function settledMeanwhile(
  deps: UploadDeps,
  job: RunningJob,
  about: Ingest,
  currentId: string | null,
): Promise<CommitManifest | null> {
  // Its rows are nowhere else: it is appended, or refused.
  if (about.upload.appended) return null;
  const current = await readVersion(deps.store, currentId);
  const isNewer = current !== null && current.version > about.version;
  const { force } = job.payload as unknown as IngestJob;
  if (force && !isNewer) return null;
  const manifest = isNewer
    ? supersededBy(current, about)
    : await settleUnchanged(deps, { current_version_id: currentId }, about.upload);
  if (!manifest) return null;
  await deps.store.deleteFrom('file_versions').where('id', '=', about.versionId).execute();
  await deps.originals.removeUnused(about.upload.sha256);
  return manifest;
}

function supersededBy(current: Version, { upload, version }: Ingest): CommitManifest {
  const { schema_status: _, ...manifest } = JSON.parse(current.manifest!) as CommitManifest;
  return {
    ...manifest,
    file_id: current.file_id,
    unchanged: true,
    message: `Version ${version} of "${upload.filename}" wasn't imported, because the newer version ${current.version} is already in use.`,
  };
}

/** Takes away what an attempt left that was cut off. */
async function begin(deps: UploadDeps, { address, versionId }: Ingest): Promise<void> {
  const leftovers = [
    path.join(deps.folders.spill, versionId),
    path.join(deps.folders.engine, address.workspaceId, versionId),
  ];
  for (const folder of leftovers) await rm(folder, { recursive: true, force: true });
  await deps.store
    .updateTable('file_versions')
    .set({ status: 'ingesting' })
    .where('id', '=', versionId)
    .where('status', '=', 'queued')
    .execute();
}

/** Keeps how far the work is, now and then; ends it where the job is no longer held (cancelled, taken over). */
async function followed<T>(
  job: RunningJob,
  work: (follow: NonNullable<Parameters<typeof ingest>[3]>, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const progress = newProgress();
  const lost = new AbortController();
  let stage: IngestStage = 'reading';
  let built = 0;
  const keep = () => {
    const { bytes, rows } = readProgress(progress);
    job.progress({ stage, bytes_read: bytes, rows, rows_built: built }).catch((error: unknown) => {
      // A store that is away is no reason to end.
      if (error instanceof LeaseLost) lost.abort(error);
    });
  };
  keep();
  const timer = setInterval(keep, PROGRESS_EVERY_MS);
  try {
    return await work(
      {
        progress,
        onStage(next) {
          stage = next;
          keep();
        },
        onBuilt(rows) {
          built = rows;
        },
      },
      AbortSignal.any([job.signal, lost.signal]),
    );
  } finally {
    clearInterval(timer);
  }
}
