import { expect } from 'chai';
import { pino } from 'pino';
import { createTraceView } from '#src/ask/trace-view.ts';
import { createTraceWriter } from '#src/ask/trace-writer.ts';
import type { AnswerTrace } from '#src/ask/types.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from './harness.ts';

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
    for (const id of ['tr1', 'tr2', 'tr3']) traces.write(trace(id));
    await traces.close();
    const all = { clientId: 'cli', endUserId: null };
    const kept = ['tr1', 'tr2', 'tr3'].map(async (id) => (await writer().read(id, all)) !== null);
    expect(await Promise.all(kept)).to.deep.equal([false, true, true]);
  });

  it('can be read before and after they are written', async () => {
    const traces = writer();
    traces.write(trace('tr1'));
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
    traces.write(trace('tr1'));
    for (const wait of [() => Promise.resolve(), () => traces.flush()]) {
      await wait();
      expect(await traces.read('tr1', { clientId: 'other', endUserId: null })).to.equal(null);
      expect(await traces.read('tr1', { clientId: 'cli', endUserId: 'ben' })).to.equal(null);
      expect(await traces.read('tr1', { clientId: 'cli', endUserId: 'anna' })).to.not.equal(null);
    }
  });

  it('are written in batches, each once', async () => {
    const traces = writer();
    for (let number = 0; number < 450; number++) traces.write(trace(`tr${number}`));
    await Promise.all([traces.flush(), traces.flush()]);
    traces.write(trace('tr0'));
    await traces.close();
    const rows = await store.db.selectFrom('answers').select('trace_id').execute();
    expect(rows).to.have.length(450);
  });

  it('are 404 for other accounts, workspaces and the sample key without a person', async () => {
    const traces = writer();
    const view = createTraceView(traces, { answerOf: async () => null });
    traces.write(
      trace('tr1', { details: { ...trace('').details, error: 'engine text', policy_hash: 'h' } }),
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
