import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { ExprNode, SelectFacts } from '#src/plugin-api/query-facts.ts';
import {
  addendsOf,
  bare,
  columnOf,
  countsRows,
  derivedOutputs,
  divides,
  dividesWhole,
  factorsOf,
  identical,
  numberOf,
  numbersIn,
  origin,
  quotientOf,
  sameNode,
  sameOfTables,
  shownAt,
  soleAggregate,
  subqueriesIn,
  textComparisons,
} from '#src/sql/nodes.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const CATALOG = catalogOf([
  table('sales', [
    column('a', 'integer'),
    column('b', 'integer'),
    column('c', 'decimal'),
    column('status', 'text'),
  ]),
]);
const dialect = createPostgresDialect();

async function facts(sql: string): Promise<SelectFacts> {
  const parsed = await dialect.parse(sql, CATALOG, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
  return parsed.facts.root;
}

/** Expressions over one table, as nodes. */
async function nodes(...exprs: readonly string[]): Promise<readonly ExprNode[]> {
  const list = exprs.map((expr, at) => `${expr} AS x${at}`).join(', ');
  return (await facts(`SELECT ${list} FROM sales s`)).outputs.map(({ node }) => node);
}
async function nodeOf(expr: string): Promise<ExprNode> {
  const [node] = await nodes(expr);
  if (!node) throw new Error(expr);
  return node;
}
async function pair(one: string, other: string): Promise<readonly [ExprNode, ExprNode]> {
  return [await nodeOf(one), await nodeOf(other)];
}
const named = (node: ExprNode | undefined) => (node?.kind === 'column' ? node.name : node?.kind);

describe('an expression, however it is spelled', () => {
  it('is the same without what leaves its value', async () => {
    for (const expr of [
      'a',
      '(a)',
      'CAST(a AS bigint)',
      'a::numeric(10, 2)',
      'COALESCE(a, 0)',
      'NULLIF(a, 0)',
      'ROUND(a, 2)',
      '+a',
      'a + 0',
      'a - 0',
      '0 + a',
      'a * 1',
      '1 * a',
      'a / 1',
      'CASE WHEN a IS NULL THEN 0 ELSE a END',
      'CASE WHEN a IS NOT NULL THEN a ELSE 0 END',
      'CASE WHEN a IS NOT NULL THEN a END',
      'ROUND(COALESCE(CAST(a AS numeric), 0) * 1, 2)',
    ]) {
      expect(named(bare(await nodeOf(expr))), expr).to.equal('a');
      expect(columnOf(await nodeOf(expr)), expr).to.deep.equal({ table: 'sales', column: 'a' });
    }
  });

  it('is another where something changes its value', async () => {
    for (const expr of [
      '-a',
      'a + 1',
      '0 - a',
      'a * 2',
      '1 / a',
      'a + b',
      'COALESCE(a, b)',
      'CASE WHEN a IS NULL THEN b ELSE a END',
      'CASE WHEN a IS NULL THEN 0 ELSE b END',
      'CASE WHEN a > 0 THEN a END',
      'CASE WHEN a IS NULL THEN 0 WHEN b IS NULL THEN 1 ELSE a END',
      'SUM(a) OVER ()',
      "'a'",
    ])
      expect(columnOf(await nodeOf(expr)), expr).to.equal(null);
  });

  it('is a number where one is written out', async () => {
    const cases: readonly (readonly [string, number | null])[] = [
      ['5', 5],
      ['-5', -5],
      ['-(-5)', 5],
      ["'2.5'::numeric", 2.5],
      ["'x'", null],
      ["''", null],
      ['NULL', null],
      ['5 - 2', null],
      ['a', null],
      ['+5', null],
    ];
    for (const [expr, value] of cases) expect(numberOf(await nodeOf(expr)), expr).to.equal(value);
    expect(
      numbersIn(await nodeOf("a * 2 + 3 - '4'::int + length('5') + '6'::date - '7'")),
    ).to.have.members([2, 3, 4]);
  });

  it('has the parts of a sum and of a product', async () => {
    expect(addendsOf(await nodeOf('a + (b - c) + 0')).map(named)).to.deep.equal(['a', 'b', 'c']);
    expect(addendsOf(await nodeOf('a')).map(named)).to.deep.equal(['a']);
    expect(addendsOf(await nodeOf('a * b')).map(named)).to.deep.equal(['operation']);
    expect(factorsOf(await nodeOf('a * (b * c)')).map(named)).to.deep.equal(['a', 'b', 'c']);
    expect(factorsOf(await nodeOf('a + b')).map(named)).to.deep.equal(['operation']);
  });

  it('has what divides and what is divided', async () => {
    for (const expr of ['a / b', '100.0 * a / b', 'a / b * 100', 'ROUND(a / b, 2)', 'a / b / 12']) {
      const quotient = quotientOf(await nodeOf(expr));
      const dividend =
        quotient && factorsOf(quotient.dividend).find(({ kind }) => kind === 'column');
      expect(named(dividend ?? undefined), expr).to.equal('a');
      expect(named(quotient?.divisor), expr).to.equal('b');
      expect(quotient?.whole, expr).to.equal(false);
    }
    const byNumber = quotientOf(await nodeOf('a / 12'));
    expect([
      named(byNumber?.dividend),
      numberOf(byNumber?.divisor ?? { kind: 'row' }),
    ]).to.deep.equal(['a', 12]);
    for (const expr of ['a', 'a * b', 'a + b / c', '-a', 'a / b * c'])
      expect(quotientOf(await nodeOf(expr)), expr).to.equal(null);
    const whole = quotientOf(await nodeOf('div(a, b)'));
    expect(whole === null || whole.whole).to.equal(true);
    expect(divides(await nodeOf('1 + a / b'))).to.equal(true);
    expect(divides(await nodeOf('1 + a * b'))).to.equal(false);
    expect(dividesWhole(await nodeOf('a / b'))).to.equal(false);
  });

  const SAME: readonly (readonly [string, string])[] = [
    ['a + b', 'b + a'],
    ['a = b AND c = 1', '1 = c AND b = a'],
    ['SUM(a)', 'SUM(COALESCE(a, 0))'],
    ['COUNT(*)', 'count(*)'],
    ['SUM(a) FILTER (WHERE b > 1)', 'sum(s.a) FILTER (WHERE s.b > 1)'],
    ['SUM(a) OVER (PARTITION BY b ORDER BY c)', 'SUM(a) OVER (PARTITION BY b ORDER BY c)'],
    ["status || 'x'", "status || 'x'"],
    ['CAST(a + b AS text)', '(a + b)::text'],
  ];
  for (const [one, other] of SAME)
    it(`is the same: ${one} and ${other}`, async () => {
      expect(sameNode(...(await pair(one, other)))).to.equal(true);
    });

  const OTHER: readonly (readonly [string, string])[] = [
    ['a - b', 'b - a'],
    ['a / b', 'b / a'],
    ['a', 'b'],
    ['1', '2'],
    ['a', '1'],
    ['SUM(a)', 'AVG(a)'],
    ['SUM(a)', 'SUM(DISTINCT a)'],
    ['SUM(a)', 'SUM(b)'],
    ['SUM(a)', 'SUM(a) FILTER (WHERE b > 1)'],
    ['SUM(a) FILTER (WHERE b > 2)', 'SUM(a) FILTER (WHERE b > 1)'],
    ['SUM(a)', 'SUM(a) OVER ()'],
    ['SUM(a) OVER ()', 'SUM(a)'],
    ['SUM(a) OVER (PARTITION BY b)', 'SUM(a) OVER (PARTITION BY c)'],
    ['SUM(a) OVER (ORDER BY b)', 'SUM(a) OVER (ORDER BY c)'],
    ['SUM(a) OVER (PARTITION BY b)', 'SUM(a) OVER (PARTITION BY b, c)'],
    ['COALESCE(a, b)', 'COALESCE(a, b, c)'],
    ['a > b', 'a < b'],
    ['lower(status)', 'upper(status)'],
    ['(SELECT MAX(a) FROM sales)', '(SELECT MAX(a) FROM sales)'],
  ];
  for (const [one, other] of OTHER)
    it(`is another: ${one} and ${other}`, async () => {
      expect(sameNode(...(await pair(one, other)))).to.equal(false);
    });

  it('is identical only to the last rounding and cast', async () => {
    expect(identical(...(await pair('ROUND(c, 2)', 'c')))).to.equal(false);
    expect(identical(...(await pair('c::text', 'c::int')))).to.equal(false);
    expect(identical(...(await pair('c::text', 's.c::text')))).to.equal(true);
    const block = await facts(
      'SELECT ROUND(SUM(c), 2) AS total, status FROM sales GROUP BY status ORDER BY total, SUM(c), status',
    );
    const at = block.orderBy.map(({ expr }) => shownAt(expr.node, block.outputs));
    expect(at).to.deep.equal([0, -1, 1]);
  });

  it('is the same of the same tables, whatever these are called', async () => {
    const [one] = (await facts('SELECT x.a + 1 AS n FROM sales x')).outputs;
    const [other] = (await facts('SELECT y.a + 1 AS n FROM sales y')).outputs;
    const [third] = (await facts('SELECT y.b + 1 AS n FROM sales y')).outputs;
    if (!one || !other || !third) throw new Error('no outputs');
    expect(sameOfTables(one.node, other.node)).to.equal(true);
    expect(sameNode(one.node, other.node)).to.equal(false);
    expect(sameOfTables(one.node, third.node)).to.equal(false);
  });

  it('is one aggregate, or computed from several', async () => {
    for (const expr of ['SUM(a)', 'ROUND(SUM(a), 2)', 'COALESCE(SUM(a), 0)'])
      expect(soleAggregate(await nodeOf(expr))?.name, expr).to.equal('sum');
    for (const expr of ['SUM(a) / SUM(b)', 'SUM(a) OVER ()', 'lower(status)', 'a'])
      expect(soleAggregate(await nodeOf(expr)), expr).to.equal(null);
    const counts: readonly (readonly [string, boolean])[] = [
      ['COUNT(*)', true],
      ['COUNT(1)', true],
      ['COUNT(a)', false],
      ['COUNT(DISTINCT a)', false],
      ['SUM(1)', false],
    ];
    for (const [expr, isOfRows] of counts) {
      const call = soleAggregate(await nodeOf(expr));
      expect(call && countsRows(call), expr).to.equal(isOfRows);
    }
  });

  it('is known behind aliases, derived tables and WITH', async () => {
    const [output] = (
      await facts(
        'WITH t AS (SELECT SUM(a) AS n FROM sales) SELECT u.m FROM (SELECT n AS m FROM t) u',
      )
    ).outputs;
    const call = output && origin(output.node);
    expect(call?.kind === 'call' && call.name).to.equal('sum');
    const block = await facts(
      'SELECT t.n + 1 AS x FROM (SELECT a AS n, b AS o FROM sales) t, sales s',
    );
    const [shown] = block.outputs;
    const read = shown ? derivedOutputs(shown.node, block) : [];
    expect(read.map(({ output: { name }, alias }) => [alias, name])).to.deep.equal([['t', 'n']]);
    expect(subqueriesIn(await nodeOf('1 + (SELECT MAX(a) FROM sales)'))).to.have.length(1);
  });

  it('has the texts that columns are compared with, wherever that stands', async () => {
    const said = async (expr: string) =>
      textComparisons(await nodeOf(expr)).map(({ column: { column: name }, op, values }) =>
        [name, op, ...values].join(' '),
      );
    expect(await said("status = 'x'")).to.deep.equal(['status = x']);
    expect(await said("'x' <> status")).to.deep.equal(['status <> x']);
    expect(await said("status != 'x'")).to.deep.equal(['status <> x']);
    expect(await said("status IN ('x', 'y')")).to.deep.equal(['status in x y']);
    expect(await said("status NOT IN ('x', 'y')")).to.deep.equal(['status not in x y']);
    expect(await said("SUM(a) FILTER (WHERE status = 'x' OR b = 1)")).to.deep.equal(['status = x']);
    expect(
      await said("CASE status WHEN 'x' THEN 'p' WHEN 'y' THEN 'q' ELSE 'r' END"),
    ).to.deep.equal(['status = x y']);
    expect(await said("CASE status WHEN 'x' THEN 'p' WHEN 'y' THEN 'q' END")).to.deep.equal([
      'status = x y',
    ]);
    for (const expr of [
      "status > 'x'",
      'a = 1',
      "status IN ('x', lower(status))",
      "status LIKE 'x'",
    ])
      expect(await said(expr), expr).to.deep.equal([]);
  });
});
