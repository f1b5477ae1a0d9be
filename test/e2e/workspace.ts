import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createAccount } from '#src/accounts/create.ts';
import { systemClock } from '#src/clock.ts';
import { type OpenedStore, openStore } from '#src/store/open.ts';
import { call, type StartedService, startService } from '../../bench/service.ts';
import { holdToDocument } from './http-caller.ts';

/** A running service, and the workspace `General` of an account on it. */
export interface Workspace {
  readonly service: StartedService;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly files: string;
  upload(csv: string | Blob, filename: string): Promise<Record<string, unknown>>;
  ask<T = { readonly data: { readonly rows: unknown[][] } }>(q: string): Promise<T>;
  /** Ends the service where it is its own, and removes the folder. */
  close(): Promise<void>;
}

/** One with a service on a folder of its own, and the local account. */
export interface OwnWorkspace extends Workspace {
  /** Ends the service and starts another on the same folder. */
  restart(env?: Readonly<Record<string, string>>): Promise<OwnWorkspace>;
}

/** What a start takes time for, and few tests look at. */
const LEAN = {
  PLUMBLINE_SAMPLE__ENABLED: 'false',
  PLUMBLINE_WORKERS__PLANNING_THREADS: '1',
  // On a slow machine an answer is to have as many suggestions.
  PLUMBLINE_ASK__NEXT_QUESTIONS_MS: '10000',
};

/** What suites want that share a service. */
export const SHARED = {
  PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
  PLUMBLINE_BOARDS__MAX_TILES: '20',
  PLUMBLINE_EVALS__MAX_QUESTIONS: '10',
  // A slow machine is no wrong answer.
  PLUMBLINE_ASK__PLANNING_TIMEOUT_MS: '60000',
  PLUMBLINE_ASK__TIMEOUT_MS: '60000',
  PLUMBLINE_DUCKDB__PARSE_TIMEOUT_MS: '60000',
  PLUMBLINE_POSTGRES__CONNECT_TIMEOUT_MS: '60000',
  PLUMBLINE_MYSQL__CONNECT_TIMEOUT_MS: '60000',
};

/** Starts the service; `dataDir` is made where it is absent. */
export async function openWorkspace(
  env: Readonly<Record<string, string>> = {},
  dataDir?: string,
): Promise<OwnWorkspace> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-')));
  const service = await startService({ dataDir: folder, env: { ...LEAN, ...env } });
  return withService(folder, service, service.apiKey);
}

interface SharedService {
  readonly service: StartedService;
  /** Its metadata store, to make accounts in. */
  readonly store: OpenedStore;
}

/** Services that suites of this process share, by their settings; they end when all tests of the process have run. */
const shared = new Map<string, Promise<SharedService>>();
globalThis.after?.(async () => {
  for (const one of shared.values()) {
    const { service, store } = await one;
    await store.close();
    await service.stop();
  }
});

async function openShared(env: Readonly<Record<string, string>>): Promise<SharedService> {
  const service = await startService({ env: { ...LEAN, ...SHARED, ...env } });
  const file = path.join(service.dataDir, 'plumbline.db');
  const log = pino({ level: 'silent' });
  return { service, store: await openStore({ url: null, path: file, pool: 1, log }) };
}

/**
 * A new account on a service that other suites of this process ask, too: for tests that neither end it, nor look at
 * what is counted or logged for all of it.
 */
export async function shareWorkspace(
  env: Readonly<Record<string, string>> = {},
): Promise<Workspace> {
  const settings = JSON.stringify(Object.entries(env).toSorted());
  const starting = shared.get(settings) ?? openShared(env);
  shared.set(settings, starting);
  const { service, store } = await starting;
  const { apiKey } = await store.db.transaction().execute((trx) =>
    createAccount(trx, systemClock, {
      ...{ type: 'standard', plan: 'self_hosted', name: 'Local', email: null },
      key: { name: 'First key', bindTo: 'tenant' },
    }),
  );
  const { restart: _, ...workspace } = await withService(service.dataDir, service, apiKey);
  return { ...workspace, close: async () => {} };
}

async function withService(
  folder: string,
  service: StartedService,
  apiKey: string | null,
): Promise<OwnWorkspace> {
  const caller = { url: service.url, apiKey };
  await holdToDocument(service.url);
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
