import { expect } from 'chai';
import { parseTree, writeTree } from '#plugins/sources/duckdb/dialect/json.ts';
import { mapStatement } from '#plugins/sources/duckdb/dialect/map.ts';
import { readStatement } from '#plugins/sources/duckdb/dialect/parse.ts';
import { rewriteTree } from '#plugins/sources/duckdb/dialect/rewrite.ts';
import { RULES } from '#plugins/sources/duckdb/dialect/rules.ts';
import { sameTree } from '#plugins/sources/duckdb/dialect/same-tree.ts';
import { splice } from '#plugins/sources/duckdb/dialect/splice.ts';
import { readQuery } from '#src/sql/select/query.ts';
import { SHOP } from './fixtures.ts';
import { type Harness, openHarness } from './harness.ts';

const within = { workspaceId: '', signal: new AbortController().signal };

/** Where a table's name stands, a subquery over the physical table is put; the rest stays as it was written. */
const KEPT_AS_WRITTEN: readonly (readonly [sql: string, guarded: string])[] = [
  [
    'SELECT id FROM orders LIMIT 5',
    'SELECT id FROM (SELECT "id" FROM "memory"."main"."p_orders") AS "orders" LIMIT 5',
  ],
  [
    "SELECT 'é ☃ orders' AS x, o.id FROM orders AS o -- orders\nWHERE o.id IN (1, 2) LIMIT 5",
    `'é ☃ orders' AS x, o.id FROM (SELECT "id" FROM "memory"."main"."p_orders") AS o -- orders\nWHERE`,
  ],
  [
    'SELECT count(*) AS n FROM "orders" o JOIN "regions" r ON true',
    'JOIN (SELECT 1 FROM "memory"."main"."p_regions") r ON true\nLIMIT 101',
  ],
  ['SELECT 1 AS x', 'SELECT 1 AS x\nLIMIT 101'],
  ['SELECT id FROM orders;\n', 'AS "orders"\nLIMIT 101'],
  ['SELECT id FROM orders WHERE true -- all; ; ', 'WHERE true -- all\nLIMIT 101'],
  ['SELECT count(*) FROM orders LIMIT 1', 'SELECT count(*) FROM (SELECT 1 FROM'],
  [
    'SELECT id, sum(amount) FROM orders WHERE amount > (SELECT avg(amount) FROM orders) GROUP BY id',
    '> (SELECT avg(amount) FROM (SELECT "amount" FROM',
  ],
  [
    'WITH orders AS (SELECT 7 AS id) SELECT id FROM orders LIMIT 1',
    'SELECT id FROM orders LIMIT 1',
  ],
];

/** What cannot be kept as written is written out from its tree. */
const WRITTEN_OUT: readonly string[] = [
  'TABLE regions',
  'SELECT id FROM /* all of them */ orders LIMIT 5',
  'SELECT id FROM orders; -- all',
  'SELECT id FROM orders OFFSET 2',
  'SELECT id FROM orders LIMIT 5000',
  // Names that the engine would make up otherwise than the facts do, and that the statement can say.
  'SELECT * FROM (SELECT count(*) FROM orders) AS counted',
  'SELECT id + 1 FROM orders UNION ALL SELECT 7 ORDER BY 1',
  'WITH n AS (SELECT count(*) FROM orders) SELECT * FROM n',
];

/** What is kept as written under the row filter `tenant = 'it''s; é'`, and `id = 7`. */
const FILTERED: readonly string[] = [
  'SELECT id FROM orders WHERE amount > 3',
  'SELECT o.id AS a, p.amount FROM orders AS o JOIN orders AS p ON p.id = o.id LIMIT 7',
  'SELECT count(DISTINCT status) AS n FROM orders WHERE id IN (SELECT id FROM orders)',
  'WITH x AS (SELECT id FROM orders) SELECT x.id FROM x, x AS y',
];

describe('tables put in their places (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());

  const guarded = async (sql: string) => {
    const result = await harness.guard(sql);
    if (!result.ok) throw new Error(result.refusal.text);
    return result.guarded.sql;
  };
  const rowsAsWritten = (sql: string) =>
    harness.db.rows(sql.replaceAll(/\b(orders|regions)\b(?! AS \()/g, 'p_$1'));

  for (const [sql, expected] of KEPT_AS_WRITTEN)
    it(`keeps ${sql.replaceAll('\n', ' ')}`, async () => {
      expect(await guarded(sql)).to.include(expected);
    });

  for (const sql of WRITTEN_OUT)
    it(`writes out ${sql}`, async () => {
      const written = await guarded(sql);
      expect(written).to.include('memory.main.p_').and.not.to.include('"memory"');
      expect(await harness.db.rows(written)).to.deep.equal(await rowsAsWritten(sql));
    });

  it('names result columns as the facts do where the engine would make names up', async () => {
    const namesOf = async (sql: string) => {
      const result = await harness.guard(sql);
      return result.ok ? result.guarded.columnNames : result.refusal;
    };
    expect(await namesOf('SELECT status, count(*), SUM(amount) FROM orders GROUP BY 1')).to.eql([
      'status',
      'count(*)',
      'sum(amount)',
    ]);
    expect(await namesOf('SELECT status AS s, id FROM orders')).to.equal(null);
    expect(await namesOf('SELECT id AS i FROM orders WHERE id > (SELECT max(7))')).to.equal(null);
  });

  for (const sql of FILTERED)
    it(`says the same as the tree under row filters: ${sql}`, async () => {
      const id = { column: 'id', value: 7 };
      const filter = [
        [{ column: 'tenant', value: "it's; é" }],
        [id],
        [{ column: 'status', value: 'paid' }, { column: 'amount', value: 1.5 }, id],
      ];
      const options = { catalog: SHOP, rowFilters: new Map([['orders', filter]]), maxRows: 101 };
      const read = async (text: string) => parseTree(await harness.db.serialize(text, within));
      const statement = readStatement(await read(sql));
      const mapped = mapStatement(sql, statement);
      const { context } = readQuery(mapped.query, SHOP.tables, RULES);
      const text = splice(sql, statement, context, options);
      const tree = rewriteTree(statement, mapped, context, options);
      const written = await harness.db.write(writeTree(tree), within);
      expect(sameTree(tree, parseTree(written.tree))).to.equal(true);
      expect(sameTree(tree, await read(text!))).to.equal(true);
    });

  it('writes out a name that the engine does not know, so that ORDER BY finds it', async () => {
    const written = await guarded('SELECT id + 1 FROM orders ORDER BY "id + 1" DESC LIMIT 1');
    expect(written).to.include('memory.main.p_');
    expect(await harness.db.rows(written)).to.deep.equal([[6]]);
  });

  it('puts row filters into the places of the tables', async () => {
    const policy = { filter: { tenant: 'b' }, hash: 'b' };
    const result = await harness.guard('SELECT id FROM orders', policy);
    expect(result.ok && result.guarded.sql).to.equal(
      `SELECT id FROM (SELECT "id" FROM "memory"."main"."p_orders" WHERE "tenant" = 'b' LIMIT 9223372036854775807) AS "orders"\nLIMIT 101`,
    );
    expect(await harness.answer('SELECT id FROM orders ORDER BY id LIMIT 5', policy)).to.deep.equal(
      [[4], [5]],
    );
  });
});
