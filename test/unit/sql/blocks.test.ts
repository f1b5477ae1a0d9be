import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { withPlainSources } from '#src/sql/plain-sources.ts';
import { rowConditions } from '#src/sql/row-conditions.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const CATALOG = catalogOf([
  table('sales', [
    column('a', 'integer'),
    column('b', 'integer'),
    column('shop_id', 'integer'),
    column('day', 'date'),
    column('status', 'text'),
  ]),
  table('shops', [column('id', 'integer'), column('city', 'text')]),
]);
const dialect = createPostgresDialect();

async function facts(sql: string): Promise<QueryFacts> {
  const parsed = await dialect.parse(sql, CATALOG, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
  return parsed.facts;
}
const sources = (block: SelectFacts): unknown =>
  block.sources.map(({ table: name, derived }) => name ?? (derived ? sources(derived) : null));

describe('derived tables that only hand rows on', () => {
  const read = async (sql: string) => sources(withPlainSources(await facts(sql)).root);

  it('are read as their table, however deep', async () => {
    expect(await read('SELECT t.a FROM (SELECT * FROM sales) t')).to.deep.equal(['sales']);
    expect(
      await read('WITH t AS (SELECT a, b FROM sales), u AS (SELECT * FROM t) SELECT a FROM u'),
    ).to.deep.equal(['sales']);
    expect(
      await read(
        'SELECT t.a FROM shops s JOIN (SELECT a, shop_id FROM sales) t ON t.shop_id = s.id',
      ),
    ).to.deep.equal(['shops', 'sales']);
    const nested = withPlainSources(
      await facts('SELECT id FROM shops WHERE id IN (SELECT shop_id FROM (SELECT * FROM sales) t)'),
    );
    expect(nested.root.subqueries.map(sources)).to.deep.equal([['sales']]);
    const united = withPlainSources(
      await facts('SELECT a FROM (SELECT a FROM sales) t UNION SELECT id FROM shops'),
    );
    expect(united.root.setOperation?.branches.map(sources)).to.deep.equal([['sales'], ['shops']]);
  });

  for (const derived of [
    'SELECT * FROM sales WHERE a > 1',
    'SELECT a FROM sales GROUP BY a',
    'SELECT a FROM sales GROUP BY a HAVING COUNT(*) > 1',
    'SELECT DISTINCT a FROM sales',
    'SELECT a FROM sales LIMIT 5',
    'SELECT a FROM sales OFFSET 5',
    'SELECT a + 1 AS a FROM sales',
    'SELECT b AS a FROM sales',
    'SELECT a FROM sales UNION ALL SELECT a FROM sales',
    'SELECT s.a FROM sales s CROSS JOIN shops',
    'SELECT 1 AS a',
  ])
    it(`are none where they say more: ${derived}`, async () => {
      const before = await facts(`SELECT t.a FROM (${derived}) t`);
      expect(withPlainSources(before)).to.equal(before);
    });
});

describe('what the rows of an answer are kept by', () => {
  const said = async (sql: string) =>
    rowConditions(await facts(sql)).map(({ columns, op }) =>
      [...new Set(columns.map((one) => one.column)), op ?? 'other'].join(' '),
    );
  const JOINED = 'SELECT COUNT(*) AS n FROM sales s';

  it('are conditions that compare something, in WHERE and in inner joins', async () => {
    expect(await said(`${JOINED} WHERE s.a > 1 AND lower(s.status) = 'x'`)).to.deep.equal([
      'a >',
      'status other',
    ]);
    expect(await said(`${JOINED} JOIN shops h ON h.id = s.shop_id AND h.city = 'x'`)).to.deep.equal(
      ['city ='],
    );
    expect(
      await said(`SELECT x.n FROM (${JOINED} WHERE s.a > 1) x WHERE EXISTS (SELECT 1 FROM shops)`),
    ).to.deep.equal(['a >']);
    expect(await said(`${JOINED} WHERE s.a > s.b`)).to.deep.equal(['a b other']);
    expect(await said(`${JOINED} WHERE s.a > (SELECT AVG(a) FROM sales)`)).to.deep.equal([
      'a other',
    ]);
  });

  it('are none of outer joins, and none that only tie tables', async () => {
    expect(
      await said(`${JOINED} LEFT JOIN shops h ON h.id = s.shop_id AND h.city = 'x'`),
    ).to.deep.equal([]);
    expect(await said(`${JOINED}, shops h WHERE h.id = s.shop_id`)).to.deep.equal([]);
    expect(await said(`${JOINED}, shops h WHERE h.id > s.shop_id`)).to.deep.equal([
      'id shop_id other',
    ]);
    expect(await said(`${JOINED}, shops h WHERE h.id + 1 = s.shop_id`)).to.deep.equal([
      'id shop_id other',
    ]);
    expect(await said(`${JOINED} WHERE s.shop_id IN (SELECT id FROM shops)`)).to.deep.equal([]);
  });
});

describe('an expression as people read it', () => {
  it('is SQL with what binds less in brackets', async () => {
    const exprs: readonly string[] = [
      'a',
      "status LIKE 'x%'",
      '(a + b) * 2',
      'a IN (1, 2)',
      'a NOT BETWEEN 1 AND 2',
      'status IS NOT NULL',
      'status IS DISTINCT FROM city',
      'CAST(a AS NUMERIC)',
      'count(DISTINCT a) FILTER (WHERE b > 1)',
      'sum(a) OVER (PARTITION BY b ORDER BY day)',
      "CASE WHEN a > 1 THEN 'x' ELSE 'y' END",
      "CASE a WHEN 1 THEN 'it''s' END",
      'ROW(a, b)',
      'ARRAY(a, b)',
      'NOT ((a > 1) AND (b > 1))',
      '-a',
      'EXISTS (SELECT …)',
      'a NOT IN (SELECT …)',
      '(SELECT …)',
    ];
    const written = exprs.map((expr) =>
      expr.replace('ARRAY(a, b)', 'ARRAY[a, b]').replace('…', 'id FROM shops'),
    );
    for (const [at, expr] of written.entries()) {
      const from = 'FROM sales CROSS JOIN shops GROUP BY a, b, day, status, city';
      const { root } = await facts(`SELECT ${expr} AS x ${from}`);
      expect(root.outputs[0]?.printed).to.equal(exprs[at]);
    }
  });
});
