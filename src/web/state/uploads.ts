import { computed, signal } from '@preact/signals';
import {
  type CommitManifest,
  type FileJob,
  getFileJob,
  uploadFileInBackground,
} from '../api/data.ts';
import { serviceOf } from '../api/kit.ts';
import { caller, mayManage } from './session.ts';
import { readSessionAgain } from './session-again.ts';
import { workspace } from './workspace.ts';

/** How one sheet (of a CSV: the file) is to be read; what is absent is as found. */
export interface SheetReading {
  readonly header_row?: number;
  readonly table_name?: string;
  readonly skip?: boolean;
}

export type UploadState =
  /** For a key, or for the file before it. */
  | { readonly kind: 'waiting' }
  /** Bytes are leaving; `part` of 1. */
  | { readonly kind: 'sending'; readonly part: number }
  | { readonly kind: 'reading'; readonly progress: FileJob['progress'] }
  | { readonly kind: 'ready'; readonly manifest: CommitManifest }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: UploadState;
  readonly mapping: Readonly<Record<string, SheetReading>> | null;
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
    return { id: lastId, file, state: { kind: 'waiting' }, mapping: null };
  });
  uploads.value = [...added, ...uploads.value];
  sendWaiting();
}

/** Sends a file again, read as `mapping` says. */
export function sendAgain(id: number, mapping: Upload['mapping']): void {
  change(id, { mapping, state: { kind: 'waiting' } });
  sendWaiting();
}

export function forgetUpload(id: number): void {
  uploads.value = uploads.value.filter((one) => one.id !== id);
}

/** One file after the other, as they were dropped; does nothing until there is a key and a workspace. */
export async function sendWaiting(): Promise<void> {
  if (isAtWork) return;
  isAtWork = true;
  try {
    for (let next = nextDue(); next; next = nextDue()) await sendOne(next);
  } finally {
    isAtWork = false;
  }
}

const nextDue = (): Upload | undefined =>
  mayManage.value && workspace.value
    ? uploads.value.findLast(({ state }) => state.kind === 'waiting')
    : undefined;

const POLL_MS = 400;

async function sendOne({ id, file, mapping }: Upload): Promise<void> {
  const by = caller.value;
  const into = workspace.value;
  if (!by || !into) return;
  const service = serviceOf(by);
  const place = { client_id: by.clientId, workspace_id: into.workspace_id };
  change(id, { state: { kind: 'sending', part: 0 } });
  try {
    const { job_id } = await uploadFileInBackground(
      service,
      {
        ...place,
        body: { file, ...(mapping ? { mapping: JSON.stringify(mapping), force: true } : {}) },
      },
      {
        onProgress: ({ sent, total }) =>
          change(id, { state: { kind: 'sending', part: total === 0 ? 1 : sent / total } }),
      },
    );
    for (;;) {
      const job = await getFileJob(service, { ...place, job_id });
      if (job.status === 'failed') throw new Error(job.error ?? 'The file could not be read.');
      if (job.manifest) {
        change(id, { state: { kind: 'ready', manifest: job.manifest } });
        // A workspace that was empty holds files from now on.
        if (into.source === 'none') await readSessionAgain().catch(() => undefined);
        tablesChanged.value += 1;
        return;
      }
      change(id, { state: { kind: 'reading', progress: job.progress } });
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    change(id, { state: { kind: 'failed', error } });
  }
}
