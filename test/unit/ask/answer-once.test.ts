import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { AskDeps } from '#src/ask/deps.ts';
import { KeptAnswers } from '#src/ask/kept-answers.ts';
import { withKeptRows } from '#src/ask/kept-rows.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer, AskEvent, AskRequest } from '#src/ask/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { LIMITS, PLAN, principal, request, rowsOf, type World, world } from './harness.ts';
import { retailCatalog } from './retail.ts';
import { seedWorkspaces } from './store.ts';

const RESULT = [['region', 'text'] as const, ['total_revenue', 'decimal'] as const];

describe('answers that are kept', () => {
  let folder: string;
  let store: TestStore;
  let around: World;
  let deps: AskDeps;
  let now: Date;
  let catalog: Catalog;
  let planned: number;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-once-'));
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    const made = world(store.db, path.join(folder, 'spool'));
    around = made.world;
    now = new Date('2026-11-01T12:00:00Z');
    catalog = retailCatalog();
    planned = 0;
    around.plan = async () => {
      planned++;
      return PLAN;
    };
    deps = {
      ...made.deps,
      clock: { now: () => now },
      keptAnswers: new KeptAnswers(10),
      sourceOf: withKeptRows(made.deps.sourceOf, 10),
      pinGeneration: async () => ({ catalog, release: () => void around.released++ }),
    };
  });

  afterEach(async () => {
    await store.dispose();
    await rm(folder, { recursive: true });
  });

  async function ask(
    over: Partial<AskRequest> = {},
  ): Promise<{ events: readonly AskEvent[]; answer: Answer }> {
    const service = createAskService(deps);
    const running = service.run(await service.prepare(request(over)), new AbortController().signal);
    const events: AskEvent[] = [];
    for (;;) {
      const step = await running.next();
      if (step.done) return { events, answer: step.value };
      events.push(step.value);
    }
  }

  const withoutOwn = (all: Answer) => {
    const { traceId: _, durationMs: __, timings: ___, sameAs: ____, ...answer } = all;
    return answer;
  };
  const withoutTrace = (events: readonly AskEvent[]) =>
    events.map((one) => ('traceId' in one ? { ...one, traceId: 'tr' } : one));

  it('are told again in the same events, with a trace and a budget of their own', async () => {
    const first = await ask();
    const alert = {
      ...{ scope_type: 'account', scope_id: 'acc', period: 'month', level: '80%' },
      ...{ enforcement: 'alert', cap: 1, spent: 0.9, remaining: 0.1, percent: 90 },
    } as const;
    around.budget = async () => ({
      allowed: true,
      reservationId: 'r2',
      alertsWith: () => [alert as never],
    });
    const again = await ask();
    expect([planned, around.queries]).to.deep.equal([1, 1]);
    expect(withoutTrace(again.events)).to.deep.equal(withoutTrace(first.events));
    expect({ ...withoutOwn(again.answer), budgetAlerts: [] }).to.deep.equal(
      withoutOwn(first.answer),
    );
    expect(again.answer.budgetAlerts).to.deep.equal([alert]);
    expect(around.traces.map(({ traceId }) => traceId)).to.deep.equal([
      first.answer.traceId,
      again.answer.traceId,
    ]);
    expect(new Set(around.traces.map(({ traceId }) => traceId)).size).to.equal(2);
    expect(around.settled.map(({ id }) => id)).to.deep.equal(['res', 'r2']);
    expect(around.released).to.equal(2);
  });

  it('are told to each asker in the own language, made once', async () => {
    const question = 'revenue';
    const english = await ask({ question });
    const german = await ask({ question, acceptLanguage: 'de-CH, en;q=0.5' });
    const again = await ask({ question, acceptLanguage: 'fr' });
    expect(planned).to.equal(1);
    expect([english, german, again].map(({ answer }) => answer.language)).to.deep.equal([
      ...['en', 'de', 'en'],
    ]);
    expect(again.answer.explanation).to.equal(english.answer.explanation);
    expect(german.answer.explanation).to.equal(
      'Umsatz gesamt nach Region: Europe (1.235\u00a0$), Asia (99,05\u00a0$).',
    );
    expect(german.answer.sameAs).to.equal(undefined);
    expect(german.answer.data).to.deep.equal(english.answer.data);
    const told = german.events.find(({ event }) => event === 'explanation');
    expect(told).to.deep.equal({ event: 'explanation', text: german.answer.explanation });
  });

  it('belong to a turn where the question is of a chat', async () => {
    await ask();
    const { answer } = await ask({ conversation: { mode: 'new' } });
    expect(planned).to.equal(1);
    expect(answer.sessionId).to.match(/^ses_/);
    const turns = await store.db.selectFrom('turns').select(['session_id', 'trace_id']).execute();
    expect(turns).to.deep.equal([{ session_id: answer.sessionId, trace_id: answer.traceId }]);
  });

  const others: readonly [string, () => Partial<AskRequest> | undefined][] = [
    [
      'under another row policy',
      () => ({ principal: principal({ policy: { filter: {}, hash: 'other' } }) }),
    ],
    ['in other words', () => ({ question: 'Total revenue by region' })],
    ['with fewer rows', () => ({ maxRows: 1 })],
    ['as a dry run', () => ({ dryRun: true })],
    ['without a chart', () => ({ chart: 'none' })],
    [
      'on another day',
      () => {
        now = new Date('2026-11-02T12:00:00Z');
        return undefined;
      },
    ],
    [
      'over another generation',
      () => {
        catalog = retailCatalog();
        return undefined;
      },
    ],
  ];
  for (const [how, other] of others)
    it(`are not given to the same question ${how}`, async () => {
      await ask();
      await ask(other() ?? {});
      expect(planned).to.equal(2);
    });

  it('are of a database never kept, as it changes', async () => {
    catalog = { ...retailCatalog(), databaseId: 'db_1' };
    await ask();
    await ask();
    expect([planned, around.queries]).to.deep.equal([2, 2]);
  });

  it('are not kept where their rows are not', async () => {
    around.chunks = () =>
      rowsOf(
        RESULT,
        Array.from({ length: 600 }, (_, at) => [`a region with a long name, ${at}`, '1.5']),
      );
    around.limits = { ...LIMITS, maxRows: 1_000 };
    await ask();
    await ask();
    expect([planned, around.queries]).to.deep.equal([2, 2]);
  });

  it('are not kept where a part of them failed for now', async () => {
    let fails = true;
    const { answerable } = deps.planning;
    deps = {
      ...deps,
      planning: {
        ...deps.planning,
        answerable: (...args) =>
          fails ? Promise.reject(new Error('no planner')) : answerable(...args),
      },
    };
    const first = await ask();
    fails = false;
    const second = await ask();
    expect(first.answer.nextQuestions).to.deep.equal([]);
    expect(second.answer.nextQuestions).to.not.deep.equal([]);
    await ask();
    expect(planned).to.equal(2);
  });

  it('are not kept where there is no answer', async () => {
    around.refusal = 'no';
    expect((await ask()).answer.result).to.equal('error');
    around.refusal = null;
    expect((await ask()).answer.result).to.equal('success');
  });

  it('are not told to whom a budget blocks', async () => {
    await ask();
    around.budget = async () => ({
      allowed: false,
      alerts: [],
      blockingScope: {
        ...{ scope_type: 'account', scope_id: 'acc', period: 'month', cap: 1, spent: 1 },
      } as never,
    });
    const { answer, events } = await ask({ stream: true });
    expect(answer.data).to.equal(null);
    expect(events.map(({ event }) => event)).to.deep.equal(['error']);
  });
});
