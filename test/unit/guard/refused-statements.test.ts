import { expect } from 'chai';
import { type Harness, openHarness } from './harness.ts';

/** What a user, a model or an attacker may offer, by the reason of its refusal. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  not_select: [
    'DROP TABLE orders',
    "INSERT INTO orders VALUES (1, 1, NULL, 1, 'x', 1, 'a')",
    'WITH x AS (SELECT 1 AS i) INSERT INTO orders SELECT i FROM x',
    'UPDATE orders SET amount = 0',
    'DELETE FROM orders',
    'TRUNCATE orders',
    'CREATE TABLE z AS SELECT 1',
    'CREATE TEMP TABLE z (a INT)',
    "CREATE OR REPLACE TEMP MACRO lower(x) AS 'shadow'",
    'CREATE VIEW v AS SELECT 1',
    'ALTER TABLE orders ADD COLUMN z INT',
    "COPY orders TO '/tmp/out.csv'",
    "COPY (SELECT 1) TO '/tmp/out.csv'",
    "EXPORT DATABASE '/tmp/out'",
    "ATTACH '/tmp/new.db' AS nn",
    'DETACH memory',
    'INSTALL httpfs',
    'LOAD httpfs',
    "SET memory_limit = '100GB'",
    'SET VARIABLE v = 1',
    'RESET memory_limit',
    'PRAGMA database_list',
    "CALL pragma_table_info('orders')",
    'USE memory',
    'CHECKPOINT',
    "CREATE SECRET s (TYPE S3, KEY_ID 'a', SECRET 'b')",
    'PREPARE p AS DELETE FROM orders',
    'EXECUTE p',
    'EXPLAIN SELECT * FROM orders',
    'EXPLAIN ANALYZE INSERT INTO orders SELECT * FROM orders',
    'BEGIN',
    'VACUUM',
    'DESCRIBE orders',
    'SUMMARIZE orders',
    'SHOW TABLES',
    'SELECT * FROM (DESCRIBE orders)',
    'SELECT 1; DROP TABLE orders',
    '/* harmless */ DROP TABLE orders -- SELECT',
    'PIVOT orders ON status USING count(*)',
  ],
  multiple_statements: [
    'SELECT 1; SELECT 2',
    'SELECT id FROM orders;\n-- one more\nSELECT name FROM customers',
    "SELECT 'a;b'; SELECT 2",
    'SELECT 1 /* ; */; SELECT 2',
  ],
  empty: ['', '   ', ';', '-- only a comment', '/* SELECT 1 */'],
  syntax: [
    'SELEC 1',
    'SELECT FROM WHERE',
    "SELECT 'open",
    'SELECT 1 FROM orders WHERE (',
    'SELECT \0',
  ],
  placeholder: ['SELECT id FROM orders WHERE id = ?', 'SELECT $1', 'SELECT $name'],
  function_not_allowed: [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/tmp/x.json')",
    "SELECT * FROM read_parquet('/tmp/x')",
    "SELECT * FROM parquet_scan('/tmp/x')",
    "SELECT * FROM parquet_metadata('/tmp/x')",
    "SELECT * FROM read_duckdb('/tmp/x.duckdb', table_name = 'secret')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM enable_logging(storage = 'file')",
    'SELECT * FROM disable_logging()',
    'SELECT * FROM duckdb_logs()',
    "SELECT * FROM query('SELECT * FROM p_customers')",
    "SELECT * FROM query_table('p_customers')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM duckdb_tables()',
    'SELECT * FROM duckdb_databases()',
    "SELECT * FROM pragma_storage_info('p_orders')",
    'SELECT * FROM pragma_database_size()',
    'SELECT * FROM checkpoint()',
    "SELECT * FROM import_database('/tmp')",
    "SELECT * FROM which_secret('s3://x', 's3')",
    "SELECT * FROM sql_auto_complete('sel')",
    'SELECT * FROM test_all_types()',
    "SELECT * FROM repeat('x', 10)",
    "SELECT getenv('HOME')",
    "SELECT current_setting('memory_limit')",
    "SELECT getvariable('v')",
    'SELECT current_database()',
    'SELECT current_query()',
    'SELECT txid_current()',
    "SELECT nextval('s')",
    'SELECT setseed(0.5)',
    'SELECT random()',
    'SELECT uuid()',
    "SELECT write_log('x')",
    'SELECT sleep_ms(3000)',
    'SELECT pg_sleep(3)',
    "SELECT error('x')",
    'SELECT stats(id) FROM orders',
    "SELECT json_serialize_sql('SELECT 1')",
    'SELECT version()',
    'SELECT my_macro(1)',
    'SELECT status.lower() FROM orders',
    "SELECT other.main.lower('x')",
    // sizes that the engine could not be stopped on
    "SELECT repeat('x', 2000000000)",
    "SELECT length(repeat('x', 2e9::BIGINT))",
    "SELECT repeat('x', id) FROM orders",
    "SELECT repeat(repeat('x', 9999), 9999)",
    "SELECT repeat(s, 9999) FROM (SELECT repeat('x', 9999) AS s)",
    "SELECT lpad('x', 2000000000, 'y')",
    "SELECT rpad('x', 999999999, 'y')",
    "SELECT printf('%999999999d', 1)",
    "SELECT format('{:>999999999}', 1)",
    'SELECT printf(status, 1) FROM orders',
    'SELECT list_resize([1], 1000000000)',
    'SELECT list_sum(range(500000000))',
    `SELECT ${'hex('.repeat(25)}'x'${')'.repeat(25)}`,
    "SELECT string_agg(repeat('x', 10000), '') FROM range(90000)",
    'WITH a AS (SELECT i FROM range(10000) r(i) GROUP BY CUBE (i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6)) SELECT list(i) FROM a',
    'SELECT list(a.i) FROM range(10000) a(i), generate_series(1, 10000) b(i)',
    "SELECT median(repeat('x', 10000) || i) FROM range(10000) t(i)",
    "SELECT ARRAY(SELECT repeat('x', 10000) FROM range(10000))",
    "SELECT string_agg(repeat('x', 10000), '') OVER (ORDER BY i) FROM range(1000) g(i)",
    `SELECT list(repeat('x', 10000)) FROM (SELECT unnest([${'1, '.repeat(8000)}1]))`,
    `SELECT list(repeat('x', 10000)) FROM (VALUES ${'(1), '.repeat(8000)}(1)) v(a)`,
    'WITH a AS (SELECT 1 FROM range(1000)), b AS (SELECT 1 AS x FROM a, a c) SELECT histogram(b.x) FROM b, b d',

    'SELECT count(*) FROM range(100000000000)',
    'SELECT count(*) FROM generate_series(1, (SELECT 1000000000000))',
    "SELECT count(*) FROM generate_series(TIMESTAMP '2000-01-01', TIMESTAMP '2030-01-01', INTERVAL '1 second')",
    `SELECT ${'replace('.repeat(12)}'x'${", 'x', 'xxxxxxxxxx')".repeat(12)}`,
  ],
  too_deep: [
    `${'SELECT s || s AS s FROM ('.repeat(25)}SELECT 'x' AS s${')'.repeat(25)}`,
    'SELECT count(*) FROM orders GROUP BY CUBE (id, customer_id, ordered_on, amount, status, tenant, id + 1, id + 2, id + 3)',
    'SELECT count(*) FROM orders GROUP BY CUBE (id, id + 1, id + 2, id + 3, id + 4, id + 5, id + 6, id + 7, id + 8, id + 9, id + 10, id + 11, id + 12, id + 13, id + 14)',
    `SELECT count(*) FROM orders GROUP BY GROUPING SETS (${'(id), '.repeat(256)}())`,
    `SELECT count(*) FROM orders GROUP BY ROLLUP (${Array.from({ length: 256 }, (_, n) => `id + ${n}`)})`,
    `WITH a AS (SELECT id FROM orders GROUP BY CUBE (id, customer_id, ordered_on, amount, status, tenant, id + 1)), b AS (SELECT id FROM a GROUP BY CUBE (id, id + 1, id + 2, id + 3, id + 4, id + 5, id + 6)) SELECT id FROM b GROUP BY ROLLUP (id)`,
  ],
  node_not_allowed: [
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t',
    'SELECT * FROM orders USING SAMPLE 10%',
    'SELECT * FROM orders TABLESAMPLE reservoir(2)',
    'SELECT * FROM orders AT (VERSION => 1)',
    'SELECT * FROM orders PIVOT (sum(amount) FOR status IN (1, 2))',
    'SELECT * FROM orders UNPIVOT (v FOR n IN (id, customer_id))',
    'SELECT o.id FROM orders o POSITIONAL JOIN regions r',
    "SELECT COLUMNS('a.*') FROM orders",
    'SELECT min(COLUMNS(*)) FROM orders',
    'SELECT list_value(*COLUMNS(*)) FROM orders',
    'SELECT sum(amount) EXPORT_STATE FROM orders',
    "SELECT 'a'::my_enum",
    'SELECT 1e1000',
    'SELECT #1 FROM orders, regions',
    "SELECT * LIKE 'a%' FROM orders",
  ],
  table_not_in_catalog: [
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM 'file.csv'",
    'SELECT * FROM "http://localhost:1/x.csv"',
    'SELECT * FROM p_orders',
    'SELECT * FROM main.orders',
    'SELECT * FROM memory.main.p_orders',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM pg_catalog.pg_class',
    'SELECT * FROM pg_class',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM duckdb_tables',
    'SELECT * FROM system.information_schema.columns',
    'SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM elsewhere)',
    'WITH c AS (SELECT * FROM elsewhere) SELECT 1',
    'SELECT (SELECT max(x) FROM elsewhere)',
    'SELECT id FROM orders ORDER BY (SELECT 1 FROM elsewhere)',
    'SELECT id FROM orders LIMIT (SELECT count(*) FROM elsewhere)',
    'SELECT sum(amount) FILTER (WHERE EXISTS (SELECT 1 FROM elsewhere)) FROM orders',
    'SELECT count(*) OVER (PARTITION BY (SELECT 1 FROM elsewhere)) FROM orders',
    'SELECT id FROM orders QUALIFY EXISTS (SELECT 1 FROM elsewhere)',
    'SELECT CASE WHEN TRUE THEN (SELECT 1 FROM elsewhere) END',
    'SELECT * FROM (VALUES ((SELECT 1 FROM elsewhere))) v(a)',
    'SELECT * FROM unnest((SELECT [1] FROM elsewhere)) u(a)',
    'SELECT * REPLACE ((SELECT 1 FROM elsewhere) AS id) FROM orders',
    'SELECT DISTINCT ON ((SELECT 1 FROM elsewhere)) id FROM orders',
    'SELECT list_transform([1], x -> (SELECT 1 FROM elsewhere))',
  ],
};

describe('statements that the guard refuses (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());

  for (const [code, statements] of Object.entries(REFUSED))
    for (const sql of statements)
      it(`${code}: ${sql.slice(0, 90)}`, async () => {
        const result = await harness.guard(sql);
        if (result.ok) throw new Error(`accepted as ${result.guarded.sql}`);
        expect(result.refusal.code).to.equal(code);
        expect(result.refusal.text).to.match(/^[A-Z].*\.$/s);
      });

  it('refuses a text over the size limit without parsing it', async () => {
    expect(await harness.verdict(`SELECT '${'x'.repeat(70_000)}'`)).to.equal('too_long');
  });

  const chain = (select: (before: string) => string) =>
    `WITH c0 AS (SELECT 1 AS x), ${Array.from({ length: 40 }, (_, i) => `c${i + 1} AS (${select(`c${i}`)})`).join(', ')} SELECT count(*) FROM c40`;
  const doubling: Readonly<Record<string, string>> = {
    rows: chain((before) => `SELECT a.x FROM ${before} a, ${before} b`),
    columns: chain((before) => `SELECT a.*, b.* FROM ${before} a, ${before} b`),
  };
  for (const [name, sql] of Object.entries(doubling))
    it(`refuses a chain of WITH that doubles its ${name} with each step`, async () => {
      expect(await harness.verdict(sql)).to.equal('too_deep');
    });

  it('refuses a chain of aliases that doubles an expression with each step', async () => {
    const items = Array.from({ length: 60 }, (_, i) => `a${i} + a${i} AS a${i + 1}`);
    const sql = `SELECT sum(id) AS a0, ${items.join(', ')} FROM orders`;
    expect(await harness.verdict(sql)).to.equal('too_deep');
  });

  it('refuses a join of thousands of tables', async () => {
    const list = Array.from({ length: 3_000 }, (_, i) => `orders o${i}`).join(', ');
    const joined = Array.from({ length: 1_200 }, (_, i) => `(SELECT id FROM orders o${i})`);
    expect(await harness.verdict(`SELECT 1 FROM ${list}`)).to.be.oneOf(['too_deep', 'syntax']);
    expect(await harness.verdict(joined.join(' UNION ALL '))).to.equal('too_deep');
  });

  it('reads long flat statements without running out of stack', async () => {
    const flat = [
      `SELECT ${Array(3_000).fill('1=1 AND 2=2').join(' OR ')}`,
      Array(3_000).fill('SELECT 1').join(' UNION ALL '),
      `SELECT id FROM orders WHERE id IN (${Array(10_000).fill('1').join(',')})`,
    ];
    for (const sql of flat) expect(await harness.verdict(sql)).to.equal('accepted');
    expect(await harness.verdict(`SELECT ${Array(900).fill('1').join('+')}`)).to.equal('too_deep');
    expect(await harness.verdict(`SELECT ${Array(20_000).fill('1').join('+')}`)).to.equal('syntax');
  });

  const deep: Readonly<Record<string, string>> = {
    parentheses: `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
    lists: `SELECT ${'['.repeat(20_000)}1${']'.repeat(20_000)}`,
    cases: `SELECT ${'CASE WHEN 1=1 THEN '.repeat(2_000)}1${' END'.repeat(2_000)}`,
    negations: `SELECT ${'NOT '.repeat(15_000)}TRUE`,
    signs: `SELECT ${'- '.repeat(30_000)}1`,
    'comments that hide closing brackets': `SELECT ${'( /* )))) */ '.repeat(2_000)}1`,
  };
  for (const [name, sql] of Object.entries(deep))
    it(`refuses deep ${name} before the parser sees them`, async () => {
      expect(await harness.verdict(sql)).to.equal('too_deep');
    });
});
