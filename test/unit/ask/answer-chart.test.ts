import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { type OpenAsk, openAsk } from '#src/ask/open.ts';
import type { Answer } from '#src/ask/types.ts';
import type { ChartChoice } from '#src/charts/choose.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { sharedPlanners } from '../../fakes/planners.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { request, world } from './harness.ts';
import { chunksOf } from './memory-source.ts';
import { seedWorkspaces } from './store.ts';

describe('columns and charts of answers about the sample company', () => {
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
      config: configSchema.parse({}),
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

  /** Kind, grain and additivity of each column; the chart, or why there is none. */
  const CASES: readonly (readonly [question: string, columns: string, chart: string])[] = [
    ['total revenue', 'total_revenue: measure true', 'number over bars'],
    ['total revenue by month', 'month: time month, total_revenue: measure true', 'line'],
    ['how many orders per month in 2025', 'month: time month, count: measure true', 'line zero'],
    ['total revenue by region in 2025', 'region: category, total_revenue: measure true', 'bars'],
    ['top 5 products by revenue', 'name: category, total_revenue: measure true', 'bars'],
    [
      'average unit price by category',
      'category: category, average_unit_price: measure false',
      'bars',
    ],
    [
      'orders by status and channel',
      'status: category, channel: category, count: measure true',
      'stacked',
    ],
    [
      'share of revenue by channel in 2025',
      'channel: category, total_revenue: measure true, share_percent: measure %',
      'share',
    ],
    [
      'why did revenue fall in July 2026',
      'region: category, June 2026: measure true, July 2026: measure true, change: measure true, growth_percent: measure % false, share_of_change_percent: measure % true',
      'diverging',
    ],
    [
      'revenue by region and month in 2025',
      'region: category, month: time month, total_revenue: measure true',
      'line',
    ],
    [
      'revenue by year',
      'year: time year, total_revenue: measure true',
      'columns, not complete: 2026-01-01',
    ],
    [
      'revenue by quarter',
      'quarter: time quarter, total_revenue: measure true',
      'line, not complete: 2026-10-01',
    ],
    [
      'revenue from 2025-01-15 to 2025-06-20 by month',
      'month: time month, total_revenue: measure true',
      'columns, not complete: 2025-01-01 2025-06-01',
    ],
    ['top 3 months by revenue', 'month: time month, total_revenue: measure true', 'bars'],
    [
      'number of orders and total revenue by region',
      'region: category, orders_count: measure false, total_revenue: measure true',
      'panels',
    ],
    [
      'monthly revenue growth in 2025',
      'month: time month, total_revenue: measure true, previous: measure true, change: measure true, growth_percent: measure % false, complete: category',
      'line',
    ],
    [
      'revenue trend',
      'month: time month, total_revenue: measure true, trend_line: measure true',
      'line',
    ],
    ['compare revenue in East and West', 'compared: category, total_revenue: measure true', 'bars'],
    [
      'unit price and unit cost of products',
      'unit_price: measure false, unit_cost: measure false',
      'dots',
    ],
    ['orders per day in 2025', 'day: time day, count: measure true', 'line zero'],
    ['revenue by customer', 'name: category, total_revenue: measure true', 'none: cut_short'],
    ['list products', 'name: category', 'none: no_measure'],
    ['what tables are there', 'table: category, rows: measure, columns: category', 'none: catalog'],
    ['latest order date', 'maximum_order_date: time day', 'none: no_measure'],
  ];

  for (const [question, columns, drawn] of CASES)
    it(question, async () => {
      const { columnsInfo, chart } = await answer(question);
      expect(columnsInfo.map(columnText).join(', ')).to.equal(columns);
      expect(chart && chartText(chart)).to.equal(drawn);
    });
});

const columnText = ({ name, kind, grain, unit, additive }: ColumnInfo): string =>
  `${name}: ${[kind, grain, unit, additive].filter((one) => one !== null).join(' ')}`;

function chartText({ chart, none }: ChartChoice): string {
  if (!chart) return `none: ${none}`;
  const { kind, breakdown, missing, incomplete } = chart;
  const open = incomplete ? `, not complete: ${incomplete.join(' ')}` : '';
  return `${kind}${breakdown ? ` over ${breakdown.kind}` : ''}${missing ? ` ${missing}` : ''}${open}`;
}
