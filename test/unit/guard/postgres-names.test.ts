import { expect } from 'chai';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import {
  guardPostgres,
  openPostgresShop,
  type PostgresShop,
  verdictOf,
} from './postgres-harness.ts';

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

const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  column_unknown: [
    'SELECT o.nothing FROM orders o',
    'SELECT x.id FROM orders o',
    'SELECT orders.id FROM orders o',
    'SELECT "Id" FROM orders',
    'SELECT id AS x FROM orders WHERE x > 1',
    'SELECT count(*) AS n FROM orders GROUP BY status HAVING n > 1',
    'SELECT id AS x FROM orders ORDER BY x + 1',
    'SELECT n + 1 AS m, id AS n FROM orders',
    'SELECT id FROM orders ORDER BY 7',
    'SELECT *',
    'SELECT * FROM orders JOIN customers USING (nothing)',
    'SELECT * FROM rates NATURAL JOIN regions',
    'SELECT r.region FROM regions r, (SELECT r.manager) x',
    'SELECT id FROM orders UNION SELECT id FROM customers ORDER BY amount',
    'SELECT 1 FROM rates, orders o JOIN customers c ON c.id = rates.rate',
    'SELECT c.id FROM (customers c JOIN orders o USING (id)) AS j',
    'SELECT id FROM orders ORDER BY orders.nothing',
    'SELECT amount.x FROM orders',
  ],
  column_ambiguous: [
    'SELECT id FROM orders, customers',
    'SELECT orders.id FROM orders, orders',
    'SELECT a FROM (SELECT 1 AS a, 2 AS a) t',
    'SELECT id FROM orders a JOIN orders b ON a.id = b.id',
  ],
  table_not_in_catalog: [
    'SELECT * FROM "Orders"',
    'WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a',
    'SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) x, a',
    'SELECT * FROM public.orders_2',
  ],
  accepted: [
    'SELECT id FROM orders ORDER BY status',
    'SELECT ORDERS.ID FROM Orders',
    'SELECT orders.id FROM orders JOIN customers USING (id)',
    'SELECT id FROM orders JOIN customers USING (id)',
    'SELECT count(email) FROM customers c GROUP BY c.id',
    'SELECT count(c.email) OVER (PARTITION BY region) FROM customers c',
  ],
};

const READS: readonly (readonly [sql: string, reads: string])[] = [
  ['SELECT count(*) FROM orders', ''],
  ['SELECT count(status), count(status) FROM orders', 'orders.status#'],
  ['SELECT count(status), max(status) FROM orders', 'orders.status'],
  ['SELECT o FROM regions o', 'regions.manager regions.region'],
  [
    'SELECT r.manager FROM customers JOIN regions r USING (region)',
    'customers.region regions.manager regions.region',
  ],
  // a WITH hides the table of its name, but not inside itself
  ['WITH orders AS (SELECT region AS id FROM regions) SELECT id FROM orders', 'regions.region'],
  ['WITH orders AS (SELECT id FROM orders) SELECT id FROM orders', 'orders.id'],
  // nor where a schema stands before the name
  [
    'WITH p_orders AS (SELECT region AS id FROM regions) SELECT x.amount FROM public.p_orders x',
    'orders.amount regions.region',
  ],
  // the nearest name counts
  ['SELECT (SELECT max(id) FROM orders) FROM customers', 'orders.id'],
  [
    'SELECT (SELECT max(amount) FROM orders WHERE customer_id = c.id) FROM customers c',
    'customers.id orders.amount orders.customer_id',
  ],
  ['SELECT l.x FROM orders o, LATERAL (SELECT o.amount AS x) l', 'orders.amount'],
  // what is not lateral sees the tables around the block, not those beside it
  [
    'SELECT (SELECT x.v FROM orders o, (SELECT o.region AS v) x LIMIT 1) FROM customers o',
    'customers.region',
  ],
  // a key of GROUP BY is a column of FROM first, one of ORDER BY a result column
  ['SELECT amount AS id, count(*) FROM orders GROUP BY amount, id', 'orders.amount orders.id'],
  ['SELECT amount AS id FROM orders ORDER BY id', 'orders.amount'],
  ['SELECT amount AS id FROM orders ORDER BY id + 1', 'orders.amount orders.id'],
];

const OUTPUTS: readonly (readonly [sql: string, outputs: readonly string[]])[] = [
  [
    'SELECT * FROM regions JOIN (SELECT name, region FROM customers) c USING (region)',
    ['region < regions.region', 'manager < regions.manager', 'name < customers.name'],
  ],
  [
    'SELECT region, manager FROM customers FULL JOIN regions USING (region)',
    ['region < customers.region regions.region', 'manager < regions.manager'],
  ],
  ['SELECT region FROM customers RIGHT JOIN regions USING (region)', ['region < regions.region']],
  ['SELECT t.b FROM (SELECT id, amount FROM orders) t(a, b)', ['b < orders.amount']],
  [
    'WITH x(r, n) AS (SELECT region, count(name) FROM customers GROUP BY 1) SELECT n, r FROM x',
    ['n < customers.name', 'r < customers.region'],
  ],
  [
    'SELECT id FROM orders UNION SELECT amount FROM orders ORDER BY id',
    ['id < orders.id orders.amount'],
  ],
  [
    'WITH RECURSIVE t(n, s) AS (SELECT id, status FROM orders UNION ALL SELECT n + 1, name FROM t, customers WHERE n < 9) SELECT n, s FROM t',
    ['n < orders.id', 's < orders.status customers.name'],
  ],
  ['SELECT upper(status), 1 FROM orders', ['upper < orders.status', '?column? < ']],
  ['SELECT o.* FROM rates o', ['currency < rates.currency', 'rate < rates.rate']],
];

describe('names in a statement (PostgreSQL)', () => {
  let shop: PostgresShop;
  before(async function () {
    const opened = await openPostgresShop();
    if (!opened) return this.skip();
    shop = opened;
  });
  after(() => shop?.close());

  async function factsOf(sql: string): Promise<QueryFacts> {
    const result = await guardPostgres(sql);
    if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}`);
    // What the server reads must be what the facts say: it has to find every name.
    await shop.guarded(result.guarded.sql);
    return result.facts;
  }

  for (const [verdict, statements] of Object.entries(VERDICTS))
    for (const sql of statements)
      it(`${verdict}: ${sql}`, async () => {
        expect(await verdictOf(sql)).to.equal(verdict);
        if (verdict === 'accepted') await factsOf(sql);
      });

  for (const [sql, expected] of READS)
    it(`reads ${expected || 'no column'}: ${sql}`, async () => {
      expect(reads(await factsOf(sql))).to.equal(expected);
    });

  for (const [sql, expected] of OUTPUTS)
    it(`shows ${expected.join(', ')}: ${sql}`, async () => {
      expect(outputs(await factsOf(sql))).to.deep.equal(expected);
    });

  const spelled: readonly (readonly [sql: string, hint: string])[] = [
    ['SELECT "Status" FROM orders', ' Write it as "status".'],
    ['SELECT o."Status" FROM orders o', ' Write it as "status".'],
    ['SELECT 1 FROM "Orders"', ' Write it as "orders".'],
    ['SELECT "Nothing" FROM orders', ''],
  ];
  for (const [sql, hint] of spelled)
    it(`tells how a name is written that differs in case: ${sql}`, async () => {
      const result = await guardPostgres(sql);
      if (result.ok) throw new Error('accepted');
      expect(result.refusal.text.replace(/^[^.]*\./, '')).to.equal(hint);
    });

  it('says how comma lists, ON and USING join', async () => {
    const { root } = await factsOf(
      'SELECT 1 FROM orders o, customers c JOIN regions r USING (region) WHERE c.id = o.customer_id AND o.amount > 5',
    );
    const pairs = root.joins.map(({ type, alias, equalities }) => [
      type,
      alias,
      ...equalities.map(
        (each) =>
          `${each.left.alias}.${each.left.column} = ${each.right.alias}.${each.right.column}`,
      ),
    ]);
    expect(pairs).to.deep.equal([
      ['inner', 'r', 'c.region = r.region'],
      ['inner', 'c', 'c.id = o.customer_id'],
    ]);
    expect(root.filters[1]).to.deep.include({ op: '>', values: ['5'] });
  });
});
