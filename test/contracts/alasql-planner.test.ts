import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { lowerAlasql } from '#plugins/sources/alasql/dialect/lower.ts';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { plan } from '#src/read/plan.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { openAlasqlFromSql } from '../fakes/alasql-from-sql.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../fakes/offline-catalog.ts';

const NOW = new Date('2026-10-31T12:00:00Z');

const MEASURES = ['total revenue', 'average revenue', 'number of orders', 'highest unit price'];
const BY = ['region', 'category', 'month', 'quarter', 'segment', 'channel', 'brand', 'country'];
const WHEN = ['', ' in 2025', ' last quarter', ' in March 2026'];

/** Questions in the manner of users, over the sample company. */
const QUESTIONS: readonly string[] = [
  ...MEASURES.flatMap((measure) => BY.map((by) => `${measure} by ${by}`)),
  ...WHEN.flatMap((when) => [`total revenue${when}`, `number of orders by region${when}`]),
  'How many customers are there?',
  'How many customers have no orders?',
  'customers without orders in 2025',
  'how many customers ordered in 2025',
  'top 3 products by revenue',
  'top 5 customers by revenue in 2025',
  'which store has the highest revenue',
  'which category has the lowest revenue in 2024',
  'products with a unit price above 500',
  'names of customers with more than 10 orders',
  'number of orders by weekday',
  'average discount percent by category',
  'revenue by region and quarter in 2025',
  'list the names of stores in Europe',
  'how many products are there per brand',
  'products that were never ordered',
  'revenue of cancelled orders by channel',
  'number of different customers by region',
  'compare revenue in 2024 and 2025',
  'share of revenue by region',
];

describe('questions of the built-in planner on AlaSQL', () => {
  let folder: string;
  let offline: OfflineCatalog;
  let alasql: Awaited<ReturnType<typeof openAlasqlFromSql>>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-sample-'));
    const files = await generateSampleCsvs(folder);
    offline = await catalogFromCsvFolder(folder);
    alasql = await openAlasqlFromSql();
    for (const file of files)
      await alasql.rows(
        `CREATE TABLE ${path.parse(file.filename).name} AS SELECT * FROM read_csv('${file.path}', sample_size = -1)`,
      );
  });
  after(async () => {
    await alasql?.close();
    await offline?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const planned = (): readonly (readonly [string, Query])[] =>
    [...QUESTIONS, ...starterQuestions(offline.catalog)].flatMap((question) => {
      const { catalog, values } = offline;
      const result = plan({ question, catalog, values, history: [], now: NOW });
      return result.kind === 'query' ? [[question, result.query] as const] : [];
    });

  it('have the rows that DuckDB gives, all of them', async () => {
    const queries = planned();
    expect(queries.length).to.be.at.least(45);
    const wrong: unknown[] = [];
    for (const [question, query] of queries) {
      const expected = rowsOf(await offline.run(lowerDuckdb(query)));
      const found = await alasql.rows(lowerAlasql(query)).then(rowsOf, String);
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push({ question, found, expected });
    }
    expect(wrong).to.deep.equal([]);
  });
});

/** Rows in one order, numbers to nine digits: DuckDB sums doubles of the CSV in several threads. */
const rowsOf = (rows: readonly (readonly unknown[])[]) =>
  rows
    .map((row) =>
      row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)),
    )
    .map((row) => JSON.stringify(row))
    .toSorted();
