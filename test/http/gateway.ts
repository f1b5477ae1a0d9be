import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Express } from 'express';
import { type DestinationStream, pino } from 'pino';
import { Registry } from 'prom-client';
import request, { type Test } from 'supertest';
import { configSchema } from '#config/schema.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { AppError } from '#src/errors.ts';
import { receiveUpload } from '#src/files/receive.ts';
import { createApp } from '#src/http/app.ts';
import type { Route } from '#src/http/route.ts';
import { serviceRoutes } from '#src/http/service-routes.ts';
import { type Caller, createFakeAccounts, type FakeAccounts } from '../fakes/accounts.ts';
import { createFakeAsk, type FakeAsk } from '../fakes/ask.ts';
import { createFakeDatabases } from '../fakes/databases.ts';
import { createFakeFiles } from '../fakes/files.ts';
import { type ApiDocument, type Documented, documentedBy } from './documented.ts';

export interface Gateway extends Documented {
  readonly app: Express;
  readonly routes: readonly Route[];
  readonly accounts: FakeAccounts;
  readonly ask: FakeAsk;
  /** Tells the gateway that the server stops. */
  stop(reason?: unknown): void;
  /** A request with the key of a caller. */
  as(caller: Caller, method: 'get' | 'post' | 'put' | 'delete', url: string): Test;
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** Settings as a configuration file gives them. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly signup?: boolean;
  readonly log?: DestinationStream;
  readonly ready?: boolean;
}

/** The whole gateway over fakes of the features. */
export async function openGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-gateway-'));
  const config = configSchema.parse(options.settings ?? {});
  const accounts = createFakeAccounts({ signup: options.signup ?? false });
  const ask = createFakeAsk(accounts);
  const stopping = new AbortController();
  const metrics = new Registry();
  const routes = serviceRoutes({
    config,
    accounts,
    ask,
    files: createFakeFiles(),
    databases: createFakeDatabases(),
    budgets: { list: async () => [], put: async () => [] },
    usage: async () => [],
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
    preview: async (_address, { table }) => ({
      table_name: table ?? 'orders',
      columns: ['region'],
      rows: [['North']],
    }),
    receive: (raw, maxBytes, signal) =>
      receiveUpload(raw, { folder, maxBytes, lingerMs: 1_000, signal }),
    readiness: async () => ({ store: true, workers: options.ready ?? true }),
    metrics,
    schemaView: async () => ({
      client_id: 'cli_1',
      workspace_id: 'ws_1',
      tables: [],
      relationships: [],
    }),
    editSchema: async ({ table, column }, { hidden, sensitive }) => ({
      table_name: table,
      ...(column === null ? {} : { column_name: column }),
      description: null,
      synonyms: [],
      hidden: hidden ?? false,
      sensitive: sensitive ?? false,
    }),
    semantics: {
      read: async () => semanticsDocument.parse({}),
      write: async (_target, document) => document,
    },
    schemaStatus: async () => ({
      status: 'ready',
      table_count: 1,
      discovered_at: '2026-11-01T00:00:00.000',
      enrichment_completed_at: null,
      updated_at: '2026-11-01T00:00:00.000',
    }),
    suggestions: async () => ['total revenue by region'],
    trace: async (_principal, _clientId, traceId) => traceOf(traceId),
    results: {
      page: async (token, _reader, offset) => {
        if (token !== 'rt_1')
          throw new AppError('result_not_found', 'There is no result with this token.');
        return { columns: ['region'], rows: [['North']], total_rows: 25, offset };
      },
    },
    serverUrl: () => 'http://127.0.0.1:8080',
  });
  const log = options.log ? pino({ level: 'info' }, options.log) : pino({ level: 'silent' });
  const app = createApp({ config, log, accounts, routes, metrics, stopping: stopping.signal });
  const { body } = await request(app).get('/openapi.json');
  return {
    ...documentedBy(body as ApiDocument),
    app,
    routes,
    accounts,
    ask,
    stop: (reason) => stopping.abort(reason),
    as: (caller, method, url) => request(app)[method](url).set('X-API-Key', accounts.keys[caller]),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function traceOf(traceId: string): Record<string, unknown> {
  if (traceId !== 'tr_1') throw new AppError('not_found', 'There is no answer with this trace id.');
  return {
    trace_id: traceId,
    request_id: 'req',
    client_id: 'cli_1',
    workspace_id: 'ws_1',
    end_user_id: null,
    session_id: null,
    question: 'how many orders',
    result: 'success',
    sql: 'SELECT 1',
    total_rows: 1,
    verification: 'checked',
    checks: [],
    assumptions: [],
    attempts: 1,
    model_used: 'builtin',
    fallback_reason: '',
    tokens: { input: 0, output: 0 },
    cost_usd: 0,
    duration_ms: 4,
    timings: { plan: 1.5 },
    error_type: null,
    decline_reason: null,
    created_at: '2026-11-01T00:00:00.000',
  };
}
