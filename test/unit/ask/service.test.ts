import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { AskDeps } from '#src/ask/deps.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer, AskEvent, AskRequest } from '#src/ask/types.ts';
import { AppError } from '#src/errors.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { waitingForTests } from '../../fakes/waiting.ts';
import { facts, filter, select } from './facts.ts';
import { LIMITS, never, PLAN, principal, request, rowsOf, type World, world } from './harness.ts';
import { seedWorkspaces } from './store.ts';

describe('asking', () => {
  let folder: string;
  let store: TestStore;
  let around: World;
  let deps: AskDeps;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-ask-'));
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    ({ world: around, deps } = world(store.db, path.join(folder, 'spool')));
  });

  afterEach(async () => {
    await store.dispose();
    await rm(folder, { recursive: true });
  });

  async function ask(
    over: Partial<AskRequest> = {},
  ): Promise<{ events: AskEvent[]; answer: Answer }> {
    const service = createAskService(deps);
    const prepared = await service.prepare(request(over));
    const running = service.run(prepared, new AbortController().signal);
    const events: AskEvent[] = [];
    for (;;) {
      const step = await running.next();
      if (step.done) return { events, answer: step.value };
      events.push(step.value);
    }
  }

  const names = (events: readonly AskEvent[]) =>
    events.map((one) => (one.event === 'status' ? `status ${one.stage}` : one.event));

  async function refused(over: Partial<AskRequest>): Promise<AppError> {
    try {
      await createAskService(deps).prepare(request(over));
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
    throw new Error('was not refused');
  }

  describe('an answer', () => {
    it('sends its events in the order of the specification', async () => {
      const { events } = await ask({ conversation: { mode: 'new' } });
      expect(names(events)).to.deep.equal([
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
      ]);
    });

    it('has rows, lineage, checks and an explanation of what the rows say', async () => {
      const { answer } = await ask();
      expect(answer.result).to.equal('success');
      expect(answer.data?.rows).to.deep.equal([
        ['Europe', '1234.50'],
        ['Asia', '99.05'],
      ]);
      expect(answer.lineage?.measures).to.deep.equal(['total revenue']);
      expect(answer.verification.status).to.equal('checked');
      expect(answer.explanation).to.equal(
        'Total revenue by region: Europe ($1,235), Asia ($99.05).',
      );
      expect(answer.sessionId).to.equal(null);
    });

    it('writes nothing to disk for a result that it carries whole', async () => {
      await ask();
      expect(await readdir(folder)).to.deep.equal([]);
    });

    it('sends ten rows on the stream and a token for the rest', async () => {
      around.chunks = () =>
        rowsOf(
          [
            ['region', 'text'],
            ['total_revenue', 'integer'],
          ],
          Array.from({ length: 37 }, (_, n) => [`r${n}`, n]),
        );
      const { events, answer } = await ask({ stream: true });
      const result = events.find((one) => one.event === 'result')!;
      expect(result).to.include({ totalRows: 37, truncated: true, totalRowsExact: true });
      expect(result.event === 'result' && result.data.rows.length).to.equal(10);
      expect(answer.resultToken).to.match(/^[\w-]{43}$/);
      expect(answer.explanation).to.include('The first 10 of 37 rows are shown.');
    });

    it('of a dry run says what the SQL would compute and runs nothing', async () => {
      const { events, answer } = await ask({ dryRun: true });
      expect(answer).to.include({ result: 'dry_run', data: null, sql: 'SELECT 1' });
      expect(answer.explanation).to.match(
        /^This SQL would return: total revenue from orders; by region/,
      );
      expect(around.queries).to.equal(0);
      expect(names(events)).to.not.include('status executing');
    });

    it('of what data there is comes from the catalog, without SQL', async () => {
      const { events, answer } = await ask({ question: 'What data do I have?' });
      expect(answer).to.include({ type: 'rag', result: 'success', agent: 'Catalog', sql: null });
      expect(answer.explanation).to.equal(
        'There are 4 tables: customers (100 rows), orders (100 rows), order lines (100 rows), visits (100 rows).',
      );
      expect(answer.data?.rows[0]).to.deep.equal(['customers', 100, 'id, name, credit limit']);
      expect(answer.verification.status).to.equal('not_applicable');
      expect(names(events)).to.deep.equal([
        'status building_context',
        'status routing',
        'status agent_selected',
        'result',
        'status explaining',
        'explanation',
        'done',
      ]);
    });

    it('of a dry run about the data itself executes nothing and keeps no rows', async () => {
      const asked = { question: 'What data do I have?', dryRun: true };
      const { events, answer } = await ask(asked);
      expect(answer).to.include({ result: 'dry_run', type: 'rag', sql: null, data: null });
      expect(answer).to.include({ totalRows: null, resultToken: null });
      expect(answer.explanation).to.contain('No SQL was needed').and.not.contain('customers');
      expect(around.queries).to.equal(0);
      expect(names(events)).to.not.include.members(['result']);
      expect(names(events)).to.not.include.members(['status executing']);
    });

    it('of what data there is counts no rows for callers who see only some', async () => {
      const filtered = principal({ policy: { filter: { region: 'Asia' }, hash: 'h' } });
      const { answer } = await ask({ question: 'list tables', principal: filtered });
      expect(answer.data?.columns).to.deep.equal(['table', 'columns']);
      expect(answer.explanation).to.not.include('100');
    });

    it('of a total carries the groups that make it up', async () => {
      around.facts = facts(
        select({
          sources: ['orders'],
          outputs: [{ name: 'total_revenue', sum: 'orders.revenue' }],
        }),
      );
      around.breakdownFacts = facts(
        select({
          sources: ['orders'],
          outputs: [
            { name: 'region', column: 'orders.region' },
            { name: 'total_revenue', sum: 'orders.revenue' },
          ],
          groupBy: ['orders.region'],
        }),
      );
      around.plan = async () => ({ ...PLAN, breakdown: { ...PLAN.query } });
      around.chunks = (_, breakdown) =>
        breakdown
          ? rowsOf(
              [
                ['region', 'text'],
                ['total_revenue', 'decimal'],
              ],
              [
                ['Europe', '0.10'],
                ['Asia', '0.20'],
              ],
            )
          : rowsOf([['total_revenue', 'decimal']], [['0.3']]);
      const { answer } = await ask();
      expect(answer.breakdown?.rows).to.deep.equal([
        ['Europe', '0.10'],
        ['Asia', '0.20'],
      ]);
      expect(
        answer.verification.checks.find(({ name }) => name === 'total_vs_breakdown')?.outcome,
      ).to.equal('passed');
      expect(answer.explanation).to.equal(
        'Total revenue is $0.30. By region, Asia leads with $0.20 (67%); Europe is last with $0.10.',
      );
    });

    it('is declined where the groups do not give the total', async () => {
      around.facts = facts(
        select({
          sources: ['orders'],
          outputs: [{ name: 'total_revenue', sum: 'orders.revenue' }],
        }),
      );
      around.breakdownFacts = around.facts;
      around.plan = async () => ({ ...PLAN, breakdown: { ...PLAN.query } });
      around.chunks = (_, breakdown) =>
        rowsOf([['total_revenue', 'decimal']], breakdown ? [['0.4'], ['0.1']] : [['0.3']]);
      const { answer, events } = await ask();
      expect(answer.error).to.include({ type: 'DECLINED', declineReason: 'no_safe_sql' });
      expect(names(events)).to.not.include('result');
    });
  });

  describe('a question that cannot be answered', () => {
    const declined = async (over: Partial<AskRequest> = {}) => {
      const { events, answer } = await ask(over);
      expect(names(events).slice(-2)).to.deep.equal(['error', 'done']);
      expect(answer.result).to.equal('error');
      return answer.error!;
    };

    it('is declined with the words of the planner', async () => {
      around.plan = async () => ({
        kind: 'decline',
        reason: 'not_in_data',
        text: 'Nothing is called weather.',
        suggestions: [{ raw: 'wether', resolved: 'weather' }],
      });
      expect(await declined()).to.include({
        message: 'Nothing is called weather.',
        declineReason: 'not_in_data',
      });
    });

    it('is asked back where it has two meanings', async () => {
      around.plan = async () => ({
        kind: 'clarify',
        question: 'Which date?',
        options: [{ label: 'order date', question: 'by order date' }],
      });
      const { events, answer } = await ask();
      expect(answer).to.include({
        result: 'clarification',
        explanation: 'Which date? Order date?',
      });
      expect(names(events).slice(-2)).to.deep.equal(['explanation', 'done']);
    });

    it('is declined without the SQL being shown where the guard refuses it', async () => {
      around.refusal = 'function not allowed';
      const { events } = await ask();
      expect(names(events)).to.not.include('sql');
      expect(await declined()).to.include({ declineReason: 'no_safe_sql' });
      expect(around.traces[0]!.details.error).to.include('function not allowed');
    });

    it('is declined before it runs where rows would be counted twice', async () => {
      around.facts = facts(
        select({
          sources: ['customers', 'orders'],
          joins: [{ alias: 'orders', on: ['customers.id=orders.customer_id'] }],
          outputs: [{ name: 'limit', sum: 'customers.credit_limit' }],
        }),
      );
      const error = await declined();
      expect(error.message).to.include('more than once');
      expect(around.queries).to.equal(0);
    });

    it('is declined with the near value where a text stands nowhere in the data', async () => {
      around.facts = facts(
        select({
          sources: ['orders'],
          outputs: [{ name: 'n', count: '*' }],
          filters: [filter('orders.region', '=', 'Eurpoe')],
        }),
      );
      const error = await declined();
      expect(error.declineReason).to.equal('value_not_found');
      expect(error.suggestions).to.deep.equal([{ raw: 'Eurpoe', resolved: 'Europe' }]);
    });

    it('is still answered, with a warning, where values could not be looked up', async () => {
      around.facts = facts(
        select({
          sources: ['orders'],
          outputs: [{ name: 'n', count: '*' }],
          filters: [filter('orders.region', '=', 'Europe')],
        }),
      );
      deps = {
        ...deps,
        limits: LIMITS,
        planning: { ...deps.planning, findLiterals: () => Promise.reject(new Error('gone')) },
      };
      const { answer } = await ask();
      expect(answer.result).to.equal('success');
      expect(answer.verification.status).to.equal('warning');
    });

    for (const [kind, type, reason] of [
      ['timeout', 'TIMEOUT', null],
      ['too_large', 'RESULT_TOO_LARGE', null],
      ['query', 'QUERY_ERROR', null],
      ['changed', 'QUERY_ERROR', null],
      ['unavailable', 'DECLINED', 'source_unavailable'],
    ] as const)
      it(`says ${type} where the engine fails with ${kind}`, async () => {
        around.chunks = () => {
          throw new SourceError(kind, 'value "secret"');
        };
        expect(await declined()).to.include({ type, declineReason: reason });
      });

    for (const kind of ['query', 'changed'] as const)
      it(`hides the text of the engine (${kind}) from callers who see only some rows`, async () => {
        around.chunks = () => {
          throw new SourceError(kind, 'could not convert "secret"');
        };
        const filtered = principal({ policy: { filter: { region: 'Asia' }, hash: 'h' } });
        expect((await declined()).message).to.include('secret');
        expect((await declined({ principal: filtered })).message).to.not.include('secret');
      });

    it('says what to do where the database has changed', async () => {
      around.chunks = () => {
        throw new SourceError('changed', 'relation "orders" does not exist');
      };
      expect((await declined()).message).to.match(/"orders" does not exist.*schema\/refresh/);
    });

    it('names no internals where the fault is ours', async () => {
      around.plan = async () => {
        throw new TypeError('x is undefined');
      };
      expect((await declined()).message).to.match(/on the server/);
    });

    it('ends with the deadline', async () => {
      around.limits = { ...LIMITS, totalTimeoutMs: 30 };
      around.chunks = never;
      expect((await declined()).type).to.equal('TIMEOUT');
      expect(around).to.include({ pinned: 1, released: 1, cancelled: 1 });
    });
  });

  describe('before a question runs', () => {
    it('422 tells how to get data into an empty workspace', async () => {
      around.generation = null;
      const error = await refused({});
      expect(error).to.include({ status: 422, code: 'no_data' });
      expect(error.message).to.include('PUT /accounts/clients/{client_id}/database');
    });

    it('422 tells how to get data into a tenant without any workspace', async () => {
      const none = new AppError('workspace_not_found', 'This tenant has no workspace yet.');
      deps = { ...deps, workspace: () => Promise.reject(none) };
      const error = await refused({ workspaceId: null });
      expect(error).to.include({ status: 422, code: 'no_data' });
      expect(error.message).to.include('PUT /accounts/clients/{client_id}/database');
      expect(await refused({ workspaceId: 'ws_none' })).to.include({ status: 404 });
    });

    it('422 refuses a question that is empty or too long', async () => {
      expect(await refused({ question: '  ' })).to.include({ status: 422 });
      const { detail } = await refused({ question: 'x'.repeat(201) });
      expect(detail).to.deep.include({
        loc: ['body', 'q'],
        msg: 'The question exceeds 200 characters. Shorten it.',
        type: 'string_too_long',
      });
    });

    it('503 asks to come back where too many questions are worked on', async () => {
      around.limits = { ...LIMITS, concurrent: 1 };
      around.chunks = never;
      const service = createAskService({ ...deps, waiting: waitingForTests({ max_waiting: 0 }) });
      const leave = new AbortController();
      const running = service.run(await service.prepare(request()), leave.signal);
      const error = await service.prepare(request()).catch((caught: unknown) => caught);
      expect(error).to.include({ status: 503, retryAfter: 2 });
      leave.abort();
      await running.return(undefined as never);
      await service.drain();
      await service.prepare(request());
    });
    it('lets a question wait for its place, tells how long, and lets go of who leaves', async () => {
      around.limits = { ...LIMITS, concurrent: 1 };
      around.chunks = never;
      const service = createAskService(deps);
      const leave = new AbortController();
      const running = service.run(await service.prepare(request()), leave.signal);
      const gone = new AbortController();
      const left = service.prepare(request(), gone.signal).catch((caught: unknown) => caught);
      const waits = service.prepare(request());
      gone.abort(new Error('gone'));
      expect(await left).to.include({ message: 'gone' });
      leave.abort();
      await running.return(undefined as never);
      around.chunks = () => rowsOf([['n', 'integer']], [[1]]);
      const answering = service.run(await waits, new AbortController().signal);
      for (let step = await answering.next(); ; step = await answering.next())
        if (step.done) {
          expect(step.value.timings['waiting']).to.be.above(0);
          break;
        }
    });

    it('lets no end user keep others from being answered', async () => {
      around.limits = { ...LIMITS, concurrent: 4 };
      const service = createAskService(deps);
      const of = (endUserId: string) => request({ principal: principal({ endUserId }) });
      const wild = Array.from({ length: 100 }, () => service.prepare(of('wild')).catch(() => null));
      await Promise.all(wild.slice(0, 2));
      expect(await service.prepare(of('ann'))).to.have.property('traceId');
    });

    const blocking = { scope_type: 'tenant', scope_id: 'cli', cap: 10, spent: 10, pct_used: 1 };

    it('402 carries the blocking scope', async () => {
      around.budget = async () => ({ allowed: false, blockingScope: blocking, alerts: [] });
      const { status, detail } = await refused({});
      expect(status).to.equal(402);
      expect(detail).to.deep.include({
        error: 'budget_exceeded',
        blocking_scope: blocking,
        alerts: [],
      });
    });

    it('a blocked budget is an event on the stream, and begins no chat', async () => {
      around.budget = async () => ({ allowed: false, blockingScope: blocking, alerts: [] });
      const { events, answer } = await ask({ stream: true, conversation: { mode: 'new' } });
      expect(names(events)).to.deep.equal(['error']);
      expect(events[0]).to.deep.include({
        kind: 'budget_exceeded',
        budget: { blocking_scope: blocking, alerts: [] },
      });
      expect(answer.budgetBlock?.blocking_scope).to.deep.equal(blocking);
      expect(around.settled).to.deep.equal([]);
    });

    it('a question that a budget blocks does not count against the quota', async () => {
      around.counted = { accountId: 'acc', month: '2026-11-01' };
      around.budget = async () => ({ allowed: false, blockingScope: blocking, alerts: [] });
      await ask({ stream: true });
      expect(around.givenBack).to.equal(1);
      await createAskService(deps)
        .prepare(request())
        .catch(() => undefined);
      expect(around.givenBack).to.equal(2);
    });

    it('gives the reservation and the place back where the question is never run', async () => {
      around.limits = { ...LIMITS, totalTimeoutMs: 5, concurrent: 1 };
      const service = createAskService(deps);
      await service.prepare(request());
      while (around.settled.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(around.settled).to.deep.equal([{ id: 'res', cost: 0 }]);
      await service.prepare(request());
    });
  });

  it('gives the quota back of a question never run where its reservation cannot be', async () => {
    around.counted = { accountId: 'acc', month: '2026-11-01' };
    around.limits = { ...LIMITS, totalTimeoutMs: 5 };
    const settle = () => Promise.reject(new Error('store away'));
    await createAskService({ ...deps, budget: { ...deps.budget, settle } }).prepare(request());
    for (let tries = 0; tries < 40 && around.givenBack === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(around.givenBack).to.equal(1);
  });

  describe('a chat', () => {
    const anna = principal({ endUserId: 'anna' });
    const ben = principal({ endUserId: 'ben' });

    it('continues with what was asked before', async () => {
      const first = await ask({ principal: anna, conversation: { mode: 'new' } });
      const sessionId = first.answer.sessionId!;
      let seen: unknown = null;
      around.plan = async (_, history) => {
        seen = history;
        return PLAN;
      };
      const { events } = await ask({
        principal: anna,
        conversation: { mode: 'continue', sessionId },
      });
      expect(seen).to.deep.equal([
        { question: 'total revenue by region', query: PLAN.query, sql: first.answer.sql },
      ]);
      expect(names(events)[0]).to.equal('status building_context');
      expect(await deps.conversations.history(sessionId, 10)).to.have.length(2);
      expect((await deps.conversations.find(sessionId))?.title).to.equal('total revenue by region');
    });

    it('is 404 for another end user, for unknown ids and for the sample key without a person', async () => {
      const { answer } = await ask({ principal: anna, conversation: { mode: 'new' } });
      const sessionId = answer.sessionId!;
      const sample = principal({ key: { ...principal().key, sample: true } });
      for (const [who, id] of [
        [ben, sessionId],
        [anna, 'ses_made_up'],
        [sample, sessionId],
      ] as const) {
        const error = await refused({
          principal: who,
          conversation: { mode: 'continue', sessionId: id },
        });
        expect(error).to.include({ status: 404, code: 'session_not_found' });
      }
    });

    it('of a person can be continued by the whole account, not the other way round', async () => {
      const persons = await ask({ principal: anna, conversation: { mode: 'new' } });
      const accounts = await ask({ conversation: { mode: 'new' } });
      const as = (who: typeof anna, sessionId: string) =>
        ({ principal: who, conversation: { mode: 'continue', sessionId } }) as const;
      await ask(as(principal(), persons.answer.sessionId!));
      expect(await refused(as(anna, accounts.answer.sessionId!))).to.include({ status: 404 });
    });

    it('belongs to the row filter that it began under, also the default one', async () => {
      const asia = principal({
        endUserId: 'anna',
        policy: { filter: { region: 'Asia' }, hash: 'asia' },
      });
      const { answer } = await ask({ principal: asia, conversation: { mode: 'default' } });
      const continued = { mode: 'continue', sessionId: answer.sessionId! } as const;
      await ask({ principal: asia, conversation: continued });
      for (const who of [anna, principal(), { ...asia, policy: { ...asia.policy, hash: 'other' } }])
        expect(await refused({ principal: who, conversation: continued })).to.include({
          status: 404,
        });
      const open = await ask({ principal: anna, conversation: { mode: 'default' } });
      expect(open.answer.sessionId).to.not.equal(answer.sessionId);
    });

    it('is 404 in another workspace, and names its own where the request names none', async () => {
      const wide = principal({ workspaceId: null });
      const { answer } = await ask({
        principal: wide,
        workspaceId: 'other',
        conversation: { mode: 'new' },
      });
      const conversation = { mode: 'continue', sessionId: answer.sessionId! } as const;
      expect(await refused({ principal: wide, workspaceId: 'wsp', conversation })).to.include({
        status: 404,
      });
      await ask({ principal: wide, workspaceId: null, conversation });
    });

    it('by default is one a person and one for the whole account', async () => {
      const sessions: (string | null)[] = [];
      for (const who of [anna, anna, ben, principal(), principal()])
        sessions.push(
          (await ask({ principal: who, conversation: { mode: 'default' } })).answer.sessionId,
        );
      const [first, second, third, fourth, fifth] = sessions;
      expect([second, fifth]).to.deep.equal([first, fourth]);
      expect(new Set([first, third, fourth]).size).to.equal(3);
    });

    it('by default is a new one each time with the sample key', async () => {
      const sample = principal({ endUserId: 'anna', key: { ...principal().key, sample: true } });
      const first = await ask({ principal: sample, conversation: { mode: 'default' } });
      const second = await ask({ principal: sample, conversation: { mode: 'default' } });
      expect(first.answer.sessionId).to.not.equal(second.answer.sessionId);
    });

    it('offers the same next questions on every surface', async () => {
      for (const conversation of [{ mode: 'none' }, { mode: 'new' }] as const)
        for (const stream of [false, true])
          expect((await ask({ conversation, stream })).answer.nextQuestions).to.deep.equal([
            'total revenue by month',
          ]);
    });
  });

  it('a reading beyond the sure path is declined where it does less than the question asks', async () => {
    around.plan = () => Promise.resolve({ ...PLAN, heldTo: 'total revenue of the top 3 regions' });
    const { answer, events } = await ask();
    expect(answer.error).to.include({ declineReason: 'unsupported_question' });
    expect(answer.error?.message).to.match(/could only be interpreted as/);
    expect(names(events)).to.not.include('sql');
  });

  it('next questions are looked up while the rows are read', async () => {
    const lookedUp = Promise.withResolvers<void>();
    deps.planning.answerable = (_, { questions }) => {
      lookedUp.resolve();
      return Promise.resolve(questions);
    };
    around.chunks = async function* () {
      await lookedUp.promise;
      yield* rowsOf([['total_revenue', 'decimal']], [['1.5']]);
    };
    const { answer } = await ask();
    expect(answer.nextQuestions).to.deep.equal(['total revenue by month']);
  });

  it('next questions that cannot be looked up cost the answer nothing', async () => {
    deps.planning.answerable = () => Promise.reject(new Error('no thread'));
    const { answer } = await ask();
    expect(answer).to.include({ result: 'success' });
    expect(answer.nextQuestions).to.deep.equal([]);
  });

  it('next questions keep the period of the answer', async () => {
    around.facts = facts(
      select({
        sources: ['orders'],
        outputs: [{ name: 'total_revenue', sum: 'orders.revenue' }],
        filters: [
          filter('orders.ordered_on', '>=', '2025-01-01'),
          filter('orders.ordered_on', '<', '2026-01-01'),
        ],
      }),
    );
    around.chunks = () => rowsOf([['total_revenue', 'decimal']], [['1.5']]);
    const { answer } = await ask({ conversation: { mode: 'new' } });
    expect(answer.nextQuestions[0]).to.equal('total revenue by region in 2025');
  });

  describe('a caller who leaves', () => {
    const stages = 13;
    for (let index = 0; index <= stages; index++)
      it(`after ${index} events: the query ends, turn and spend are recorded once, nothing is held`, async () => {
        if (index < 9) around.chunks = never;
        const service = createAskService(deps);
        const prepared = await service.prepare(request({ conversation: { mode: 'new' } }));
        const running = service.run(prepared, new AbortController().signal);
        for (let step = 0; step < Math.min(index, 8); step++) await running.next();
        if (index >= 9) for (let step = 8; step < index; step++) await running.next();
        await running.return(undefined as never);
        await service.drain();
        expect(around.settled).to.deep.equal([{ id: 'res', cost: 0 }]);
        expect(around.traces).to.have.length(1);
        expect(around.pinned - around.released).to.equal(0);
        if (index < 9) expect(around.cancelled).to.equal(around.queries);
        const turns = await store.db.selectFrom('turns').selectAll().execute();
        expect(turns).to.have.length(1);
      });

    it('in the middle of a wait is noticed at once', async () => {
      around.chunks = never;
      const service = createAskService(deps);
      const running = service.run(await service.prepare(request()), new AbortController().signal);
      for (let step = 0; step < 7; step++) await running.next();
      const pending = running.next();
      await running.return(undefined as never);
      await pending;
      await service.drain();
      expect(around).to.include({ cancelled: 1, released: 1 });
    });

    it('by its signal ends with an error and a done that can still be sent', async () => {
      around.chunks = never;
      const leave = new AbortController();
      const service = createAskService(deps);
      const running = service.run(await service.prepare(request()), leave.signal);
      const events: AskEvent[] = [];
      for await (const event of running) {
        events.push(event);
        if (event.event === 'sql')
          leave.abort(
            new AppError(
              'unavailable',
              'The service is shutting down. Try again in a few seconds. Ask again in a minute.',
            ),
          );
      }
      expect(names(events).slice(-2)).to.deep.equal(['error', 'done']);
      expect(events.at(-2)).to.include({
        message: 'The service is shutting down. Try again in a few seconds. Ask again in a minute.',
      });
    });

    it('while the generation is being pinned leaves no pin behind', async () => {
      let give: () => void = () => {};
      const waits = new Promise<void>((resolve) => {
        give = resolve;
      });
      const pin = deps.pinGeneration;
      const slow: AskDeps = {
        ...deps,
        limits: LIMITS,
        pinGeneration: async (...asked) => {
          await waits;
          return pin(...asked);
        },
      };
      const service = createAskService(slow);
      const running = service.run(await service.prepare(request()), new AbortController().signal);
      await running.next();
      await running.return(undefined as never);
      await service.drain();
      give();
      while (around.released === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(around).to.include({ pinned: 1, released: 1 });
    });
  });
});
