import { expect } from 'chai';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { GuardResult } from '#src/sql/guard.ts';
import { type Harness, openHarness } from './harness.ts';
import { mysqlJudge } from './mysql-harness.ts';
import { guardedSql, guardPostgres, PG_SHOP, verdictOf } from './postgres-harness.ts';

/** `margin` of orders is hidden; `nought` is not there. */
const SHARED: readonly string[] = [
  'SELECT margin FROM orders',
  'SELECT o.margin FROM orders o',
  'SELECT orders.margin FROM orders',
  'SELECT id FROM orders ORDER BY margin',
  'SELECT id FROM orders WHERE margin IS NULL',
  'SELECT count(margin) FROM orders',
  'SELECT id AS margin FROM orders GROUP BY margin',
  'SELECT status AS margin, count(*) FROM orders GROUP BY status HAVING count(margin) > 1',
  'SELECT a.id FROM orders a JOIN orders b USING (margin)',
  'SELECT a.id FROM orders a JOIN orders b ON a.margin = b.margin',
  'SELECT margin FROM orders a, orders b',
  'SELECT (SELECT margin FROM orders LIMIT 1) FROM customers',
  'SELECT (SELECT margin FROM orders LIMIT 1) FROM (SELECT 1 AS margin) z',
  'WITH x AS (SELECT margin AS m FROM orders) SELECT m FROM x',
  'SELECT id FROM orders UNION ALL SELECT margin FROM orders',
  'SELECT sum(margin) OVER (PARTITION BY margin) FROM orders',
  'SELECT MARGIN FROM orders',
];
const POSTGRES: readonly string[] = [
  'SELECT (o).margin FROM orders o',
  'SELECT o.margin FROM orders o TABLESAMPLE SYSTEM (100) REPEATABLE (1)',
  'SELECT DISTINCT ON (margin) id FROM orders',
  'SELECT id, margin FROM orders GROUP BY id',
];
const DUCKDB: readonly string[] = [
  'SELECT * EXCLUDE (margin) FROM orders',
  'SELECT * REPLACE (margin AS id) FROM orders',
  'SELECT list_transform([1], x -> x + margin) FROM orders',
  'SELECT id AS margin, margin + 1 FROM orders',
];

const named = (sql: string, name: string) => sql.replace(/margin/gi, name);

/** What a caller is told, with the name that was asked for taken out. */
function told(result: GuardResult, name: string): string {
  const text = result.ok
    ? `accepted ${result.facts.root.outputs.map((output) => output.name).join()}`
    : `${result.refusal.code}: ${result.refusal.text}`;
  return text.replace(new RegExp(name, 'gi'), '…');
}

describe('hidden columns', () => {
  let duckdb: Harness;
  before(async () => {
    duckdb = await openHarness();
  });
  after(() => duckdb.close());

  const engines: readonly [string, readonly string[], (sql: string) => Promise<GuardResult>][] = [
    ['PostgreSQL', [...SHARED, ...POSTGRES], (sql) => guardPostgres(sql)],
    ['MySQL', SHARED, mysqlJudge()],
    ['DuckDB', [...SHARED, ...DUCKDB], (sql) => duckdb.guard(sql)],
  ];
  for (const [engine, statements, guard] of engines)
    for (const sql of statements)
      it(`cannot be told from absent ones (${engine}): ${sql}`, async () => {
        const hidden = await guard(sql);
        const absent = await guard(named(sql, 'nought'));
        expect(told(hidden, 'margin')).to.equal(told(absent, 'nought'));
      });

  it('are not what the engine finds in place of a column further out', async () => {
    const sql =
      'SELECT (SELECT max(margin) FROM orders GROUP BY id LIMIT 1) FROM (SELECT 1 AS margin) z';
    const guarded = await guardedSql(sql);
    expect(guarded).to.match(/FROM \(SELECT "id" FROM "public"."p_orders"\)/);
  });

  it('are not in rows that a sample shows', async () => {
    const whole = (columns: string) =>
      `SELECT ${columns} FROM orders o TABLESAMPLE SYSTEM (100) REPEATABLE (1)`;
    for (const columns of ['*', 'o', 'o.*', 'to_json(o)'])
      expect(await verdictOf(whole(columns)), columns).to.equal('node_not_allowed');
    expect(await verdictOf(whole('o.id, status'))).to.equal('accepted');
    expect(
      await verdictOf(
        'SELECT (SELECT margin FROM orders o TABLESAMPLE SYSTEM (100) REPEATABLE (1) LIMIT 1) FROM (SELECT 1 AS margin) z',
      ),
    ).to.equal('node_not_allowed');
  });

  it('are like columns that discovery left out', async () => {
    const without = ({ columns, ...table }: CatalogTable): CatalogTable => ({
      ...table,
      columns: columns.filter(({ hidden }) => !hidden),
      leftOut: columns.filter(({ hidden }) => hidden).map(({ name }) => ({ name, why: 'A test.' })),
    });
    const catalog = { ...PG_SHOP, tables: PG_SHOP.tables.map(without) };
    const sql = 'SELECT * FROM orders TABLESAMPLE SYSTEM (100) REPEATABLE (1)';
    expect(await verdictOf(sql, undefined, catalog)).to.equal('node_not_allowed');
    expect(await verdictOf('SELECT margin FROM orders', undefined, catalog)).to.equal(
      'column_unknown',
    );
  });
});
