import { expect } from 'chai';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { guardedSql, mysqlJudge, verdict } from './mysql-harness.ts';

/** `table.column` of all columns read, sorted; a `#` marks those that are only counted. */
const reads = (facts: QueryFacts) =>
  facts.columns
    .map((use) => `${use.table}.${use.column}${use.onlyCounted ? '#' : ''}`)
    .sort()
    .join(' ');

/** What is read, by statement. */
const READS: readonly (readonly [sql: string, columns: string])[] = [
  ['SELECT ID FROM ORDERS', 'orders.id'],
  ['SELECT shop_orders.id FROM orders AS shop_orders', 'orders.id'],
  ['SELECT COUNT(*) FROM orders', ''],
  ['SELECT COUNT(email) FROM customers', 'customers.email#'],
  ['SELECT COUNT(email) AS email FROM customers HAVING email > 1', 'customers.email#'],
  [
    'SELECT region, COUNT(email) AS email FROM customers GROUP BY region ORDER BY email',
    'customers.email# customers.region',
  ],
  [
    'SELECT status AS amount, SUM(amount) s FROM orders GROUP BY status HAVING s > 1',
    'orders.amount orders.status',
  ],
  [
    'SELECT YEAR(ordered_on) AS id, COUNT(*) FROM orders GROUP BY id',
    'orders.id orders.ordered_on',
  ],
  [
    'SELECT o.status FROM orders o JOIN customers c USING (id, tenant)',
    'customers.id customers.tenant orders.id orders.status orders.tenant',
  ],
  ['WITH orders AS (SELECT name AS id FROM customers) SELECT id FROM orders', 'customers.name'],
  ['WITH x AS (SELECT id FROM orders), y AS (SELECT id FROM X) SELECT id FROM Y', 'orders.id'],
  [
    'SELECT (SELECT MAX(o.amount) FROM orders o WHERE o.customer_id = c.id) FROM customers c',
    'customers.id orders.amount orders.customer_id',
  ],
  ["SELECT id FROM orders WHERE MATCH (status) AGAINST ('x')", 'orders.id orders.status'],
];

/** Names that cannot be used, by the code of the refusal. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  column_sensitive: [
    'SELECT * FROM customers',
    'SELECT email + 0 AS e FROM customers',
    'SELECT COUNT(email) AS email FROM customers ORDER BY email + 0',
    'SELECT COUNT(email) AS n FROM customers GROUP BY email',
    'SELECT COUNT(DISTINCT email, id) FROM customers',
    'SELECT x.e FROM (SELECT email AS e FROM customers) x',
    'SELECT a.id FROM customers a NATURAL JOIN customers b',
    "SELECT id FROM customers WHERE email RLIKE '^a'",
  ],
  column_unknown: [
    'SELECT MARGIN FROM orders',
    'SELECT `margin` FROM orders',
    'SELECT id FROM orders WHERE orders.margin > 1',
    'SELECT status FROM orders GROUP BY status HAVING MAX(margin) > 1',
    'SELECT GROUP_CONCAT(status ORDER BY margin) FROM orders',
    'SELECT RANK() OVER w FROM orders WINDOW w AS (ORDER BY margin)',
    'SELECT 1 IN (SELECT margin FROM orders)',
    'SELECT INTERVAL(margin, 1, 2) FROM orders',
    'SELECT CAST(margin AS CHAR) FROM orders',
    'SELECT id FROM customers, LATERAL (SELECT margin FROM orders) l',
    'SELECT nothing FROM orders',
    'SELECT customers.name FROM orders',
    'SELECT shop.orders.id FROM orders',
    'SELECT o.id FROM orders o JOIN (SELECT o.id AS i) d',
    'SELECT a.id FROM orders a JOIN orders b USING (margin)',
    'SELECT id AS n FROM orders WHERE n = 1',
    'SELECT id FROM orders ORDER BY 2',
  ],
  column_ambiguous: ['SELECT id FROM orders, customers', 'SELECT a.id FROM orders a, customers a'],
  table_not_in_catalog: [
    'SELECT id FROM p_orders',
    'SELECT id FROM other.p_orders',
    'SELECT id FROM main.orders',
  ],
};

describe('names of a statement (MySQL)', () => {
  const judge = mysqlJudge();

  for (const [sql, columns] of READS)
    it(`reads ${columns || 'no column'}: ${sql}`, async () => {
      const result = await judge(sql);
      if (!result.ok) throw new Error(result.refusal.text);
      expect(reads(result.facts)).to.equal(columns);
    });

  for (const [code, statements] of Object.entries(REFUSED))
    for (const sql of statements)
      it(`${code}: ${sql}`, async () => {
        expect(await verdict(judge(sql))).to.equal(code);
      });

  it('puts the tables in place by their full names, showing only what is read', async () => {
    const sql = 'SELECT O.id -- the number\nFROM Orders o USE INDEX (x) WHERE COUNT (*) > 1';
    expect(await guardedSql(judge(sql))).to.equal(
      'SELECT `o`.id FROM (SELECT `id` FROM `shop`.`p_orders`) o WHERE COUNT(*) > 1',
    );
  });

  it('knows the table by its name in the database, too', async () => {
    expect(await guardedSql(judge('SELECT x.id FROM shop.p_orders x'))).to.equal(
      'SELECT x.id FROM (SELECT `id` FROM `shop`.`p_orders`) x',
    );
  });
});
