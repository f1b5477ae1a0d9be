import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { AskDeps, ModelDeps } from '#src/ask/deps.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer, AskRequest } from '#src/ask/types.ts';
import { plan } from '#src/read/planner.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { modelInProcess } from '../../fakes/models/in-process.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { request, world } from './harness.ts';
import { chunksOf } from './memory-source.ts';
import { seedWorkspaces } from './store.ts';

const DATA = [
  `CREATE TABLE sales (city VARCHAR, country VARCHAR, amount INTEGER)`,
  `INSERT INTO sales VALUES ('Berlin', 'Germany', 10), ('Berlin', 'Germany', 7), ('Hamburg', 'Germany', 5), ('Paris', 'France', 20), ('Lyon', 'France', 1)`,
  'CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, clerk_name VARCHAR)',
  `INSERT INTO clerks VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy')`,
  'CREATE TABLE receipts (receipt_id INTEGER PRIMARY KEY, clerk_id INTEGER, paid_eur INTEGER)',
  `INSERT INTO receipts SELECT i, 1 + i % 2, 3 * i FROM range(1, 12) t(i)`,
  'CREATE TABLE campaigns (campaign_id INTEGER PRIMARY KEY, title VARCHAR, goal_eur INTEGER)',
  `INSERT INTO campaigns VALUES (1, 'Roof', 100), (2, 'Books', 50)`,
  'CREATE TABLE gifts (gift_id INTEGER PRIMARY KEY, campaign_id INTEGER, amount_eur INTEGER)',
  'INSERT INTO gifts VALUES (1, 1, 40), (2, 1, 10), (3, 2, 50)',
];

const reply = (sql: string, more: object = {}) =>
  JSON.stringify({
    ...{ restatement: '', answerable: true, sql, assumptions: [], clarification: '' },
    ...more,
  });
/** Nothing is read in "prepared". */
const DOUBTED = 'which campaign prepared the most gifts';
const CITIES = 'number of cities by country';
const DIFFERENT = 'SELECT country, COUNT(DISTINCT city) AS cities FROM sales GROUP BY country';
const ROWS = 'SELECT country, COUNT(*) AS cities FROM sales GROUP BY country';

describe('the built-in planner and a model', () => {
  let folder: string;
  let store: TestStore;
  let data: OfflineCatalog;
  let duckdb: TestDuckdb;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-both-'));
    duckdb = await openTestDuckdb();
    data = await catalogFromSql(DATA);
    store = await sqliteStore();
    await seedWorkspaces(store.db);
  });
  after(async () => {
    await store.dispose();
    await data.close();
    duckdb.close();
    await rm(folder, { recursive: true });
  });

  const depsWith = (planning: ModelDeps['planning'], service: ModelDeps['service']): AskDeps => {
    const { deps } = world(store.db, path.join(folder, 'spool'));
    const dialect = createDuckdbDialect(duckdb);
    const { catalog, values } = data;
    const guarded = { maxSqlBytes: 65_536, maxDepth: 50, maxWeight: 100_000, keptVerdicts: 100 };
    return {
      ...deps,
      // A slow machine is no other answer.
      limits: { ...deps.limits, totalTimeoutMs: 60_000, queryTimeoutMs: 60_000 },
      pinGeneration: async () => ({ catalog, release: () => {} }),
      guard: createGuard(guarded),
      sourceOf: async () => ({ dialect, query: ({ sql }) => chunksOf(data, sql) }),
      planning: {
        ...deps.planning,
        plan: async ({ question, history, now }) =>
          plan({ question, catalog, values, history, now }),
        findLiterals: async (_, literals) =>
          literals.map((one) => ({ ...one, found: true, near: null })),
      },
      model: {
        ...{ service, planning, explanations: 'template', maxOutputTokens: 500 },
        ...{
          thinkingTokens: 0,
          schemaTokens: 4_000,
          tableTokens: 65,
          lookups: 0,
          maxCalls: 4,
          estimateUsd: 0,
          prices: null,
        },
        candidates: [],
      },
    };
  };

  async function ask(
    planning: ModelDeps['planning'],
    question: string,
    said: string,
    conversation: AskRequest['conversation'] = { mode: 'none' },
  ) {
    const { service, calls } = modelInProcess(() => said);
    const asking = createAskService(depsWith(planning, service));
    const prepared = await asking.prepare(request({ question, conversation }));
    const running = asking.run(prepared, new AbortController().signal);
    for (;;) {
      const step = await running.next();
      if (step.done) return { answer: step.value as Answer, calls: calls.length };
    }
  }
  const rowsOf = ({ data: shown }: Answer) => shown?.rows.toSorted();

  for (const planning of ['model-first', 'cross-check'] as const)
    describe(`with ${planning}`, () => {
      it('verifies an answer on whose rows both agree', async () => {
        const { answer } = await ask(planning, CITIES, reply(DIFFERENT));
        expect(answer.verification.status).to.equal('verified');
      });

      it('shows the model’s of two clean answers that differ, and offers the planner’s', async () => {
        const { answer, calls } = await ask(planning, CITIES, reply(ROWS));
        expect(calls).to.equal(1);
        expect(answer.modelUsed).to.equal('fake');
        expect(rowsOf(answer)).to.deep.equal([
          ['France', 2],
          ['Germany', 3],
        ]);
        expect(answer.verification.status).to.equal('warning');
        const told = /could also mean: (.*)\. That gives different rows\./.exec(answer.explanation);
        expect(told?.[1]).to.contain('different cities');
        const [offered] = answer.nextQuestions;
        expect(offered).to.contain(CITIES).and.contain('meaning');
        const chosen = await ask(planning, offered!, reply(DIFFERENT));
        expect(chosen.answer.verification.status).to.equal('verified');
        expect(rowsOf(chosen.answer)).to.deep.equal([
          ['France', 2],
          ['Germany', 2],
        ]);
      });

      it('agree on the numbers of things that one tells by their key and one by their name', async () => {
        const { answer } = await ask(
          planning,
          'total paid by clerk',
          reply('SELECT clerk_id, SUM(paid_eur) AS total_paid FROM receipts GROUP BY clerk_id'),
        );
        expect(answer.verification.status).to.equal('checked');
        expect(answer.verification.checks.map(({ detail }) => detail)).to.include(
          'An independent second query gives the same numbers.',
        );
      });

      it('lists each row once where the model’s join repeats them', async () => {
        const { answer } = await ask(
          planning,
          'names of clerks with receipts',
          reply('SELECT c.clerk_name FROM clerks c JOIN receipts r ON r.clerk_id = c.clerk_id'),
        );
        expect(rowsOf(answer)).to.deep.equal([['Ann'], ['Bo']]);
        expect(answer.verification.status).to.equal('checked');
      });

      it('shows the planner’s where checks warn of the model’s alone', async () => {
        const { answer } = await ask(
          planning,
          'total amount by country',
          reply('SELECT country, MAX(amount) AS total_amount FROM sales GROUP BY country'),
        );
        expect(answer.modelUsed).to.equal('built-in');
        expect(answer.verification.status).to.equal('warning');
        expect(rowsOf(answer)).to.deep.equal([
          ['France', 21],
          ['Germany', 22],
        ]);
      });
    });

  describe('with cross-check, in a chat', () => {
    const chat = { mode: 'new' } as const;
    const restated = { restatement: 'Rows of sales per country' };

    it('asks once which of two clean readings is meant', async () => {
      const { answer } = await ask('cross-check', CITIES, reply(ROWS, restated), chat);
      expect(answer.result).to.equal('clarification');
      const [models, planners] = answer.clarification?.options ?? [];
      expect(models?.label).to.equal(restated.restatement);
      expect(planners?.label).to.contain('different cities');
      for (const [option, sql, cities] of [
        [models, ROWS, 3],
        [planners, DIFFERENT, 2],
      ] as const) {
        const chosen = await ask('cross-check', option!.question, reply(sql, restated), chat);
        expect(rowsOf(chosen.answer)).to.deep.equal([
          ['France', 2],
          ['Germany', cities],
        ]);
      }
    });

    it('shows the model’s where nothing can be shown of its words, or an answer stands alone', async () => {
      const untold = await ask('cross-check', CITIES, reply(ROWS, { restatement: '' }), chat);
      expect(untold.answer.verification.status).to.equal('warning');
      const alone = await ask('cross-check', CITIES, reply(ROWS, restated));
      expect(alone.answer.verification.status).to.equal('warning');
    });
  });

  describe('with builtin-first', () => {
    it('asks no model where the planner has no doubt', async () => {
      const { answer, calls } = await ask('builtin-first', CITIES, reply(ROWS));
      expect(calls).to.equal(0);
      expect(answer.verification.status).to.equal('checked');
    });

    it('gives the model its turn where the planner passed over a word', async () => {
      const { answer, calls } = await ask(
        'builtin-first',
        DOUBTED,
        reply(
          'SELECT c.title FROM campaigns c JOIN gifts g ON g.campaign_id = c.campaign_id GROUP BY c.title ORDER BY MAX(g.amount_eur) DESC, c.title LIMIT 1',
        ),
      );
      expect(calls).to.be.at.least(1);
      expect(answer.modelUsed).to.equal('fake');
      expect(answer.data?.rows).to.deep.equal([['Books']]);
      expect(answer.verification.status).to.equal('warning');
    });

    it('keeps the planner’s doubted answer where the model has none', async () => {
      const none = reply('', { answerable: false, clarification: 'Prepared how?' });
      for (const said of [none, reply('DROP TABLE gifts'), 'no reply']) {
        const { answer } = await ask('builtin-first', DOUBTED, said);
        expect(answer.data?.rows, said).to.deep.equal([['Roof']]);
        expect(answer.modelUsed).to.equal('built-in');
        expect(answer.explanation).to.contain('prepared');
      }
    });

    it('asks the model where an analysis would ask back, and asks back where the model gives nothing', async () => {
      const question = 'What percentage of its goal has each campaign raised?';
      const sql =
        'SELECT c.title, 100.0 * SUM(g.amount_eur) / MAX(c.goal_eur) AS pct FROM campaigns c JOIN gifts g ON g.campaign_id = c.campaign_id GROUP BY c.campaign_id, c.title';
      const { answer } = await ask('builtin-first', question, reply(sql));
      expect(answer.modelUsed).to.equal('fake');
      expect(rowsOf(answer)).to.deep.equal([
        ['Books', 100],
        ['Roof', 50],
      ]);
      const asked = await ask('builtin-first', question, reply('', { answerable: false }));
      expect(asked.answer.result).to.equal('clarification');
    });

    it('asks the model where the planner would ask back', async () => {
      const { answer } = await ask(
        'builtin-first',
        'which country has the highest amount',
        reply(
          'SELECT country, SUM(amount) AS amount FROM sales GROUP BY country ORDER BY amount DESC LIMIT 1',
        ),
      );
      expect(answer.modelUsed).to.equal('fake');
      expect(answer.data?.rows).to.deep.equal([['Germany', 22]]);
    });
  });
});
