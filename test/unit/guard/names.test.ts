import { expect } from 'chai';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { type Harness, openHarness } from './harness.ts';

/** `table.column` of all columns read, sorted; a `#` marks those that are only counted. */
const reads = (facts: QueryFacts) =>
  facts.columns
    .map((use) => `${use.table}.${use.column}${use.onlyCounted ? '#' : ''}`)
    .sort()
    .join(' ');

/** `name < the base columns it comes from` of each result column. */
const outputs = (facts: QueryFacts) =>
  facts.root.outputs.map(
    (each) => `${each.name} < ${each.columns.map((c) => `${c.table}.${c.column}`).join(' ')}`,
  );

const COLUMN_CASES: readonly { readonly sql: string; readonly verdict: string }[] = [
  // hidden columns do not exist for *, and cannot be named anywhere
  ...[
    'SELECT margin FROM orders',
    'SELECT "MARGIN" FROM orders',
    'SELECT o.margin FROM orders o',
    'SELECT id FROM orders WHERE margin > 1',
    'SELECT id FROM orders ORDER BY margin',
    'SELECT count(margin) FROM orders',
    'SELECT status FROM orders GROUP BY status HAVING max(margin) > 1',
    'SELECT status, count(*) FROM orders GROUP BY status, margin',
    'SELECT id, rank() OVER (ORDER BY margin) FROM orders',
    'SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY margin ORDER BY id) = 1',
    'SELECT (SELECT max(margin) FROM orders)',
    'WITH x AS (SELECT margin AS m FROM orders) SELECT m FROM x',
    'SELECT c.id FROM customers c JOIN orders o ON o.margin = c.id',
    'SELECT * REPLACE (margin AS id) FROM orders',
    'SELECT c.id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.margin > c.id)',
    'SELECT a.id FROM orders a JOIN orders b USING (margin)',
    'SELECT id FROM orders UNION ALL SELECT margin FROM orders',
    'SELECT sum(amount) FILTER (WHERE margin > 1) FROM orders',
    'SELECT string_agg(status, status ORDER BY margin) FROM orders',
    'SELECT x FROM orders, LATERAL (SELECT margin AS x) l',
    'SELECT DISTINCT ON (margin) id FROM orders',
    'SELECT list_transform([1], x -> x + margin) FROM orders',
    'SELECT CASE WHEN margin > 1 THEN 1 END FROM orders',
    'SELECT * FROM (VALUES (1)) v(a) JOIN orders ON margin = a',
  ].map((sql) => ({ sql, verdict: 'column_unknown' })),
  // sensitive columns stand in COUNT only
  ...[
    'SELECT email FROM customers',
    'SELECT * FROM customers',
    'SELECT c.* FROM customers c',
    'SELECT c FROM customers c',
    'SELECT count(c) FROM customers c',
    'SELECT c.id FROM customers c JOIN customers d USING (email)',
    'SELECT a.id FROM customers a NATURAL JOIN customers b',
    'WITH x AS (SELECT * FROM customers) SELECT id FROM x',
    'WITH x AS (SELECT email AS e FROM customers) SELECT count(e) FROM x',
    "SELECT count(*) FROM customers WHERE email LIKE 'a%'",
    'SELECT count(email) FROM customers GROUP BY email',
    'SELECT count(*) FROM customers GROUP BY ALL HAVING min(email) IS NULL',
    'SELECT id FROM customers ORDER BY email',
    'SELECT max(email) FROM customers',
    'SELECT count(lower(email)) FROM customers',
    'SELECT count(id ORDER BY email) FROM customers',
    'SELECT count(email) FILTER (WHERE email IS NULL) FROM customers',
    'SELECT row_number() OVER (ORDER BY email) FROM customers',
    'SELECT email AS e FROM customers ORDER BY e',
    "SELECT id FROM customers WHERE (SELECT email) = 'x'",
    'SELECT * EXCLUDE (id) FROM customers',
    'SELECT count(email), email FROM customers GROUP BY 2',
    'SELECT x.email FROM (SELECT * FROM customers) x',
  ].map((sql) => ({ sql, verdict: 'column_sensitive' })),
  ...[
    'SELECT count(email) FROM customers',
    'SELECT region, count(DISTINCT email) AS n FROM customers GROUP BY region ORDER BY n',
    'SELECT count(c.email) OVER (PARTITION BY region) FROM customers c',
    'SELECT * EXCLUDE (email) FROM customers',
    'SELECT * REPLACE (0 AS email) FROM customers',
    'SELECT * FROM orders',
    'SELECT o FROM orders o',
  ].map((sql) => ({ sql, verdict: 'accepted' })),
  // names that do not resolve
  ...[
    'SELECT nothing FROM orders',
    'SELECT o.nothing FROM orders o',
    'SELECT x.id FROM orders o',
    'SELECT orders.id FROM orders o',
    'SELECT id FROM orders WHERE rowid = 1',
    'SELECT main.orders.id FROM orders',
    'SELECT n + 1 AS m, id AS n FROM orders',
    'SELECT x.* FROM orders',
    'SELECT * EXCLUDE (nothing) FROM orders',
    'SELECT * FROM orders JOIN customers USING (nothing)',
    'SELECT * FROM rates NATURAL JOIN regions',
    'SELECT id FROM orders ORDER BY 7',
    'SELECT amount.x FROM orders',
    'SELECT *',
    'SELECT o.id FROM orders o ANTI JOIN customers c ON c.id = o.id WHERE c.region IS NULL',
  ].map((sql) => ({ sql, verdict: 'column_unknown' })),
  ...[
    'SELECT id FROM orders, customers',
    'SELECT id FROM orders o JOIN customers c ON o.customer_id = c.id',
    'SELECT orders.id FROM orders, orders',
    'SELECT a FROM (SELECT 1 AS a, 2 AS a)',
  ].map((sql) => ({ sql, verdict: 'column_ambiguous' })),
];

const READ_CASES: readonly { readonly sql: string; readonly reads: string }[] = [
  { sql: 'SELECT count(*) FROM orders', reads: '' },
  { sql: 'SELECT ID, o."Amount" FROM Orders AS o', reads: 'orders.amount orders.id' },
  { sql: 'SELECT count(status), count(status) FROM orders', reads: 'orders.status#' },
  { sql: 'SELECT count(status), max(status) FROM orders', reads: 'orders.status' },
  {
    sql: 'SELECT r.manager FROM customers JOIN regions r USING (region)',
    reads: 'customers.region regions.manager regions.region',
  },
  {
    sql: 'SELECT manager FROM (SELECT region FROM customers) NATURAL JOIN regions',
    reads: 'customers.region regions.manager regions.region',
  },
  // a WITH hides the table of its name
  {
    sql: 'WITH orders AS (SELECT region AS id FROM regions) SELECT id FROM orders',
    reads: 'regions.region',
  },
  // but not inside itself
  { sql: 'WITH orders AS (SELECT id FROM orders) SELECT id FROM orders', reads: 'orders.id' },
  // the nearest name counts
  {
    sql: 'SELECT (SELECT max(id) FROM orders) FROM customers',
    reads: 'orders.id',
  },
  {
    sql: 'SELECT (SELECT max(amount) FROM orders WHERE customer_id = c.id) FROM customers c',
    reads: 'customers.id orders.amount orders.customer_id',
  },
  {
    sql: 'SELECT name FROM customers WHERE region IN (SELECT region FROM regions)',
    reads: 'customers.name customers.region regions.region',
  },
  { sql: 'SELECT l.x FROM orders o, LATERAL (SELECT o.amount AS x) l', reads: 'orders.amount' },
  // the row of a table goes before an alias of its name
  {
    sql: 'SELECT 7 AS x, count(*) AS n FROM rates x GROUP BY x',
    reads: 'rates.currency rates.rate',
  },
];

const OUTPUT_CASES: readonly { readonly sql: string; readonly outputs: readonly string[] }[] = [
  {
    sql: 'SELECT amount * 2 AS x, x + id AS y FROM orders',
    outputs: ['x < orders.amount', 'y < orders.amount orders.id'],
  },
  // a column goes before an alias of an earlier item
  {
    sql: 'SELECT amount AS id, id AS x FROM orders',
    outputs: ['id < orders.amount', 'x < orders.id'],
  },
  // and so does the row of a table
  {
    sql: 'SELECT 7 AS x, x AS whole FROM rates x',
    outputs: ['x < ', 'whole < rates.currency rates.rate'],
  },
  {
    sql: 'SELECT * EXCLUDE (email, tenant, note) RENAME (name AS who) FROM customers',
    outputs: ['id < customers.id', 'who < customers.name', 'region < customers.region'],
  },
  {
    sql: 'SELECT region, manager FROM customers FULL JOIN regions USING (region)',
    outputs: ['region < customers.region regions.region', 'manager < regions.manager'],
  },
  {
    sql: 'SELECT t.b FROM (SELECT id, amount FROM orders) t(a, b)',
    outputs: ['b < orders.amount'],
  },
  {
    sql: 'WITH x(r, n) AS (SELECT region, count(name) FROM customers GROUP BY 1) SELECT n, r FROM x',
    outputs: ['n < customers.name', 'r < customers.region'],
  },
  {
    sql: 'SELECT id FROM orders UNION SELECT amount FROM orders ORDER BY amount',
    outputs: ['id < orders.id orders.amount'],
  },
  { sql: 'SELECT upper(status) FROM orders', outputs: ['upper(status) < orders.status'] },
  { sql: 'SELECT o.* FROM rates o', outputs: ['currency < rates.currency', 'rate < rates.rate'] },
];

describe('names in a statement (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());

  async function factsOf(sql: string): Promise<QueryFacts> {
    const result = await harness.guard(sql);
    if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}`);
    // What the engine reads must be what the facts say: it has to find every name.
    await harness.db.rows(result.guarded.sql);
    return result.facts;
  }

  for (const { sql, verdict } of COLUMN_CASES)
    it(`${verdict}: ${sql}`, async () => {
      expect(await harness.verdict(sql)).to.equal(verdict);
      if (verdict === 'accepted') await harness.answer(sql);
    });

  for (const each of READ_CASES)
    it(`reads ${each.reads || 'no column'}: ${each.sql}`, async () => {
      expect(reads(await factsOf(each.sql))).to.equal(each.reads);
    });

  for (const each of OUTPUT_CASES)
    it(`shows ${each.outputs.join(', ')}: ${each.sql}`, async () => {
      expect(outputs(await factsOf(each.sql))).to.deep.equal(each.outputs);
    });

  it('says true and false as people do', async () => {
    const facts = await factsOf('SELECT id FROM orders WHERE id = TRUE AND id <> FALSE');
    expect(facts.root.filters.map(({ values }) => values)).to.deep.equal([['true'], ['false']]);
  });

  it('names result columns as the engine will', async () => {
    const sql =
      'SELECT ID, amount AS total, sum(amount) OVER (), * EXCLUDE (id, amount), CASE WHEN id > 1 THEN 2 END, 1e3 FROM orders';
    const result = await harness.guard(sql);
    if (!result.ok) throw new Error(result.refusal.text);
    const names = result.facts.root.outputs.map((each) => each.name);
    expect(result.guarded.columnNames).to.deep.equal(names);
    const engine = await harness.db.columnNames(result.guarded.sql);
    expect(engine).to.have.length(names.length);
    // The engine makes up names of its own for what has none in the text.
    const made = new Set([2, names.length - 1, names.length - 2]);
    expect(engine.filter((_, index) => !made.has(index))).to.deep.equal(
      names.filter((_, index) => !made.has(index)),
    );
  });

  it('keeps names with dots, quotes and spaces apart from qualified names', async () => {
    expect(await harness.verdict('SELECT "orders.id" FROM orders')).to.equal('column_unknown');
    expect(await harness.verdict('SELECT "o ""x"".y".id FROM orders AS "o ""x"".y"')).to.equal(
      'accepted',
    );
    expect(await harness.answer('SELECT "a.b" FROM (SELECT 7 AS "a.b")')).to.deep.equal([[7]]);
  });
});
