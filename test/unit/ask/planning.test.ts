import { expect } from 'chai';
import { type PlannerThreads, startPlannerThreads } from '#src/ask/planner-threads.ts';
import { createPlanning, PlanningExhausted } from '#src/ask/planning.ts';
import type { Plan, Planner } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { traceReading } from '#src/read/trace.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';
import { createPlanHost } from '#workers/plan-host.ts';
import type { PlanningTask } from '#workers/plan-protocol.ts';
import { waitingForTests } from '../../fakes/waiting.ts';
import { PLAN } from './harness.ts';
import { retailCatalog } from './retail.ts';

const catalog = retailCatalog();
const now = new Date('2026-11-01T00:00:00Z');
const signal = new AbortController().signal;

describe('planning in workers', () => {
  const worker = new URL('./plan-worker.ts', import.meta.url);
  let planning: ReturnType<typeof createPlanning>;
  let pool: PlannerThreads;
  const start = (threads: number, timeoutMs: number, code = worker) => {
    const waiting = waitingForTests({ workspace_share: 100, end_user_share: 100 });
    pool = startPlannerThreads({ planning_threads: threads, planning_heap_mb: 64 }, code);
    planning = createPlanning({ pool, timeoutMs, waiting });
  };
  afterEach(() => pool.destroy());

  const ask = (question: string, over: Partial<Catalog> = {}) =>
    planning.plan(
      { catalog: { ...catalog, ...over }, policy: NO_ROW_POLICY, question, history: [], now },
      signal,
    );
  const seen = (plan: Plan) =>
    JSON.parse(plan.kind === 'decline' ? plan.text : '{}') as {
      readonly thread: number;
      readonly calls: number;
      readonly tables: number;
    };

  it('sends a catalog once, and keeps a generation with one worker while it is idle', async () => {
    start(2, 60_000);
    await planning.warm();
    const first = seen(await ask('a'));
    expect(first.tables).to.equal(4);
    // Another catalog under the same id shows that the held one is used.
    const second = seen(await ask('b', { tables: [] }));
    expect(second).to.include({ thread: first.thread, tables: 4, calls: 2 });
  });

  it('uses every worker when many ask', async () => {
    start(2, 60_000);
    await planning.warm();
    const plans = await Promise.all(Array.from({ length: 40 }, () => ask('a')));
    expect(new Set(plans.map((plan) => seen(plan).thread)).size).to.equal(2);
  });

  it('gives up a planner that does not end, replaces its worker and goes on', async () => {
    start(1, 300);
    await planning.warm();
    const error = await ask('never ends').catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(PlanningExhausted);
    await planning.warm();
    expect(seen(await ask('a')).calls).to.equal(1);
  });

  it('counts neither the time that a planner is not run nor the loading of its code', async () => {
    start(1, 300, new URL('?loads-slowly', worker));
    expect(seen(await ask('sleeps')).calls).to.equal(1);
  });

  it('is warm when every worker has loaded the planner', async () => {
    start(2, 60_000, new URL('?one-loads-slowly', worker));
    await planning.warm();
    // Each holds its worker for a second: one alone would answer both only where the other is not there.
    const plans = await Promise.all([ask('sleeps'), ask('sleeps')]);
    expect(new Set(plans.map((plan) => seen(plan).thread)).size).to.equal(2);
  });

  it('gives up a planner that eats memory, replaces its worker and goes on', async () => {
    start(1, 60_000);
    const error = await ask('eats memory').catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(PlanningExhausted);
    expect(seen(await ask('a')).calls).to.equal(1);
  });

  it('passes on what a planner throws and stays in service', async () => {
    start(1, 60_000);
    const error = await ask('throws').catch((caught: unknown) => caught);
    expect(error).to.include({ message: 'planner broke' });
    expect(seen(await ask('a')).tables).to.equal(4);
  });

  it('waits for a worker on behalf of who asks', async () => {
    start(1, 60_000);
    await planning.warm();
    const waits: number[] = [];
    const waited = (milliseconds: number) => void waits.push(milliseconds);
    const asker = { workspaceId: catalog.workspaceId, endUserId: 'ada', waited };
    const about = { catalog, policy: NO_ROW_POLICY, asker, history: [], now };
    await Promise.all(['a', 'b'].map((question) => planning.plan({ ...about, question }, signal)));
    expect(waits).to.have.length(1);
  });

  it('ends the waiting of a caller who leaves, not the worker', async () => {
    start(1, 60_000);
    await planning.warm();
    const leave = new AbortController();
    const { thread } = seen(await ask('a'));
    const waiting = planning.plan(
      { catalog, policy: NO_ROW_POLICY, question: 'b', history: [], now },
      leave.signal,
    );
    leave.abort(new Error('left'));
    expect(await waiting.catch((caught: unknown) => caught)).to.include({ message: 'left' });
    expect(seen(await ask('c')).thread).to.equal(thread);
  });

  it('looks literals up and says what comes close', async () => {
    start(1, 60_000);
    const about = { catalog, policy: NO_ROW_POLICY };
    const literal = { table: 'orders', column: 'region' };
    const found = await planning.findLiterals(
      about,
      [
        { ...literal, value: 'Europe' },
        { ...literal, value: 'Eurpoe' },
      ],
      signal,
    );
    expect(found.map(({ found: is, near }) => [is, near])).to.deep.equal([
      [true, null],
      [false, 'Europe'],
    ]);
  });
});

describe('a planning worker', () => {
  const plan: Planner = ({ question }) =>
    question === 'yes'
      ? PLAN
      : { kind: 'decline', reason: 'not_in_data', text: '', suggestions: [] };
  const task = (catalogKey: string, over: Partial<PlanningTask> = {}) =>
    ({
      begun: new Int32Array(1),
      kind: 'answerable',
      catalogKey,
      catalog,
      policy: NO_ROW_POLICY,
      questions: ['yes', 'no'],
      atMost: 3,
      now,
      probed: [],
      ...over,
    }) as PlanningTask;

  it('asks for a catalog that it does not hold', () => {
    const host = createPlanHost({
      plan,
      openValueLookup: () => ({ lookup: () => [], close: () => {} }),
      readableCatalog,
      traceReading,
    });
    expect(host(task('g1', { catalog: null }))).to.deep.equal({ kind: 'missing' });
    expect(host(task('g1'))).to.deep.equal({ kind: 'answerable', questions: ['yes'] });
    expect(host(task('g1', { catalog: null })).kind).to.equal('answerable');
  });

  it('plans no more questions than are needed to find those that are wanted', () => {
    const planned: string[] = [];
    const host = createPlanHost({
      plan(request) {
        planned.push(request.question);
        return plan(request);
      },
      openValueLookup: () => ({ lookup: () => [], close: () => {} }),
      readableCatalog,
      traceReading,
    });
    const wanted = { questions: ['no', 'yes', 'yes', 'yes'], atMost: 2 };
    expect(host(task('g1', wanted))).to.deep.equal({
      kind: 'answerable',
      questions: ['yes', 'yes'],
    });
    expect(planned).to.deep.equal(['no', 'yes', 'yes']);
  });

  it('plans over the tables that the caller may read, the same catalog for the same columns', () => {
    const planned: Catalog[] = [];
    const host = createPlanHost({
      plan: (request) => {
        planned.push(request.catalog);
        return plan(request);
      },
      openValueLookup: () => ({ lookup: () => [], close: () => {} }),
      readableCatalog,
      traceReading,
    });
    const under = (region: string) => ({ filter: { region }, hash: region });
    for (const policy of [NO_ROW_POLICY, under('Asia'), under('Europe')])
      host(task('g1', { policy, questions: ['yes'] } as Partial<PlanningTask>));
    const [all, asia, europe] = planned;
    expect(all!.tables).to.deep.equal(catalog.tables);
    expect(asia!.tables.length).to.be.within(1, catalog.tables.length - 1);
    expect(
      asia!.tables.every(({ columns }) => columns.some(({ name }) => name === 'region')),
    ).to.equal(true);
    expect(europe).to.equal(asia);
  });

  it('closes the value indexes of generations that it forgets, and keeps policies apart', () => {
    let open = 0;
    const seen = new Set<string>();
    const host = createPlanHost({
      plan,
      openValueLookup: (_, policy) => {
        open++;
        seen.add(policy.hash);
        return { lookup: () => [], close: () => open-- };
      },
      readableCatalog,
      traceReading,
    });
    for (let number = 0; number < 40; number++) host(task(`g${number}`));
    expect(open).to.equal(16);
    host(task('g39', { policy: { filter: { a: 1 }, hash: 'h' } }));
    expect([open, seen.size]).to.deep.equal([17, 2]);
  });
});
