import { expect } from 'chai';
import {
  guardedSql,
  guardPostgres,
  openPostgresShop,
  type PostgresShop,
} from './postgres-harness.ts';

/** Statements of many shapes: what the guard writes must give the rows of what was written. */
const STATEMENTS: readonly string[] = [
  'SELECT * FROM orders ORDER BY id',
  'SELECT DISTINCT status FROM orders ORDER BY 1 NULLS FIRST',
  'SELECT DISTINCT ON (status) status, id FROM orders ORDER BY status, id',
  'SELECT status, count(*) FROM orders GROUP BY 1 HAVING count(*) > 1',
  'SELECT status AS s, count(*) n FROM orders GROUP BY s ORDER BY n DESC, s',
  'SELECT upper(status), count(*) FROM orders GROUP BY upper ORDER BY upper',
  'SELECT status, tenant, sum(amount) FROM orders GROUP BY GROUPING SETS ((status), (tenant), ()) ORDER BY 1, 2',
  'SELECT status, grouping(status), sum(amount) FROM orders GROUP BY ROLLUP (status) ORDER BY 1, 2',
  'SELECT id, amount - lag(amount, 1, 0::numeric) OVER (PARTITION BY tenant ORDER BY id) FROM orders ORDER BY id',
  'SELECT id, sum(amount) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders ORDER BY id',
  'SELECT id, rank() OVER w FROM orders WINDOW w AS (PARTITION BY tenant ORDER BY id DESC) ORDER BY id',
  "SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND c.region = 'North' ORDER BY o.id",
  'SELECT name, manager FROM customers NATURAL JOIN (SELECT region, manager FROM regions) x ORDER BY name',
  'SELECT * FROM regions NATURAL FULL JOIN (SELECT region, name FROM customers) x ORDER BY 1, 3',
  'SELECT region, count(*) FROM customers FULL JOIN regions USING (region) GROUP BY region ORDER BY region',
  'SELECT * FROM (SELECT id, name FROM customers) c RIGHT JOIN (SELECT id, amount FROM orders) o USING (id) ORDER BY id',
  'SELECT x.id, x.manager FROM ((SELECT id, region FROM customers) c JOIN regions r USING (region)) AS x ORDER BY 1',
  'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND amount > 25) ORDER BY 1',
  'SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders) ORDER BY name',
  "SELECT id FROM orders WHERE amount > ALL (SELECT amount FROM orders WHERE tenant = 'a' AND amount IS NOT NULL) ORDER BY 1",
  'SELECT id, (SELECT name FROM customers c WHERE c.id = o.customer_id) AS who FROM orders o ORDER BY id',
  'SELECT o.id, l.d FROM orders o, LATERAL (SELECT o.amount * 2 AS d) l ORDER BY o.id',
  'SELECT o.id, n FROM orders o CROSS JOIN LATERAL generate_series(1, 2) AS n ORDER BY 1, 2',
  'WITH a AS (SELECT id FROM orders), b(x) AS (SELECT id * 10 FROM a) SELECT x, id FROM a JOIN b ON b.x = a.id * 10 ORDER BY x',
  'WITH orders AS (SELECT id FROM orders WHERE id < 3) SELECT * FROM orders ORDER BY 1',
  "SELECT string_agg(d::text, ',' ORDER BY d) FROM generate_series('2024-01-01'::date, '2024-03-01'::date, '1 month') g(d)",
  'SELECT ARRAY(SELECT a.i * b.i FROM generate_series(1, 3) a(i), generate_series(1, 2) b(i) ORDER BY 1)',
  "WITH RECURSIVE p(i, path) AS (SELECT 1, 'a' UNION ALL SELECT i + 1, path || '>' || i FROM p WHERE i < 4) SELECT string_agg(path, ' ' ORDER BY i) FROM p",
  "WITH RECURSIVE p(i, label) AS (SELECT 1, repeat('-', 3) UNION ALL SELECT i + 1, lpad(label, 5, '.') FROM p WHERE i < 4) SELECT label FROM p ORDER BY i",
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i, o.status FROM n LEFT JOIN orders o ON o.id = i ORDER BY 1',
  'SELECT id FROM orders UNION SELECT id FROM customers ORDER BY id DESC LIMIT 2',
  'SELECT id FROM orders EXCEPT SELECT id FROM customers ORDER BY id',
  '(SELECT id FROM orders ORDER BY id LIMIT 1) UNION ALL SELECT 7 ORDER BY 1',
  'SELECT id FROM orders ORDER BY amount DESC NULLS LAST FETCH FIRST 2 ROWS WITH TIES',
  "SELECT CASE status WHEN 'paid' THEN 1 ELSE 2 END AS k, count(*) FILTER (WHERE amount > 15) FROM orders GROUP BY k ORDER BY k",
  "SELECT date_trunc('month', ordered_on)::date AS m, sum(amount) FROM orders GROUP BY m ORDER BY m",
  "SELECT extract(year FROM ordered_on), to_char(ordered_on, 'YYYY-MM'), ordered_on + INTERVAL '3 days', ordered_on - DATE '2024-01-01' FROM orders ORDER BY id",
  "SELECT upper(name) || '-' || left(region, 2), name ILIKE 'a%', name SIMILAR TO 'A%', name LIKE 'B!%' ESCAPE '!' FROM customers ORDER BY id",
  "SELECT 'it''s', E'a\\nb', $$dollar$$, $x$ $$ $x$, U&'\\0061', '', ' ; -- no comment', 'é😀', B'101', X'1F'",
  'SELECT "é", "é" AS "ü" FROM (SELECT name AS "é" FROM customers /* ☃ */) AS "t ☃", regions ORDER BY 1',
  'SELECT (ARRAY[1, 2, 3])[2], (ARRAY[1, 2, 3])[1:2], ROW(1, 2) = (1, 2), 5 = ANY (ARRAY[5, 6])',
  "SELECT json_build_object('id', id), row_to_json(o) FROM (SELECT id, status FROM orders) o ORDER BY id",
  'SELECT o FROM (SELECT id, status FROM orders) o ORDER BY o.id',
  'SELECT count(r), count(r.*) FROM regions r',
  'SELECT (r).manager FROM regions r ORDER BY 1',
  'SELECT count(c.*) FROM orders o LEFT JOIN (SELECT id FROM customers) c ON c.id = o.customer_id',
  'SELECT count(*) FROM orders, customers',
  'SELECT (SELECT x."?column?" FROM orders LIMIT 1), (SELECT "?column?" FROM orders LIMIT 1) FROM (SELECT 5) x',
  "SELECT count(*) FROM generate_series(date_trunc('month', current_date - INTERVAL '1 year'), now(), '1 day') AS d",
  'SELECT t.b FROM orders t(a, b) ORDER BY t.a',
  'SELECT o.id FROM orders * o, regions* ORDER BY 1',
  'SELECT t.d FROM customers AS t(a, b, c, d) ORDER BY 1',
  'SELECT count(DISTINCT status), percentile_cont(0.5) WITHIN GROUP (ORDER BY amount), string_agg(status, $$,$$ ORDER BY id) FROM orders',
  'SELECT o.id AS "a.b", o.id AS "quo""ted", o.id AS "select" FROM orders AS "or ders", orders o WHERE "or ders".id = o.id ORDER BY 1',
  'SELECT amount AS id, id AS x FROM orders ORDER BY id NULLS LAST, x',
  'SELECT id /* inner ; */ FROM orders -- end\n WHERE id < 3 ORDER BY id;',
  'SELECT id FROM"orders"WHERE id<3 ORDER BY id',
  'SELECT value FROM json_array_elements_text($$["a","b"]$$) ORDER BY 1',
  'SELECT key, value FROM jsonb_each_text($${"a":1}$$)',
  'SELECT * FROM json_to_recordset($$[{"a":1,"b":"x"}]$$) AS t(a int, b text)',
  'SELECT * FROM unnest(ARRAY[1, 2], ARRAY[3, 4]) WITH ORDINALITY AS t(a, b, n) ORDER BY n',
  'SELECT * FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY[3, 4])) AS t ORDER BY 1',
  'SELECT column1 + column2 AS s FROM (VALUES (1, 2), (3, 4)) v ORDER BY 1',
  'VALUES (1, 2), (3, 4) ORDER BY column2 DESC',
  'SELECT current_date > DATE $$2020-01-01$$, now() IS NOT NULL, TRUE IS NOT FALSE, NULL IS DISTINCT FROM 1',
  'SELECT 7 / 2, 7 % 2, 2 ^ 3, 5 & 3, 1 << 3, ~5, @ (-3), |/ 4, 7 OPERATOR(pg_catalog.+) 1',
  'SELECT coalesce(status, $$none$$), nullif(status, $$paid$$), greatest(id, 2) FROM orders ORDER BY id',
  'SELECT count(email), count(DISTINCT email) FROM customers',
  // a table that is grouped by its key lets its other columns stand alone
  'SELECT c.name, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) FROM customers c ORDER BY 1',
];

describe('guarded statements give the rows of the statements as written (PostgreSQL)', () => {
  let shop: PostgresShop;
  before(async function () {
    const opened = await openPostgresShop();
    if (!opened) return this.skip();
    shop = opened;
  });
  after(() => shop?.close());

  for (const sql of STATEMENTS)
    it(sql.slice(0, 100), async () => {
      expect(await shop.guarded(await guardedSql(sql))).to.deep.equal(await shop.written(sql));
    });

  it('let the other columns of a table stand alone where it is grouped by its key', async () => {
    const sql =
      'SELECT c.name, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id ORDER BY 1';
    expect(await shop.guarded(await guardedSql(sql))).to.deep.equal([
      ['Ann', '2'],
      ['Bob', '1'],
      ['Cid', '1'],
    ]);
  });

  it('may name the schema that the table is in', async () => {
    const rows = await shop.guarded(
      await guardedSql('SELECT p_regions.region FROM public.p_regions ORDER BY 1'),
    );
    expect(rows).to.deep.equal([['North'], ['South']]);
  });

  it('name result columns as the server does', async () => {
    const sql = `SELECT id, amount AS total, sum(amount) OVER (), *, CASE WHEN id > 1 THEN 2 END, 1e3,
      CASE WHEN true THEN 1 ELSE id END, status::varchar(3), 'x'::text, DATE '2024-01-01', (SELECT max(id) FROM orders),
      EXISTS (SELECT 1), ARRAY(SELECT 1), ARRAY[1], ROW(1), id IS NULL, -id, coalesce(id, 1), least(1, 2), nullif(1, 2),
      extract(year FROM ordered_on), trim(status), now(), current_date, (ARRAY[id])[1], status COLLATE "C", upper(status)
      FROM orders`;
    const result = await guardPostgres(sql);
    if (!result.ok) throw new Error(result.refusal.text);
    expect(result.facts.root.outputs.map((each) => each.name)).to.deep.equal(
      await shop.columnNames(result.guarded.sql),
    );
  });
});
