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
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { createGuard } from '#src/sql/guard.ts';
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
        counts: [got.data!.rows.length],
        context: [got.lineage!.period, ...got.lineage!.filters],
      });
      expect(traced, got.explanation).to.deep.equal([]);
    });

  const ranked: readonly (readonly [string, string])[] = [
    [
      'which store had the highest revenue in the West',
      'Store with the highest total revenue (region is West) is Mission Works.',
    ],
    ['newest customer', 'Customer with the latest signup date is Yusuf Ibarra.'],
    [
      'which customer has the most orders',
      'Customer with the highest number of orders is Carlos Romano.',
    ],
    ['customer with the fewest orders', 'Customer with the lowest number of orders is'],
    ['cheapest product', 'Product with the lowest unit price is Cobalt Planter.'],
    [
      'top 3 stores by number of orders in 2025',
      'Number of orders (2025) by store name: Hudson Arcade 275;',
    ],
  ];
  for (const [question, text] of ranked)
    it(`${question}: says what the rows were picked by`, async () => {
      expect((await answer(question)).explanation).to.include(text);
    });

  it('names a value that stands elsewhere than the question looks', async () => {
    const got = await answer('customers whose city is new york');
    expect(got.explanation).to.include('It is the city of stores');
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

  const rounded = (rows: readonly (readonly unknown[])[]) =>
    rows
      .map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(2)) : cell)))
      .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
});
