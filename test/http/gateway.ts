import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DestinationStream, pino } from 'pino';
import { Registry } from 'prom-client';
import request, { type Test } from 'supertest';
import { type Config, configSchema } from '#config/schema.ts';
import type { TraceView } from '#src/ask/trace-view.ts';
import type { AnswerTrace } from '#src/ask/types.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { systemClock } from '#src/clock.ts';
import { createChats } from '#src/conversations/chats.ts';
import { createConversations } from '#src/conversations/conversations.ts';
import { AppError } from '#src/errors.ts';
import { receiveUpload } from '#src/files/receive.ts';
import { createApp } from '#src/http/app.ts';
import { type Limiters, memoryLimiters } from '#src/http/middleware/limiters.ts';
import type { Method, Route } from '#src/http/route.ts';
import { serviceRoutes } from '#src/http/service-routes.ts';
import { openIdempotency } from '#src/idempotency/requests.ts';
import { clockTime } from '#src/store/store-time.ts';
import {
  type Caller,
  type FilledStore,
  openTestAccounts,
  type TestAccounts,
} from '../fakes/accounts.ts';
import { createFakeAsk, type FakeAsk } from '../fakes/ask.ts';
import { createFakeBoards } from '../fakes/boards.ts';
import { plentyOfBytes } from '../fakes/byte-budget.ts';
import { createFakeDatabases } from '../fakes/databases.ts';
import { createFakeDrafts } from '../fakes/definition-drafts.ts';
import { createFakeEvals } from '../fakes/evals.ts';
import { createFakeFileUrls } from '../fakes/file-urls.ts';
import { createFakeFiles } from '../fakes/files.ts';
import { createFakeSchedules } from '../fakes/schedules.ts';
import { createFakeWebhooks } from '../fakes/webhooks.ts';
import { type ApiDocument, type Documented, documentedBy, heldTo } from './documented.ts';

export interface Gateway extends Documented {
  /** All of its responses are held to the document; `close` fails where one did not fit. */
  readonly app: RequestListener;
  readonly routes: readonly Route[];
  readonly accounts: TestAccounts;
  readonly ask: FakeAsk;
  /** Tells the gateway that the server stops. */
  stop(reason?: unknown): void;
  /** A request with the key of a caller. */
  as(caller: Caller, method: Method, url: string): Test;
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** Settings as a configuration file gives them. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly signup?: boolean;
  readonly log?: DestinationStream;
  readonly ready?: boolean;
  /** Where its accounts are kept; absent: in SQLite, alone. */
  readonly store?: FilledStore;
  /** What counts calls; absent: a memory of its own. */
  readonly limiters?: Limiters;
}

/** The whole gateway with its accounts, over fakes of the other features. */
export async function openGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-gateway-'));
  const signup: Config['signup'] = options.signup ? 'open' : 'closed';
  const config = { ...configSchema.parse(options.settings ?? {}), signup };
  const { store: given, limiters = memoryLimiters() } = options;
  const log = options.log ? pino({ level: 'info' }, options.log) : pino({ level: 'silent' });
  const accounts = await openTestAccounts(config, given, log);
  const ask = createFakeAsk(accounts);
  if (!given?.isShared) await startChat(accounts);
  const stopping = new AbortController();
  const metrics = new Registry();
  const routes = serviceRoutes({
    config,
    log,
    accounts,
    apiKeys: accounts.apiKeys,
    audit: accounts.audit,
    tenants: accounts.tenants,
    workspaces: accounts.workspaces,
    modelSettings: accounts.modelSettings,
    textsByModel: { list: async () => [] },
    authorOf: async () => ({ clientId: null, workspaceId: null, model: 'openai/gpt' }),
    tokens: accounts.tokens,
    signIns: accounts.signIns,
    members: accounts.members,
    oidc: accounts.oidc,
    limiters,
    ask,
    ...createFakeBoards(),
    evals: createFakeEvals(accounts.store),
    schedules: createFakeSchedules(accounts.store),
    drafts: createFakeDrafts(accounts),
    files: createFakeFiles(),
    fileUrls: createFakeFileUrls(accounts.store),
    databases: createFakeDatabases(),
    webhooks: createFakeWebhooks(),
    budgets: {
      list: async () => [],
      caps: async () => ({ caps: [], complete: true }),
      put: async () => [],
    },
    usage: async () => [],
    chats: createChats(accounts.store),
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
    preview: async (_address, { table }) => ({
      table_name: table ?? 'orders',
      columns: ['region'],
      rows: [['North']],
    }),
    receive: (raw, maxBytes, signal) =>
      receiveUpload(raw, { folder, maxBytes, lingerMs: 1_000, signal }),
    warnings: () => [],
    readiness: async () => ({ store: true, workers: options.ready ?? true }),
    metrics,
    metricsToken: config.metrics.token,
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
      write: async (_target, document, _signal, settle) => {
        await accounts.store.transaction().execute(async (trx) => settle?.(trx, document));
        return document;
      },
    },
    readQuestion: async () => ({
      spans: [{ text: 'orders', senses: [] }],
      owed: [],
      candidates: [],
      stuckAt: null,
      plan: { kind: 'clarify', question: 'Which orders?', options: [] },
    }),
    checkSemantics: async () => ({ valid: true, problems: [], questions: [] }),
    tenantStatus: async (_clientId, { length }) => ({
      status: length > 0 ? 'ready' : 'not_started',
      table_count: length,
      discovered_at: null,
      enrichment_completed_at: null,
      updated_at: null,
    }),
    schemaStatus: async () => ({
      status: 'ready',
      table_count: 1,
      discovered_at: '2026-11-01T00:00:00.000',
      enrichment_completed_at: null,
      updated_at: '2026-11-01T00:00:00.000',
    }),
    hiddenSecrets: async () => [{ table: 'users', column: 'password_hash', because: 'name' }],
    starters: async () => [{ question: 'revenue by region', answer: null }],
    searchValues: async () => ({
      values: [{ table: 'orders', column: 'region', value: 'North', rows: 3 }],
      note: null,
    }),
    suggestions: async () => ['total revenue by region'],
    tableSuggestions: async () => ['show all orders'],
    trace: async (_principal, _clientId, traceId) => traceOf(traceId),
    ownTrace: async (_principal, _clientId, traceId) => {
      const { question } = traceOf(traceId);
      return { question, workspaceId: 'ws_1', details: { session_id: null } } as AnswerTrace;
    },
    drillTargets: async (_principal, _clientId, traceId) => {
      traceOf(traceId);
      const by = { table: 'orders', column: 'category', unit: null, label: 'category' };
      const row = { groups: ['region'], breakdowns: [by] };
      return { row, whole: { breakdowns: [by] }, reason: null };
    },
    feedback: {
      give: async ({ principal, traceId }, said) => ({
        ...said,
        traceId: String(traceOf(traceId)['trace_id']),
        endUserId: principal.endUserId,
        at: '2026-11-01T00:00:00.000',
        isExample: true,
        whyNot: null,
      }),
      metricDrafts: async ({ traceId }) => {
        traceOf(traceId);
        return { workspaceId: 'ws_1', metrics: [] };
      },
      of: async () => [],
    },
    answers: plentyOfBytes(),
    results: {
      recall: async (traceId, _reader, most) =>
        traceId === 'tr_1' && most.rows > 0 ? RECALLED : null,
      page: async (token, _reader, offset) => {
        if (token !== 'rt_1')
          throw new AppError('result_not_found', 'There is no result with this token.');
        return { columns: ['region'], rows: northernRows(), total_rows: 25, offset };
      },
    },
    viewResult: async (token) => {
      if (token !== 'rt_1')
        throw new AppError('result_not_found', 'There is no result with this token.');
      return {
        ...{ columns: ['region'], rows: [['North']], total_rows: 1, total_rows_exact: true },
        ...{ truncated: false, result_token: null, as_of: '2026-11-01T00:00:00.000' },
      };
    },
    exports: {
      open: async (token, _reader, format) => {
        if (token !== 'rt_1')
          throw new AppError('result_not_found', 'There is no result with this token.');
        return {
          contentType: 'text/csv; charset=utf-8',
          fileName: `result.${format}`,
          first: 'region\r\n',
          rest: northern(),
        };
      },
    },
    serverUrl: () => 'http://127.0.0.1:8080',
  });
  const idempotency = openIdempotency({
    store: accounts.store,
    clock: systemClock,
    time: clockTime(systemClock),
    log,
    config: config.idempotency,
  });
  const plain = createApp({
    config,
    log,
    accounts,
    routes,
    limiters,
    idempotency,
    answers: plentyOfBytes(),
    tokens: accounts.tokens,
    signIns: accounts.signIns,
    metrics,
    stopping: stopping.signal,
  });
  const { body } = await request(plain).get('/openapi.json');
  const documented = documentedBy(body as ApiDocument);
  const failures: unknown[] = [];
  const app = heldTo(documented, plain, failures);
  return {
    ...documented,
    app,
    routes,
    accounts,
    ask,
    stop: (reason) => stopping.abort(reason),
    // Whatever a test asks for, what it gets is what the document says.
    as: (caller, method, url) =>
      request(app)
        [method](url)
        .set('X-API-Key', accounts.keys[caller])
        .expect((response) => void documented.expectDocumented(response)),
    async close() {
      await accounts.close();
      await rm(folder, { recursive: true, force: true });
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function* northernRows() {
  yield Buffer.from('["North"]');
}

async function* northern() {
  yield 'North\r\n';
}

/** A chat of Ann's with one turn. */
async function startChat({ store }: TestAccounts): Promise<void> {
  const chats = createConversations(store, { now: () => new Date('2026-11-20T12:00:00Z') });
  const scope = {
    clientId: 'cli_1',
    workspaceId: 'ws_1',
    endUserId: 'ann@example.com',
    policyHash: 'all',
  };
  await chats.start('ses_1', scope, { isDefault: false, title: 'revenue by region' });
  await chats.record({
    sessionId: 'ses_1',
    question: 'revenue by region',
    answer: { result: 'success', explanation: 'North leads.', sql: 'SELECT 1' },
    query: null,
    traceId: 'tr_1',
  });
}

const COLUMN = { grain: null, unit: null, scale: null, additive: null } as const;
const KEPT = {
  type: 'text2sql',
  result: 'success',
  data: { columns: ['region', 'revenue'] },
  columns_info: [
    { ...COLUMN, name: 'region', kind: 'category' },
    { ...COLUMN, name: 'revenue', kind: 'measure', additive: true },
  ],
  chart: { kind: 'bars', x: 'region', y: ['revenue'], series: null, reason: 'By region.' },
  explanation: 'North leads.',
  ...{ sql: 'SELECT 1', lineage: null, assumptions: [], suggestions: [] },
  verification: { status: 'checked', metrics: [], reason: 'Every check passed.', checks: [] },
  ...{ model_used: 'builtin', fallback_triggered: false, fallback_reason: '', cost_usd: 0 },
  tokens: { input: 0, cached_input: 0, output: 0 },
  ...{ attempts: 1, complexity: 'easy', agent: 'Text2SQL', trace_id: 'tr_1' },
};
const RECALLED = {
  columns: ['region', 'revenue'],
  rows: [
    ['North <b>', 5],
    ['South', 3],
  ],
  ...{ totalRows: 2, totalRowsExact: true, breakdown: null, bytes: 30 },
  until: '2026-11-02T00:00:00.000',
};

function traceOf(traceId: string): TraceView {
  if (traceId !== 'tr_1') throw new AppError('not_found', 'No answer has this trace ID. Check it.');
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
    agent: 'Text2SQL',
    prior_turns: 0,
    checks: [],
    assumptions: [],
    attempts: 1,
    model_used: 'builtin',
    fallback_reason: '',
    tokens: { input: 0, cached_input: 0, output: 0 },
    model_calls: 0,
    cost_usd: 0,
    duration_ms: 4,
    timings: { plan: 1.5 },
    error_type: null,
    decline_reason: null,
    created_at: '2026-11-01T00:00:00.000',
    answer: KEPT,
  };
}
