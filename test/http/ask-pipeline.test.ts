import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Express } from 'express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import supertest from 'supertest';
import { configSchema } from '#config/schema.ts';
import { wrongTenant } from '#src/accounts/key-binding.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import { type AskServiceHandle, createAskService } from '#src/ask/service.ts';
import type { AskService } from '#src/ask/types.ts';
import { createApp } from '#src/http/app.ts';
import { memoryLimiters } from '#src/http/middleware/limiters.ts';
import { openApiDocument } from '#src/http/openapi.ts';
import { askRoutes } from '#src/http/routes/ask.ts';
import { openIdempotency } from '#src/idempotency/requests.ts';
import { PlacesTaken } from '#src/places.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { clockTime } from '#src/store/store-time.ts';
import { sqliteStore, type TestStore } from '../fakes/stores.ts';
import { noSignIns, noTokens } from '../fakes/tokens.ts';
import { waitingForTests } from '../fakes/waiting.ts';
import {
  LIMITS,
  never,
  principal,
  request,
  rowsOf,
  type World,
  world,
} from '../unit/ask/harness.ts';
import { seedWorkspaces } from '../unit/ask/store.ts';
import { type ApiDocument, type Documented, documentedBy } from './documented.ts';

interface SentEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('questions over HTTP, answered by the pipeline', () => {
  let folder: string;
  let store: TestStore;
  let around: World;
  let deps: AskDeps;
  let service: AskServiceHandle;
  let app: Express;
  let documented: Documented;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-http-ask-'));
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    ({ world: around, deps } = world(store.db, path.join(folder, 'spool')));
    service = createAskService(deps);
    const config = configSchema.parse({});
    const accounts = {
      authenticate: async (key) => (key === 'good' ? principal() : null),
      tenant: async () => ({ client_id: 'cli', name: 'c', slug: 'c', created_at: '' }),
    } satisfies Pick<AccountsService, 'authenticate' | 'tenant'>;
    const ask: AskService = {
      prepare: (asked, signal) => service.prepare(asked, signal),
      run: (prepared, signal) => service.run(prepared, signal),
    };
    const routes = askRoutes({
      ask,
      config,
      log: pino({ level: 'silent' }),
      answers: deps.answers,
      ownTrace: () => Promise.reject(new TypeError('no answer is drilled into here')),
      drillTargets: () => Promise.reject(new TypeError('no answer is drilled into here')),
    });
    documented = documentedBy(openApiDocument(routes, 'http://x') as unknown as ApiDocument);
    app = createApp({
      config,
      log: pino({ level: 'silent' }),
      accounts,
      limiters: memoryLimiters(),
      idempotency: openIdempotency({
        ...deps,
        store: store.db,
        time: clockTime(deps.clock),
        config: config.idempotency,
      }),
      answers: deps.answers,
      tokens: noTokens,
      signIns: noSignIns,
      metrics: new Registry(),
      stopping: new AbortController().signal,
      routes,
    });
  });

  afterEach(async () => {
    await service.drain();
    await store.dispose();
    await rm(folder, { recursive: true });
  });

  const post = (where: string, body: object, endUser?: string) => {
    const call = supertest(app).post(where).set('X-API-Key', 'good');
    return (endUser ? call.set('X-End-User-Id', endUser) : call).send(body).expect((response) => {
      documented.expectDocumented(response);
    });
  };
  const stream = (body: object, endUser?: string) =>
    post('/clients/cli/ask/stream', body, endUser).buffer(true).parse(textOf);
  const textOf = (res: supertest.Response, done: (error: Error | null, text: string) => void) => {
    const body = res as unknown as NodeJS.ReadableStream;
    let text = '';
    body.on('data', (chunk) => {
      text += chunk;
    });
    body.on('end', () => done(null, text));
  };

  function eventsOf(text: string): readonly SentEvent[] {
    const events = framesOf(text);
    for (const { event, data } of events) documented.expectDocumentedEvent(event, data);
    return events;
  }

  function framesOf(text: string): readonly SentEvent[] {
    return text
      .split('\r\n\r\n')
      .filter((frame) => frame.includes('event: '))
      .map((frame) => ({
        event: /^event: (.*)$/m.exec(frame)![1]!.trim(),
        data: JSON.parse(/^data: (.*)$/m.exec(frame)![1]!) as Record<string, unknown>,
      }));
  }
  const TAKEN = new PlacesTaken('Too many requests are running. Try again in a few seconds.');
  const nowhere: Readonly<Record<string, () => void>> = {
    'the planner': () => {
      around.plan = () => Promise.reject(TAKEN);
    },
    'the engine': () => {
      around.chunks = () =>
        failing(new SourceError('unavailable', TAKEN.message, { cause: TAKEN }));
    },
    'all questions': () => {
      around.limits = { ...LIMITS, concurrent: 1 };
      service = createAskService({ ...deps, waiting: waitingForTests({ max_waiting: 0 }) });
    },
  };
  // biome-ignore lint/correctness/useYield: it fails before its first row
  async function* failing(error: Error): AsyncGenerator<never> {
    throw error;
  }

  for (const [where, fill] of Object.entries(nowhere))
    it(`503 says when to come again where the queue before ${where} is full`, async () => {
      fill();
      if (where === 'all questions') await service.prepare(request());
      const { status, headers, body } = await post('/query', { q: 'total revenue by region' });
      expect([status, headers['retry-after']]).to.deep.equal([503, '2']);
      expect(body.detail).to.match(/^Too many requests are running/);
    });

  const order = (events: readonly SentEvent[]) =>
    events.map(({ event, data }) => (event === 'status' ? `status ${data['stage']}` : event));

  it('POST /query gives the envelope', async () => {
    const { body } = await post('/query', { q: 'total revenue by region' }).expect(200);
    expect(body).to.deep.include({
      type: 'text2sql',
      result: 'success',
      sql: 'SELECT 1',
      data: {
        columns: ['region', 'total_revenue'],
        rows: [
          ['Europe', '1234.50'],
          ['Asia', '99.05'],
        ],
      },
      explanation: 'Total revenue by region: Europe ($1,235), Asia ($99.05).',
      model_used: 'built-in',
      attempts: 1,
      agent: 'Text2SQL',
    });
    expect(body).to.not.have.property('session_id');
  });

  it('POST /query takes its memory from the share of the tenant that it reaches, whatever X-Tenant-ID says', async () => {
    const shares: string[] = [];
    const take = deps.answers.take.bind(deps.answers);
    deps.answers.take = (share, bytes, signal) => {
      shares.push(share);
      return take(share, bytes, signal);
    };
    const reached = deps.workspace;
    const { clientId } = await reached(principal(), { clientId: null, workspaceId: null });
    const asked = { q: 'total revenue by region' };
    await post('/query', asked).expect(200);
    expect(shares).to.deep.equal([clientId]);
    Object.assign(deps, {
      workspace: async (...[caller, address]: Parameters<typeof reached>) => {
        if (address.clientId === 'of_others') throw wrongTenant();
        return reached(caller, address);
      },
    });
    await post('/query', asked).set('x-tenant-id', 'of_others').expect(403);
    expect(shares).to.deep.equal([clientId]);
  });

  it('a conversation streams its events in order, with CRLF and two dones', async () => {
    around.chunks = () =>
      rowsOf(
        [
          ['region', 'text'],
          ['total_revenue', 'integer'],
        ],
        Array.from({ length: 25 }, (_, n) => [`r${n}`, n]),
      );
    const { body } = await stream({ query: 'total revenue by region', new_session: true });
    const events = eventsOf(body as string);
    expect(order(events)).to.deep.equal([
      'session',
      'status building_context',
      'status routing',
      'status agent_selected',
      'status generating_sql',
      'status checking_sql',
      'sql',
      'status executing',
      'result',
      'status verifying',
      'status explaining',
      'explanation',
      'done',
      'done',
    ]);
    const result = events.find(({ event }) => event === 'result')!.data;
    expect(result).to.include({ total_rows: 25, truncated: true });
    expect(result['rows']).to.have.length(10);
    const last = events.at(-1)!.data;
    expect(last['session_id']).to.equal(events[0]!.data['session_id']);
    expect(last['result_token']).to.equal(result['result_token']);
    expect(last['suggestions']).to.deep.equal(['total revenue by month']);
  });

  it('what is said of "the rows shown" holds for the rows that max_rows asks for', async () => {
    around.chunks = () =>
      rowsOf(
        [
          ['region', 'text'],
          ['total_revenue', 'integer'],
        ],
        Array.from({ length: 12 }, (_, n) => [`r${n}`, n]),
      );
    const query = 'total revenue by region';
    for (const [max_rows, shown, of] of [
      [
        3,
        'The first 3 of 12 rows are shown.',
        'Among the rows shown, total revenue is highest for r2 ($2)',
      ],
      [
        undefined,
        'The first 10 of 12 rows are shown.',
        'rows shown, total revenue is highest for r9 ($9)',
      ],
      [12, '', 'highest for r11 ($11)'],
    ] as const) {
      const { body } = await stream({ query, max_rows });
      const events = eventsOf(body as string);
      const data = (name: string) => events.find(({ event }) => event === name)!.data;
      const words = data('explanation')['text'] as string;
      expect(words, words).to.include(shown).and.include(of);
      expect(words.includes('rows shown') || words.includes('are shown')).to.equal(shown !== '');
      expect(data('result')['rows']).to.have.length(max_rows ?? 10);
      expect(data('result')).to.have.property('truncated', shown !== '');
      const whole = await post('/clients/cli/ask', { query, max_rows });
      const count = Math.min(max_rows ?? 12, 12);
      expect(whole.body.data.rows).to.have.length(count);
      expect(whole.body.explanation.includes('are shown')).to.equal(count < 12);
    }
  });

  it('five turns go into one chat, and another person gets 404 for it', async () => {
    const first = await post('/clients/cli/ask', { query: 'one', new_session: true }, 'anna');
    const { session_id } = first.body as { session_id: string };
    for (const query of ['two', 'three', 'four', 'five'])
      await post('/clients/cli/ask', { query, session_id }, 'anna').expect(200);
    expect(await deps.conversations.history(session_id, 10)).to.have.length(5);
    await stream({ query: 'six', session_id }, 'ben').expect(404);
    await stream({ query: 'six', session_id: 'ses_made_up' }, 'anna').expect(404);
    await stream({ query: 'six', session_id, new_session: true }, 'anna').expect(422);
  });

  it('422 until the workspace has data, on every way to ask', async () => {
    around.generation = null;
    for (const call of [
      post('/query', { q: 'one' }),
      post('/clients/cli/ask', { query: 'one' }),
      stream({ query: 'one' }),
    ]) {
      const { text, body } = await call.expect(422);
      expect(String(text ?? body)).to.include('PUT /accounts/clients/{client_id}/database');
    }
  });

  it('a budget that blocks is 402 for /query and an event on the stream', async () => {
    const blockingScope = {
      scope_type: 'tenant',
      scope_id: 'cli',
      cap: 10,
      spent: 10,
      pct_used: 1,
    };
    around.budget = async () => ({ allowed: false, blockingScope, alerts: [] });
    const { body } = await post('/query', { q: 'one' }).expect(402);
    expect(body.detail).to.deep.include({
      error: 'budget_exceeded',
      blocking_scope: blockingScope,
    });
    const streamed = eventsOf((await stream({ query: 'one' }).expect(200)).body as string);
    expect(streamed[0]).to.deep.include({ event: 'error' });
    expect(streamed[0]!.data).to.include({ error: 'budget_exceeded', status: 402 });
    expect(streamed.at(-1)!.data).to.include({ agent: 'none', budget_blocked: true });
  });

  it('a decline is 200 with an explanation, and an error event that says why', async () => {
    around.plan = async () => ({
      kind: 'decline',
      reason: 'not_in_data',
      text: 'Nothing is called weather.',
      suggestions: [],
    });
    const { body } = await post('/query', { q: 'weather' }).expect(200);
    expect(body).to.include({ result: 'error', error_type: 'DECLINED' });
    expect(body.explanation).to.match(/^Nothing is called weather\. You can ask "/);
    const events = eventsOf((await stream({ query: 'weather' })).body as string);
    const error = events.find(({ event }) => event === 'error')!;
    expect(error.data).to.include({ kind: 'decline', decline_reason: 'not_in_data' });
  });

  it('a client that leaves cancels the query; its turn is recorded', async () => {
    around.chunks = never;
    const server: Server = app.listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      const leave = new AbortController();
      const response = await fetch(`http://127.0.0.1:${port}/clients/cli/ask/stream`, {
        method: 'POST',
        headers: { 'X-API-Key': 'good', 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: 'one', new_session: true }),
        signal: leave.signal,
      });
      let seen = '';
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      while (!seen.includes('executing')) seen += (await reader.read()).value ?? '';
      leave.abort();
      while (around.traces.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await service.drain();
      expect(around).to.include({ cancelled: 1, pinned: 1, released: 1 });
      const session = /"session_id":"([^"]+)"/.exec(seen)![1]!;
      expect(await deps.conversations.history(session, 10)).to.have.length(1);
    } finally {
      server.close();
    }
  });
});
