import { computed, signal } from '@preact/signals';
import {
  type CommitManifest,
  type FileJob,
  getFileJob,
  type SheetMapping,
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
  | { readonly kind: 'ready'; readonly manifest: CommitManifest }
  | { readonly kind: 'failed'; readonly error: unknown; readonly wasDue: boolean };

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: UploadState;
  /** What was said of its sheets; null: nothing, so that what was said of an earlier version holds. */
  readonly mapping: Mapping | null;
  /** Id of the stored file that its rows are added to; null: it is a file of its own. */
  readonly appendTo: number | null;
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
    return { id: lastId, file, state: { kind: 'waiting' }, mapping: null, appendTo: null };
  });
  uploads.value = [...added, ...uploads.value];
  workOff();
}

/** Shows what a file becomes by another mapping. */
export function showUpload(id: number, mapping: Mapping, preview: UploadPreview): void {
  change(id, { mapping, state: { kind: 'shown', preview } });
}

/** Looks at a file again, from the beginning. */
export function lookAgain(id: number, mapping: Upload['mapping']): void {
  change(id, { mapping, state: { kind: 'waiting' } });
  workOff();
}

/** Looks at a file again, as rows of another; what was said of its sheets was said of the file that it would have been. */
export function sendTo(id: number, appendTo: Upload['appendTo']): void {
  change(id, { appendTo });
  lookAgain(id, null);
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

/** What a file would become, read as `mapping` says; nothing is stored. */
export async function previewOf(
  { file, appendTo }: Pick<Upload, 'file' | 'appendTo'>,
  mapping: Mapping | null,
  signal: AbortSignal | null = null,
  onPart: (part: number) => void = () => undefined,
): Promise<UploadPreview> {
  const to = target();
  if (!to) throw new Error('No workspace is chosen.');
  const found = await uploadFile(
    to.service,
    {
      ...to.place,
      preview: 'true',
      body: {
        file,
        ...(appendTo === null ? {} : { append_to: appendTo }),
        ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
      },
    },
    {
      ...(signal ? { signal } : {}),
      onProgress: ({ sent, total }) => onPart(total === 0 ? 1 : sent / total),
    },
  );
  if (!('preview' in found)) throw new Error('The service stored the file.');
  return found;
}

async function lookAtOne(upload: Upload): Promise<void> {
  const { id, mapping } = upload;
  const looking = (part: number) => change(id, { state: { kind: 'looking', part } });
  looking(0);
  try {
    const preview = await previewOf(upload, mapping, null, looking);
    change(id, { state: { kind: 'shown', preview } });
  } catch (error) {
    change(id, { state: { kind: 'failed', error, wasDue: false } });
  }
}

const POLL_MS = 400;

async function storeOne({ id, file, mapping, appendTo }: Upload): Promise<void> {
  const to = target();
  if (!to) return;
  const { service, place } = to;
  change(id, { state: { kind: 'sending', part: 0 } });
  try {
    const { job_id } = await uploadFileInBackground(
      service,
      {
        ...place,
        body: {
          file,
          ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
          // Rows that are there already are not added again; a file is read again as it was said.
          ...(appendTo !== null ? { append_to: appendTo } : mapping ? { force: true } : {}),
        },
      },
      {
        onProgress: ({ sent, total }) =>
          change(id, { state: { kind: 'sending', part: total === 0 ? 1 : sent / total } }),
      },
    );
    for (;;) {
      const job = await getFileJob(service, { ...place, job_id });
      if (job.status === 'failed' || job.status === 'cancelled')
        throw new Error(job.error ?? "The file couldn't be read.");
      if (job.manifest) {
        change(id, { state: { kind: 'ready', manifest: job.manifest } });
        // A workspace that was empty holds files from now on.
        if (to.isFirst) await readSessionAgain().catch(() => undefined);
        tablesChanged.value += 1;
        return;
      }
      change(id, { state: { kind: 'reading', progress: job.progress } });
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    change(id, { state: { kind: 'failed', error, wasDue: true } });
  }
}
