import { computed, signal } from '@preact/signals';
import {
  type CommitManifest,
  deleteFile,
  deleteFileSource,
  type FileJob,
  type FileRefresh,
  fetchFile,
  getFileJob,
  importKeptUpload,
  previewKeptUpload,
  previewUrl,
  ServiceError,
  type SheetMapping,
  setFileSource,
  type UploadPreview,
  uploadFile,
  uploadFileInBackground,
} from '../api/data.ts';
import { serviceOf } from '../api/kit.ts';
import { caller, mayManage } from './session.ts';
import { readSessionAgain } from './session-again.ts';
import { workspace } from './workspace.ts';

export type Mapping = Readonly<Record<string, SheetMapping>>;

type UploadState =
  /** For a key, or for the file before it; nothing is known of it yet. */
  | { readonly kind: 'waiting' }
  /** Its bytes leave to be looked at; `part` of 1. */
  | { readonly kind: 'looking'; readonly part: number }
  /** What it would become is shown; nothing is stored. */
  | { readonly kind: 'shown'; readonly preview: UploadPreview }
  /** To be stored, after the file before it. */
  | { readonly kind: 'due' }
  | { readonly kind: 'sending'; readonly part: number }
  | { readonly kind: 'reading'; readonly progress: FileJob['progress'] }
  /** Stored; `error`: why it couldn't be undone. */
  | { readonly kind: 'ready'; readonly manifest: CommitManifest; readonly error?: unknown }
  /** What was stored is being taken back, or was: `version` is the one that is back, null: there was none. */
  | { readonly kind: 'undoing' }
  | { readonly kind: 'undone'; readonly version: number | null }
  | { readonly kind: 'failed'; readonly error: unknown; readonly wasDue: boolean };

/** Where the service fetches a file, and how often it looks there again; null: never. */
export interface UrlFile {
  readonly url: string;
  readonly refresh: FileRefresh | null;
}

export interface Upload {
  readonly id: number;
  /** As it is called; of a URL, once that is known. */
  readonly name: string;
  /** Null: it comes from a URL. */
  readonly file: File | null;
  readonly url: UrlFile | null;
  readonly state: UploadState;
  /** What was said of its sheets; null: nothing, so that what was said of an earlier version holds. */
  readonly mapping: Mapping | null;
  /** Id of the stored file that its rows are added to; null: it is a file of its own. */
  readonly appendTo: number | null;
  /** What the service keeps its bytes under, so that they leave once; null: it hasn't had them yet. */
  readonly keptAs: string | null;
  /** What it was last seen to become. */
  readonly preview: UploadPreview | null;
  /** Whether somebody wants to see it before it is stored, though nothing is open. */
  readonly isReviewed: boolean;
}

/** Files that were dropped in this tab; they outlive views and signing in, never a reload. */
export const uploads = signal<readonly Upload[]>([]);
/** Counts up whenever tables of the workspace have changed. */
export const tablesChanged = signal(0);
export const waiting = computed(
  () => uploads.value.filter(({ state }) => state.kind === 'waiting').length,
);

let lastId = 0;
let isAtWork = false;

function change(id: number, fields: Partial<Upload>): void {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...fields } : one));
}

export function addFiles(files: Iterable<File>): void {
  const added = [...files].map((file): Upload => {
    lastId += 1;
    return {
      ...{ id: lastId, name: file.name, file, url: null, state: { kind: 'waiting' } },
      ...{ mapping: null, appendTo: null },
      ...{ keptAs: null, preview: null, isReviewed: false },
    };
  });
  uploads.value = [...added, ...uploads.value];
  workOff();
}

/** Takes a file that the service fetches. */
export function addUrl(url: UrlFile): void {
  lastId += 1;
  const added: Upload = {
    ...{
      id: lastId,
      name: url.url.split('?')[0] ?? '',
      file: null,
      url,
      state: { kind: 'waiting' },
    },
    ...{ mapping: null, appendTo: null, keptAs: null, preview: null, isReviewed: false },
  };
  uploads.value = [added, ...uploads.value];
  workOff();
}

/** Shows what a file becomes by another mapping. */
export function showUpload(id: number, mapping: Mapping, preview: UploadPreview): void {
  change(id, { mapping, preview, state: { kind: 'shown', preview } });
}

/** Looks at a file again, and shows what it would become. */
export function lookAgain(id: number, mapping: Upload['mapping']): void {
  change(id, { mapping, isReviewed: true, state: { kind: 'waiting' } });
  workOff();
}

/**
 * Looks at a file again, as rows of another; what was said of its sheets was said of the file that it would have been.
 * Where it is stored as that file already, it is taken back first.
 */
export async function sendTo(id: number, appendTo: Upload['appendTo']): Promise<void> {
  if (!(await undoUpload(id))) return;
  change(id, { appendTo });
  lookAgain(id, null);
}

/** Takes back what was stored: the file goes, or its former version comes again. False where that failed. */
export async function undoUpload(id: number): Promise<boolean> {
  const upload = uploads.value.find((one) => one.id === id);
  const state = upload?.state;
  const to = target();
  if (state?.kind !== 'ready' || state.manifest.unchanged || !to) return true;
  const { manifest } = state;
  const { file_id, replaced } = manifest;
  change(id, { state: { kind: 'undoing' } });
  try {
    if (replaced) {
      const { upload_id } = replaced;
      await followed(to, await importKeptUpload(to.service, { ...to.place, upload_id, body: {} }));
      if (upload?.url?.refresh && file_id !== undefined)
        await ifKept(deleteFileSource(to.service, { ...to.place, file_id }));
    } else if (file_id !== undefined) await deleteFile(to.service, { ...to.place, file_id });
    change(id, { state: { kind: 'undone', version: replaced?.version ?? null } });
    await readSessionAgain().catch(() => undefined);
    tablesChanged.value += 1;
    return true;
  } catch (error) {
    change(id, { state: { kind: 'ready', manifest, error } });
    return false;
  }
}

/** Stores a file, read as `mapping` says. */
export function storeUpload(id: number, mapping: Upload['mapping']): void {
  change(id, { mapping, state: { kind: 'due' } });
  workOff();
}

export function forgetUpload(id: number): void {
  uploads.value = uploads.value.filter((one) => one.id !== id);
}

/** One file after the other, as they were dropped; does nothing until there is a key and a workspace. */
export async function workOff(): Promise<void> {
  if (isAtWork) return;
  isAtWork = true;
  try {
    for (let next = nextDue(); next; next = nextDue())
      await (next.state.kind === 'due' ? storeOne(next) : lookAtOne(next));
  } finally {
    isAtWork = false;
  }
}

const nextDue = (): Upload | undefined =>
  mayManage.value && workspace.value
    ? uploads.value.findLast(({ state }) => state.kind === 'waiting' || state.kind === 'due')
    : undefined;

/** The service and the workspace of now; null while there is none. */
function target() {
  const by = caller.value;
  const into = workspace.value;
  if (!by || !into) return null;
  return {
    service: serviceOf(by),
    place: { client_id: by.clientId, workspace_id: into.workspace_id },
    isFirst: into.source === 'none',
  };
}

type Target = NonNullable<ReturnType<typeof target>>;

/** Null where the service no longer keeps the bytes. */
async function ifKept<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/** What a file would become, read as `mapping` says; nothing is stored. Its bytes leave the first time only. */
export async function previewOf(
  { id, file, url, appendTo, keptAs }: Upload,
  mapping: Mapping | null,
  signal: AbortSignal | null = null,
  onPart: (part: number) => void = () => undefined,
): Promise<UploadPreview> {
  const to = target();
  if (!to) throw new Error('No workspace is selected.');
  const how = appendTo === null ? {} : { append_to: appendTo };
  if (keptAs !== null) {
    const body = { ...how, ...(mapping ? { mapping } : {}) };
    const call = { ...to.place, upload_id: keptAs, body };
    const found = await ifKept(previewKeptUpload(to.service, call, signal ? { signal } : {}));
    if (found) return found;
  }
  if (!file) {
    const fetched = await previewUrl(to.service, { ...to.place, body: { url: url?.url ?? '' } });
    change(id, { keptAs: fetched.upload_id ?? null, name: fetched.filename });
    if (!mapping && appendTo === null) return fetched;
    const body = { ...how, ...(mapping ? { mapping } : {}) };
    const upload_id = fetched.upload_id ?? '';
    return previewKeptUpload(to.service, { ...to.place, upload_id, body });
  }
  const found = await uploadFile(
    to.service,
    {
      ...to.place,
      ...{ preview: 'true', keep: 'true' },
      body: { file, ...how, ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) },
    },
    {
      ...(signal ? { signal } : {}),
      onProgress: ({ sent, total }) => onPart(total === 0 ? 1 : sent / total),
    },
  );
  if (!('preview' in found)) throw new Error('The server saved the file instead of previewing it.');
  change(id, { keptAs: found.upload_id ?? null });
  return found;
}

/** Whether nothing about a file is left to its owner to decide. */
const isClear = ({ notes }: UploadPreview) => !notes.some(({ open }) => open);

async function lookAtOne(upload: Upload): Promise<void> {
  const { id, mapping, isReviewed } = upload;
  const looking = (part: number) => change(id, { state: { kind: 'looking', part } });
  looking(upload.keptAs === null ? 0 : 1);
  try {
    const preview = await previewOf(upload, mapping, null, looking);
    const isDue = !isReviewed && isClear(preview);
    change(id, { preview, state: isDue ? { kind: 'due' } : { kind: 'shown', preview } });
  } catch (error) {
    change(id, { state: { kind: 'failed', error, wasDue: false } });
  }
}

const POLL_MS = 250;

async function storeOne(upload: Upload): Promise<void> {
  const to = target();
  if (!to) return;
  const { id } = upload;
  try {
    const manifest = await followed(to, await sent(to, upload), (progress) =>
      change(id, { state: { kind: 'reading', progress } }),
    );
    if (upload.url?.refresh && manifest.file_id !== undefined && upload.appendTo === null) {
      const { url, refresh } = upload.url;
      await setFileSource(to.service, {
        ...{ ...to.place, file_id: manifest.file_id },
        body: { url, refresh },
      });
    }
    change(id, { state: { kind: 'ready', manifest } });
    // A workspace that was empty holds files from now on.
    if (to.isFirst) await readSessionAgain().catch(() => undefined);
    tablesChanged.value += 1;
  } catch (error) {
    change(id, { state: { kind: 'failed', error, wasDue: true } });
  }
}

const QUEUED: FileJob['progress'] = {
  ...{ stage: 'queued', bytes_read: 0, bytes_total: 0 },
  ...{ rows: 0, rows_built: 0 },
};

/** Begins the import: of the bytes that the service has, else they are sent. */
async function sent(
  { service, place }: Target,
  { id, file, url, mapping, appendTo, keptAs }: Upload,
): Promise<Pick<FileJob, 'job_id'>> {
  // Rows that are there already are not added again; a file is read again as it was said.
  const how = appendTo !== null ? { append_to: appendTo } : mapping ? { force: true } : {};
  if (keptAs !== null) {
    change(id, { state: { kind: 'reading', progress: QUEUED } });
    const body = { ...how, ...(mapping ? { mapping } : {}) };
    const job = await ifKept(importKeptUpload(service, { ...place, upload_id: keptAs, body }));
    if (job) return job;
  }
  if (!file) {
    change(id, { state: { kind: 'reading', progress: QUEUED } });
    const body = { url: url?.url ?? '', ...(mapping ? { mapping } : {}) };
    return fetchFile(service, { ...place, body });
  }
  const sending = (part: number) => change(id, { state: { kind: 'sending', part } });
  sending(0);
  return uploadFileInBackground(
    service,
    {
      ...place,
      body: { file, ...how, ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) },
    },
    { onProgress: ({ sent: bytes, total }) => sending(total === 0 ? 1 : bytes / total) },
  );
}

/** Waits for an import; fails as it does. */
async function followed(
  { service, place }: Pick<Target, 'service' | 'place'>,
  { job_id }: Pick<FileJob, 'job_id'>,
  onProgress: (progress: FileJob['progress']) => void = () => undefined,
): Promise<CommitManifest> {
  for (;;) {
    const job = await getFileJob(service, { ...place, job_id });
    if (job.status === 'failed' || job.status === 'cancelled')
      throw new Error(job.error ?? "The file couldn't be read.");
    if (job.manifest) return job.manifest;
    onProgress(job.progress);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
