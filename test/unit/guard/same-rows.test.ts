import { expect } from 'chai';
import { SHOP } from './fixtures.ts';
import { type Harness, openHarness } from './harness.ts';

/**
 * Statements of many shapes: what the guard writes must give the rows of what was written, also where DuckDB's own
 * `json_deserialize_sql` would not (numbers like 1e9, lists of values, names that need quotes).
 */
const STATEMENTS: readonly string[] = [
  'SELECT * FROM orders ORDER BY ALL',
  'FROM orders SELECT id ORDER BY id',
  'TABLE regions',
  'SELECT DISTINCT status FROM orders ORDER BY 1 NULLS FIRST',
  'SELECT DISTINCT ON (status) status, id FROM orders ORDER BY status, id',
  'SELECT status, count(*), sum(amount) AS s FROM orders GROUP BY ALL ORDER BY ALL',
  'SELECT status, count(*) FROM orders GROUP BY 1 HAVING count(*) > 1',
  'SELECT status, tenant, sum(amount) FROM orders GROUP BY GROUPING SETS ((status), (tenant), ()) ORDER BY ALL',
  'SELECT status, grouping(status), sum(amount) FROM orders GROUP BY ROLLUP (status) ORDER BY ALL',
  'SELECT status, tenant, count(*) FROM orders GROUP BY CUBE (status, tenant) ORDER BY ALL',
  'SELECT id, amount - lag(amount, 1, 0) OVER (PARTITION BY tenant ORDER BY id) FROM orders ORDER BY id',
  'SELECT id, sum(amount) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders ORDER BY id',
  'SELECT id, first_value(status IGNORE NULLS) OVER w FROM orders WINDOW w AS (PARTITION BY tenant ORDER BY id DESC) ORDER BY id',
  'SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY status ORDER BY amount DESC) = 1 ORDER BY id',
  'SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND c.region = $$North$$ ORDER BY o.id',
  'SELECT name, manager FROM customers NATURAL JOIN (SELECT region, manager FROM regions) ORDER BY name',
  'SELECT region, count(*) FROM customers FULL JOIN regions USING (region) GROUP BY region ORDER BY region',
  'SELECT name FROM customers SEMI JOIN orders ON customers.id = orders.customer_id ORDER BY name',
  'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND amount > 25) ORDER BY 1',
  'SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders) ORDER BY name',
  'SELECT id FROM orders WHERE amount > ALL (SELECT amount FROM orders WHERE tenant = $$a$$ AND amount IS NOT NULL) ORDER BY 1',
  'SELECT id, (SELECT name FROM customers c WHERE c.id = o.customer_id) AS who FROM orders o ORDER BY id',
  'SELECT o.id, l.d FROM orders o, LATERAL (SELECT o.amount * 2 AS d) l ORDER BY o.id',
  'WITH a AS (SELECT id FROM orders), b(x) AS (SELECT id * 10 FROM a) SELECT x, id FROM a JOIN b ON b.x = a.id * 10 ORDER BY x',
  'SELECT id FROM orders UNION SELECT id FROM customers ORDER BY id DESC LIMIT 2',
  'SELECT id FROM orders EXCEPT SELECT id FROM customers ORDER BY id',
  'SELECT id, status FROM orders UNION ALL BY NAME SELECT id, name FROM customers ORDER BY ALL',
  'SELECT id FROM orders INTERSECT ALL (SELECT id FROM customers) ORDER BY id',
  'SELECT (SELECT count(*) FROM orders) / count(*) FROM customers',
  "SELECT CASE status WHEN 'paid' THEN 1 ELSE 2 END AS k, count(*) FILTER (WHERE amount > 15) FROM orders GROUP BY k ORDER BY k",
  "SELECT date_trunc('month', ordered_on) AS m, sum(amount) FROM orders GROUP BY m ORDER BY m",
  "SELECT extract(year FROM ordered_on), strftime(ordered_on, '%Y-%m'), ordered_on + INTERVAL 3 DAY, ordered_on - DATE '2024-01-01' FROM orders ORDER BY id",
  "SELECT upper(name) || '-' || left(region, 2), name ILIKE 'a%', name SIMILAR TO 'A.*', name LIKE 'B\\%' ESCAPE '\\' FROM customers ORDER BY id",
  'SELECT CAST(amount AS INTEGER), TRY_CAST(status AS INTEGER), amount::VARCHAR FROM orders ORDER BY id',
  'SELECT 1e9, 1e-9, 1.5e300, 0.1, 12345678901234567890, 170141183460469231731687303715884105727, -1, - -1, 1.50, 0.000000000000000000001',
  "SELECT 'it''s', E'a\\nb', $$dollar$$, '', ' ; -- no comment', chr(10), '\u00e9\u{1F600}', 'a\\b'",
  "SELECT DATE '2024-02-29', TIMESTAMP '2024-01-01 10:00:00', INTERVAL '1 month 2 days', TIME '10:00', TRUE, NULL",
  "SELECT [1, 2, 3][2], [1, 2, 3][1:2], {'a': 1, 'b': 'x'}.b, MAP {'k': 1}['k'], list_transform([1, 2], x -> x + 1), [x * 2 FOR x IN [1, 2, 3] IF x > 1]",
  'SELECT * FROM (VALUES (1, 2), (3, 4)) v(a, b) ORDER BY a',
  'VALUES (1), (2)',
  'SELECT x FROM generate_series(1, 5) g(x) WHERE x % 2 = 1',
  "SELECT CAST(d AS DATE) FROM generate_series(DATE '2024-01-01', DATE '2024-03-01', INTERVAL 1 MONTH) t(d)",
  'SELECT u FROM (SELECT unnest([3, 1, 2]) AS u) ORDER BY u',
  'SELECT status, list(id ORDER BY id DESC), string_agg(tenant, $$,$$ ORDER BY id) FROM orders GROUP BY status ORDER BY status',
  'SELECT count(DISTINCT status), median(amount), quantile_cont(amount, 0.5), max_by(id, amount) FROM orders',
  'SELECT id AS "a.b", id AS "quo""ted", id AS "select", id AS "weird name" FROM orders AS "or ders" ORDER BY "or ders".id',
  'SELECT id FROM orders WHERE (status, tenant) = ($$paid$$, $$a$$) ORDER BY id',
  'SELECT id FROM orders WHERE amount BETWEEN 10 AND 30 AND NOT (status = $$open$$ OR status IS NULL) ORDER BY id',
  'SELECT id FROM orders WHERE status IS DISTINCT FROM $$paid$$ ORDER BY id',
  'SELECT coalesce(status, $$none$$), nullif(status, $$paid$$), ifnull(amount, 0), greatest(id, 2), if(id > 2, 1, 0) FROM orders ORDER BY id',
  'SELECT a.id, b.id FROM orders a ASOF JOIN orders b ON a.tenant = b.tenant AND a.id > b.id ORDER BY ALL',
  'SELECT 7 / 2, 7 // 2, 7 % 2, 2 ^ 3, 2 ** 3, 5 & 3, 5 | 3, 1 << 3, ~5, 3!, @(-3), xor(5, 3)',
  'SELECT o FROM orders o ORDER BY o.id LIMIT 1',
  'SELECT id FROM orders ORDER BY amount DESC NULLS LAST, id LIMIT 2 OFFSET 1',
  'SELECT amount AS id, id AS x FROM orders ORDER BY id NULLS LAST, x',
  'SELECT id /* inner ; */ FROM orders -- end\n WHERE id < 3 ORDER BY id;',
  'SELECT name COLLATE NOCASE FROM customers ORDER BY 1',
  "SELECT json_extract_string('{\"a\": {\"b\": 1}}', '$.a.b'), '{\"a\": 1}'::JSON ->> 'a'",
  'SELECT ARRAY(SELECT id FROM orders ORDER BY id LIMIT 2)',
  'SELECT current_date > DATE $$2020-01-01$$, now() IS NOT NULL, today() = current_date',
];

describe('guarded statements give the rows of the statements as written (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness(10_000);
    for (const { name, physical, columns } of SHOP.tables) {
      const shown = columns.filter((each) => !each.hidden).map((each) => `"${each.name}"`);
      await harness.db.rows(
        `CREATE VIEW ${name} AS SELECT ${shown.join(', ')} FROM ${physical.table}`,
      );
    }
  });
  after(() => harness.close());

  for (const sql of STATEMENTS)
    it(sql.slice(0, 100), async () => {
      expect(await harness.answer(sql)).to.deep.equal(await harness.db.rows(sql));
    });
});
