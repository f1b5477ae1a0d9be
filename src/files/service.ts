import { rm } from 'node:fs/promises';
import { AppError } from '#src/errors.ts';
import { withTarget } from '#src/files/append.ts';
import { abandonIngest, createIngestJob, enqueueUpload } from '#src/files/background.ts';
import { cancelJob } from '#src/files/cancel.ts';
import { createCheckedEngine } from '#src/files/checked-engine.ts';
import type { FilesDeps, UploadDeps } from '#src/files/deps.ts';
import { forgetWorkspaces } from '#src/files/forget.ts';
import { IngestPlaces } from '#src/files/ingest-places.ts';
import { Integrity } from '#src/files/integrity.ts';
import { fileJob } from '#src/files/job-status.ts';
import { keepUpload, keptUpload, twinOf } from '#src/files/kept-uploads.ts';
import { Originals } from '#src/files/originals.ts';
import { previewUpload } from '#src/files/preview-upload.ts';
import { type Rebuilt, rebuildVersions } from '#src/files/rebuild.ts';
import { fileRecords, readWorkspace } from '#src/files/records.ts';
import { recoverFiles, sweepFiles } from '#src/files/recover.ts';
import { removeFile } from '#src/files/remove.ts';
import { storedUpload } from '#src/files/stored-upload.ts';
import type { FilesService } from '#src/files/types.ts';
import { ingestUpload } from '#src/files/upload.ts';
import type { AbandonedJob, JobHandler } from '#src/jobs/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import { Turns } from '#src/turns.ts';

export interface OpenFilesService extends FilesService {
  /** Puts the data folder in order; call it once, before the first request. */
  recover(): Promise<void>;
  /** Moves what nothing needs to the trash; for a process that has the data folder to itself. */
  sweep(): Promise<void>;
  /** Removes what workspaces left whose rows are gone. */
  forget(workspaceIds: readonly string[]): Promise<void>;
  /** The handler of `INGEST_JOB`, and what is done where the process ended in each of its attempts. */
  readonly ingest: JobHandler;
  readonly abandon: AbandonedJob;
  /** Finds and repairs damaged files of stored versions. */
  readonly integrity: Integrity;
  /** The engine that answers for a catalog of files; it reads whole versions only. */
  source(catalog: Pick<Catalog, 'dialect'>): Promise<TabularEngine>;
  /** Builds engine files from originals again; for a data folder that no service uses. */
  rebuild(options: { readonly all: boolean }, say: (line: string) => void): Promise<Rebuilt>;
  /** Gives up uploads in progress: they are marked as failed, what was published stays. */
  close(): void;
}

/** Uploads, lists and deletes the files of workspaces. Changes of one file follow each other. */
export function createFilesService(deps: FilesDeps): OpenFilesService {
  const originals = new Originals(deps);
  const places = new IngestPlaces(deps.ingestLimits);
  const checkedOf = new WeakMap<TabularEngine, TabularEngine>();
  const checked = (engine: TabularEngine) => {
    const made = checkedOf.get(engine) ?? createCheckedEngine(engine, integrity);
    checkedOf.set(engine, made);
    return made;
  };
  const all: UploadDeps = {
    ...deps,
    ...{ originals, places, checked, turns: new Turns() },
    engineOf: async (workspaceId) => deps.engine(await deps.generations.dialectOf(workspaceId)),
    originalIsBack: (sha256) => integrity.originalIsBack(sha256),
  };
  const integrity = new Integrity({ ...all, checkIntervalMs: deps.checkIntervalMs });
  const stopping = new AbortController();
  const upload: FilesService['upload'] = async (address, received, signal, settle) => {
    const either = AbortSignal.any([signal, stopping.signal]);
    try {
      const named = await withTarget(all, address, received);
      const { workspaceId } = address;
      return await places.take({ workspaceId, filename: named.filename, signal: either }, () =>
        ingestUpload(all, address, named, { signal: either, settle }),
      );
    } finally {
      await rm(received.path, { force: true });
    }
  };
  const preview: FilesService['previewUpload'] = async (address, received, signal, keep) => {
    const either = AbortSignal.any([signal, stopping.signal]);
    const isKept = keep === true && deps.keptUploads.ms > 0;
    const twin = isKept ? await twinOf(received) : null;
    try {
      const named = await withTarget(all, address, received);
      const { workspaceId } = address;
      const shown = await places.take({ workspaceId, filename: null, signal: either }, () =>
        previewUpload(all, address, named, either),
      );
      return twin === null
        ? shown
        : { ...shown, ...(await keepUpload(all, address, { ...received, path: twin })) };
    } finally {
      await rm(received.path, { force: true });
      if (twin) await rm(twin, { force: true });
    }
  };
  const enqueue: FilesService['enqueue'] = async (address, upload, settle) => {
    try {
      return await enqueueUpload(all, address, await withTarget(all, address, upload), settle);
    } finally {
      await rm(upload.path, { force: true });
    }
  };
  return {
    recover: () => recoverFiles(deps),
    sweep: () => sweepFiles(deps, originals),
    upload,
    previewUpload: preview,
    readAgain: async (address, request, signal, settle) =>
      upload(address, await storedUpload(all, address, request), signal, settle),
    previewAgain: async (address, request, signal) =>
      preview(address, await storedUpload(all, address, request), signal),
    enqueue,
    previewKept: async (address, request, signal) =>
      preview(address, await keptUpload(all, address, request), signal),
    enqueueKept: async (address, request, settle) =>
      enqueue(address, await keptUpload(all, address, request), settle),
    job: async (address, jobId) => {
      await readWorkspace(deps.store, address);
      return fileJob(deps.store, address, jobId);
    },
    cancel: async (address, jobId, settle) => {
      await readWorkspace(deps.store, address);
      return cancelJob(all, address, jobId, settle);
    },
    ingest: createIngestJob(all),
    abandon: (job) => abandonIngest(all, job),
    rebuild: (options, say) => rebuildVersions(all, options, say),
    list: async (address) => {
      await readWorkspace(deps.store, address);
      return fileRecords(deps.store, address.workspaceId);
    },
    read: async (address, fileId) => {
      await readWorkspace(deps.store, address);
      const records = await fileRecords(deps.store, address.workspaceId);
      const found = records.find(({ id }) => id === fileId);
      if (!found) throw new AppError('file_not_found', "This file doesn't exist. Check its ID.");
      return found;
    },
    remove: (address, fileId, settle) =>
      removeFile(all, address, { fileId, settle, signal: stopping.signal }),
    integrity,
    source: async ({ dialect }) => checked(await deps.engine(dialect)),
    forget: (workspaceIds) => forgetWorkspaces(deps, originals, workspaceIds),
    close: () => stopping.abort(new Error('the service is stopping')),
  };
}
