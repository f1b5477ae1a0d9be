import { expect } from 'chai';
import { pino } from 'pino';
import { createTraceView } from '#src/ask/trace-view.ts';
import { createTraceWriter } from '#src/ask/trace-writer.ts';
import type { AnswerTrace } from '#src/ask/types.ts';
import { closingsOf } from '#src/store/closings.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from './harness.ts';
import { seedWorkspaces } from './store.ts';

const trace = (traceId: string, over: Partial<AnswerTrace> = {}): AnswerTrace => ({
  traceId,
  accountId: 'acc',
  clientId: 'cli',
  workspaceId: 'wsp',
  keyId: 'key',
  endUserId: 'anna',
  generationId: 'gen',
  question: 'q',
  result: 'success',
  sql: 'SELECT 1',
  durationMs: 3,
  costUsd: 0,
  createdAt: '2026-11-01T00:00:00.000',
  details: {
    session_id: null,
    request_id: 'req',
    checks: [],
    verification: 'checked',
    attempts: 1,
    model_used: 'built-in',
    fallback_reason: '',
    tokens: { input: 0, cached_input: 0, output: 0 },
    model_calls: 0,
    timings: { plan: 1 },
    assumptions: [],
    total_rows: 1,
    error_type: null,
    decline_reason: null,
    error: null,
  },
  ...over,
});

overStores('traces of answers', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    await seedWorkspaces(store.db);
  });
  afterEach(() => store.dispose());

  const writer = (maxWaiting = 1_000) =>
    createTraceWriter({
      store: store.db,
      log: pino({ level: 'silent' }),
      flushMs: 60_000,
      maxWaiting,
    });

  it('lose the oldest of those that wait where they are more than may', async () => {
    const traces = writer(2);
    for (const id of ['tr1', 'tr2', 'tr3']) traces.write(trace(id), 0);
    await traces.close();
    const all = { clientId: 'cli', endUserId: null };
    const kept = ['tr1', 'tr2', 'tr3'].map(async (id) => (await writer().read(id, all)) !== null);
    expect(await Promise.all(kept)).to.deep.equal([false, true, true]);
  });

  it('can be read before and after they are written', async () => {
    const traces = writer();
    traces.write(trace('tr1'), 0);
    const all = { clientId: 'cli', endUserId: null };
    expect(await traces.read('tr1', all)).to.deep.equal(trace('tr1'));
    await traces.close();
    expect(await writer().read('tr1', all)).to.deep.equal(trace('tr1'));
  });

  it('give the answer as it was, though they keep nothing of it twice', async () => {
    const check = (name: string, outcome: 'passed' | 'skipped') => ({
      name,
      outcome,
      detail: name,
    });
    const checks = [check('fan_out', 'passed'), check('period', 'skipped')];
    const verification = { status: 'checked', metrics: [], reason: 'r', checks: [checks[0]] };
    const answered = { result: 'success', sql: 'SELECT 1', assumptions: ['a'], verification };
    const error = { result: 'error', error: 'no', error_type: 'DECLINED' };
    const { details } = trace('');
    const traces = writer();
    for (const [id, answer] of Object.entries({ tr1: answered, tr2: answered, tr3: error }))
      traces.write(
        trace(id, { details: { ...details, checks: checks as never, assumptions: ['a'], answer } }),
        0,
      );
    await traces.close();
    const read = async (id: string) =>
      (await writer().read(id, { clientId: 'cli', endUserId: null }))?.details.answer;
    expect(await Promise.all(['tr1', 'tr2', 'tr3'].map(read))).to.deep.equal([
      answered,
      answered,
      error,
    ]);
    const [row] = await store.db.selectFrom('answers').select('trace').execute();
    expect(row?.trace.match(/fan_out/g)).to.have.length(2);
    expect(row?.trace).not.to.include('SELECT 1');
  });

  it('are shown only to their tenant and person', async () => {
    const traces = writer();
    traces.write(trace('tr1'), 0);
    for (const wait of [() => Promise.resolve(), () => traces.flush()]) {
      await wait();
      expect(await traces.read('tr1', { clientId: 'other', endUserId: null })).to.equal(null);
      expect(await traces.read('tr1', { clientId: 'cli', endUserId: 'ben' })).to.equal(null);
      expect(await traces.read('tr1', { clientId: 'cli', endUserId: 'anna' })).to.not.equal(null);
    }
  });

  it('are written in batches, each once', async () => {
    const traces = writer();
    for (let number = 0; number < 450; number++) traces.write(trace(`tr${number}`), 0);
    await Promise.all([traces.flush(), traces.flush()]);
    traces.write(trace('tr0'), 0);
    await traces.close();
    const rows = await store.db.selectFrom('answers').select('trace_id').execute();
    expect(rows).to.have.length(450);
  });

  it('are dropped with their chat where they wait, and hidden with their workspace', async () => {
    const all = { clientId: 'cli', endUserId: null };
    const closings = closingsOf(store.db);
    const traces = writer();
    const of = (session_id: string) => ({ details: { ...trace('').details, session_id } });
    const since = closings.begin();
    traces.write(trace('tr_chat', of('ses_a')), since);
    traces.write(trace('tr_other', of('ses_b')), since);
    await closings.close({ sessionIds: ['ses_a'] });
    expect(await traces.read('tr_chat', all)).to.equal(null);
    expect(await traces.read('tr_other', all)).to.not.equal(null);
    // Its answer was still being made when the chat was deleted.
    traces.write(trace('tr_late', of('ses_a')), since);
    await traces.flush();
    expect(await traces.read('tr_late', all)).to.equal(null);
    await store.db.deleteFrom('workspaces').where('id', '=', 'wsp').execute();
    expect(await traces.read('tr_other', all)).to.equal(null);
  });

  it('are 404 for other accounts, workspaces and the sample key without a person', async () => {
    const traces = writer();
    const view = createTraceView(traces, { answerOf: async () => null }, async () => ({}));
    traces.write(
      trace('tr1', { details: { ...trace('').details, error: 'engine text', policy_hash: 'h' } }),
      0,
    );
    const sample = { ...principal().key, sample: true };
    for (const over of [
      { accountId: 'other' },
      { workspaceId: 'other' },
      { endUserId: 'ben' },
      { clientId: 'other' },
      { key: sample },
      { policy: { filter: { region: 'Europe' }, hash: 'h2' } },
      {
        key: { ...principal().key, id: 'other' },
        policy: { filter: { region: 'Asia' }, hash: 'h' },
      },
    ]) {
      const error = await view(principal(over), 'cli', 'tr1').catch((caught: unknown) => caught);
      expect(error).to.include({ status: 404, code: 'not_found' });
    }
    const own = await view(principal(), 'cli', 'tr1');
    expect(own).to.include({ trace_id: 'tr1', sql: 'SELECT 1', internal_error: 'engine text' });
    const policy = { filter: { region: 'Asia' }, hash: 'h' };
    const filtered = await view(principal({ policy }), 'cli', 'tr1');
    expect(JSON.stringify(filtered)).to.not.include('engine text');
    await traces.close();
  });
});
