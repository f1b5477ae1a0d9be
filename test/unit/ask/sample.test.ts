import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { untracedNumbers } from '#src/ask/number-trace.ts';
import { type OpenAsk, openAsk } from '#src/ask/open.ts';
import type { Answer } from '#src/ask/types.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { STARTER_QUESTIONS } from '#src/sample/starters.ts';
import { createGuard } from '#src/sql/guard.ts';
import { GERMAN } from '#src/texts/german.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { sharedPlanners } from '../../fakes/planners.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { request, world } from './harness.ts';
import { chunksOf } from './memory-source.ts';
import { seedWorkspaces } from './store.ts';

describe('the sample company, asked with planner, guard and checks', () => {
  let folder: string;
  let store: TestStore;
  let data: OfflineCatalog;
  let duckdb: TestDuckdb;
  let ask: OpenAsk;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-sample-'));
    await generateSampleCsvs(folder);
    data = await catalogFromCsvFolder(folder);
    duckdb = await openTestDuckdb();
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    const { deps } = world(store.db, path.join(folder, 'spool'));
    const dialect = createDuckdbDialect(duckdb);
    ask = openAsk({
      ...deps,
      planners: sharedPlanners(),
      store: store.db,
      // A slow machine is to offer as many.
      config: configSchema.parse({ ask: { next_questions_ms: 10_000 } }),
      log: pino({ level: 'silent' }),
      pinGeneration: async () => ({ catalog: data.catalog, release: () => {} }),
      guard: createGuard({
        maxSqlBytes: 65_536,
        maxDepth: 50,
        maxWeight: 100_000,
        keptVerdicts: 100,
      }),
      sourceOf: async () => ({ dialect, query: ({ sql }) => chunksOf(data, sql) }),
    });
  });

  after(async () => {
    await ask.close();
    await store.dispose();
    await data.close();
    duckdb.close();
    await rm(folder, { recursive: true });
  });

  async function answer(question: string): Promise<Answer> {
    const prepared = await ask.service.prepare(request({ question }));
    const running = ask.service.run(prepared, new AbortController().signal);
    for (;;) {
      const step = await running.next();
      if (step.done) return step.value;
    }
  }

  const IN_2025 = `FROM order_lines JOIN orders USING (order_id) JOIN stores USING (store_id)
    WHERE order_date >= DATE '2025-01-01' AND order_date < DATE '2026-01-01'`;
  const cases: readonly (readonly [string, string, string | null])[] = [
    [
      'total revenue by region in 2025',
      `SELECT region, round(sum(revenue), 2) ${IN_2025} GROUP BY region ORDER BY region`,
      null,
    ],
    [
      'total revenue in 2025',
      `SELECT round(sum(revenue), 2) ${IN_2025}`,
      `SELECT region, round(sum(revenue), 2) ${IN_2025} GROUP BY region ORDER BY region`,
    ],
    ['how many customers', 'SELECT count(*) FROM customers', null],
  ];
  for (const [question, sql, groups] of cases)
    it(`${question}: the right rows, and words that say no other number`, async () => {
      const got = await answer(question);
      expect(got.result, got.explanation).to.equal('success');
      expect(got.verification.status, got.verification.reason).to.equal('checked');
      expect(rounded(got.data!.rows)).to.deep.equal(await data.run(sql));
      if (groups) expect(rounded(got.breakdown!.rows)).to.deep.equal(await data.run(groups));
      const traced = untracedNumbers(got.explanation, {
        rows: [...got.data!.rows, ...(got.breakdown?.rows ?? [])],
        groups: got.breakdown?.rows ?? [],
        counts: [got.data!.rows.length],
        context: [got.lineage!.period, ...got.lineage!.filters],
      });
      expect(traced, got.explanation).to.deep.equal([]);
    });

  const ranked: readonly (readonly [string, string])[] = [
    [
      'which store had the highest revenue in the West',
      'Mission Works has the highest total revenue where region is West.',
    ],
    ['newest customer', 'Yusuf Ibarra has the latest signup date.'],
    ['which customer has the most orders', 'Carlos Romano has the highest number of orders.'],
    ['customer with the fewest orders', 'has the lowest number of orders.'],
    ['cheapest product', 'Cobalt Planter has the lowest unit price.'],
    [
      'top 3 stores by number of orders in 2025',
      'Number of orders (2025) by store name: Hudson Arcade (275),',
    ],
  ];
  for (const [question, text] of ranked)
    it(`${question}: says what the rows were picked by`, async () => {
      expect((await answer(question)).explanation).to.include(text);
    });

  it('names a value that stands elsewhere than the question looks', async () => {
    const got = await answer('customers whose city is new york');
    expect(got.explanation).to.include("It's a value of city in stores");
    expect(got.explanation).to.not.include('Did you mean');
  });

  it('declines what the data does not have', async () => {
    const got = await answer('average rainfall by region');
    expect(got.result).to.equal('error');
    expect(got.error?.type).to.equal('DECLINED');
  });

  it('offers the nearest questions that have an answer where it declines', async () => {
    const asked = 'monthly sentiment of online orders by region';
    const { suggestions } = (await answer(asked)).error!;
    expect(suggestions).to.have.length(3);
    for (const { raw, resolved } of suggestions) {
      expect(raw).to.equal(asked);
      expect((await answer(resolved)).result, resolved).to.equal('success');
    }
    expect(suggestions.map(({ resolved }) => resolved)).to.include('number of orders by region');
  });

  /** Numbers of a text, however its language writes them. */
  const numbersIn = (text: string) =>
    (text.match(/\d[\d.,]*\d|\d/g) ?? []).map((one) => one.replaceAll(/[.,]/g, '')).sort();

  it('answers in German as in English: other words, the same rows and numbers', async () => {
    const starters = [...STARTER_QUESTIONS, ...starterQuestions(data.catalog)];
    const pairs = [...new Set(starters)].flatMap((english) => {
      const german = GERMAN.question(english);
      return german === english ? [] : [{ english, german }];
    });
    expect(pairs.map(({ german }) => german)).to.include.members([
      ...['Umsatz nach Monat im Jahr 2025', 'Top 5 Produkte nach Umsatz', 'Umsatz im Jahr 2025'],
    ]);
    const asked = [
      ...pairs,
      { english: 'how many customers are there', german: 'Wie viele Kunden haben wir?' },
      {
        english: 'which customers have no orders',
        german: 'Welche Kunden haben keine Bestellungen?',
      },
      { english: 'number of orders by status', german: 'Anzahl Bestellungen nach Status' },
    ];
    for (const { english, german } of asked) {
      const [one, other] = [await answer(english), await answer(german)];
      expect([one.language, other.language], german).to.deep.equal(['en', 'de']);
      expect(other.result, `${german}: ${other.explanation}`).to.equal('success');
      expect(other.data, german).to.deep.equal(one.data);
      const said = numbersIn(other.explanation);
      expect(said, other.explanation).to.deep.equal(numbersIn(one.explanation));
      expect(other.explanation).to.not.match(/\b(?:the|is|was|and|highest|rows)\b/);
    }
  });

  const rounded = (rows: readonly (readonly unknown[])[]) =>
    rows
      .map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(2)) : cell)))
      .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
});
