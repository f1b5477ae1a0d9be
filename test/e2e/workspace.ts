import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { call, type StartedService, startService } from '../../bench/service.ts';

/** A service on a folder of its own, and the workspace `General` of its local account. */
export interface OwnWorkspace {
  readonly service: StartedService;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly files: string;
  upload(csv: string | Blob, filename: string): Promise<Record<string, unknown>>;
  ask<T = { readonly data: { readonly rows: unknown[][] } }>(q: string): Promise<T>;
  /** Ends the service and starts another on the same folder. */
  restart(env?: Readonly<Record<string, string>>): Promise<OwnWorkspace>;
  /** Ends the service and removes the folder. */
  close(): Promise<void>;
}

/** What a start takes time for, and few tests look at. */
const LEAN = { PLUMBLINE_SAMPLE__ENABLED: 'false', PLUMBLINE_WORKERS__PLANNING_THREADS: '1' };

/** Starts the service; `dataDir` is made where it is absent. */
export async function openWorkspace(
  env: Readonly<Record<string, string>> = {},
  dataDir?: string,
): Promise<OwnWorkspace> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-')));
  const service = await startService({ dataDir: folder, env: { ...LEAN, ...env } });
  return withService(folder, service, service.apiKey);
}

async function withService(
  folder: string,
  service: StartedService,
  apiKey: string | null,
): Promise<OwnWorkspace> {
  const caller = { url: service.url, apiKey };
  const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
    caller,
    'GET',
    '/whoami',
  );
  const workspaceId = me.workspaces[0]!.workspace_id;
  const files = `/clients/${me.client_id}/workspaces/${workspaceId}/files`;
  return {
    service: { ...service, apiKey },
    clientId: me.client_id,
    workspaceId,
    files,
    upload(csv, filename) {
      const form = new FormData();
      form.set('file', typeof csv === 'string' ? new Blob([csv]) : csv, filename);
      return call(caller, 'POST', files, form);
    },
    ask: (q) => call(caller, 'POST', '/query', { q, workspace_id: workspaceId }),
    async restart(env = {}) {
      await service.stop();
      const again = await startService({ dataDir: folder, env: { ...LEAN, ...env } });
      return withService(folder, again, apiKey);
    },
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
