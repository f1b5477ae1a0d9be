import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { call, startService } from '../../service.ts';
import { attempt, type Env } from './attempt.ts';

/** Sweeps at once and logs little, so that a start does all the harm that it can. */
export const HARSH: Env = {
  PLUMBLINE_SAMPLE__ENABLED: 'false',
  PLUMBLINE_FILES__SWEEP_DELAY_MS: '0',
  PLUMBLINE_LOG__LEVEL: 'error',
  PLUMBLINE_STORE__LEASE_MS: '5000',
};

/** A stopped installation with uploads, which faults are done to copies of. */
export interface Installation {
  readonly folder: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly files: string;
  /** Rows by table: what was acknowledged. */
  readonly uploads: ReadonlyMap<string, number>;
}

/** Makes an installation with so many uploads, and a token, so that the store holds a secret. */
export async function makeInstallation(
  uploads: number,
  env: Env,
  folder?: string,
): Promise<Installation> {
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'plumbline-stores-')));
  const service = await startService({ dataDir, env: { ...HARSH, ...env } });
  try {
    const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
      service,
      'GET',
      '/whoami',
    );
    const workspaceId = me.workspaces[0]!.workspace_id;
    const files = `/clients/${me.client_id}/workspaces/${workspaceId}/files`;
    const made = {
      ...{ folder: dataDir, apiKey: service.apiKey!, workspaceId, files },
      uploads: new Map<string, number>(),
    };
    for (let n = 1; n <= uploads; n++) await addUpload(made, service.url, `table${n}`, n);
    await call(service, 'POST', `/clients/${me.client_id}/tokens`, {});
    return made;
  } finally {
    await service.stop();
  }
}

/** Uploads a table of so many rows, and notes that it was acknowledged. */
export async function addUpload(
  { apiKey, files, uploads }: Installation,
  url: string,
  table: string,
  rows: number,
): Promise<void> {
  const lines = Array.from({ length: rows }, (_, n) => `${n},${table} ${n}`);
  const form = new FormData();
  form.set('file', new Blob([`number,text\n${lines.join('\n')}\n`]), `${table}.csv`);
  await call({ url, apiKey }, 'POST', files, form);
  (uploads as Map<string, number>).set(table, rows);
}

/** A copy of an installation's folder, for one fault. */
export async function copyOf(installation: Installation): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-stores-'));
  await cp(installation.folder, folder, { recursive: true, preserveTimestamps: true });
  return { ...installation, folder };
}

/** The uploads that a running service does not show whole any more. */
export async function lostUploads(
  { apiKey, files, uploads }: Installation,
  url: string,
): Promise<string[]> {
  const listed = await call<{
    files: { filename: string; status: string; tables: { row_count: number }[] }[];
  }>({ url, apiKey }, 'GET', files);
  const lost: string[] = [];
  for (const [table, rows] of uploads) {
    const file = listed.files.find(({ filename }) => filename === `${table}.csv`);
    if (file?.status !== 'ready' || file.tables[0]?.row_count !== rows) lost.push(table);
  }
  return lost;
}

/** Uploads that are gone, seen by a start on the folder as it is, and by what is in its trash. */
export async function lostAfter(installation: Installation, env: Env): Promise<string[]> {
  const outcome = await attempt(installation.folder, { ...HARSH, ...env });
  if (outcome.kind === 'ended')
    return [`the right pair does not start: ${outcome.text.slice(0, 400)}`];
  try {
    const shown = await lostUploads(installation, outcome.service.url);
    const originals = (await namesBelow(path.join(installation.folder, 'originals'))).length;
    return originals < installation.uploads.size
      ? [...shown, `${installation.uploads.size - originals} originals`]
      : shown;
  } finally {
    await outcome.service.stop();
  }
}

/** Files at any depth. */
export async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });
