import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import type { MusicSpelling } from '../fixtures/music/statements.ts';
import { musicStatements } from '../fixtures/music/statements.ts';
import type { DatabaseForTests, DatabaseKind } from './database-kind.ts';
import { mysqlServerForTests, mysqlTarget, openMysqlForTests } from './mysql-source.ts';

/** Of its own in each run: one that was killed leaves its database and users behind. */
const RUN = randomBytes(4).toString('hex');
const DATABASE = `plumb_srcmy_music_${RUN}`;
const SETTINGS = { cancel_wait_ms: 500, connect_timeout_ms: 5_000, max_connections: 8 };
/** More than `max_allowed_packet` as it comes: no function makes a longer text. */
const LONGEST_TEXT = 10_000_000;

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const TYPES: MusicSpelling['types'] = {
  integer: 'INT',
  decimal: 'DECIMAL(10,2)',
  text: 'VARCHAR(120)',
  date: 'DATE',
  timestamp: 'DATETIME',
};

const SPELLING: MusicSpelling = {
  types: TYPES,
  comments: ({ name, comment, columns }) => [
    ...(comment ? [`ALTER TABLE ${name} COMMENT = ${literal(comment)}`] : []),
    ...columns
      .filter((column) => column.comment !== null)
      .map(
        (column) =>
          `ALTER TABLE ${name} MODIFY ${column.name} ${TYPES[column.type]} ${column.nullable ? 'NULL' : 'NOT NULL'} COMMENT ${literal(column.comment!)}`,
      ),
  ],
};

async function openMysql(): Promise<DatabaseForTests | null> {
  const opened = await openMysqlForTests(DATABASE);
  if (opened === null) return null;
  const user = (role: string) => `plumb_srcmy_${RUN}_${role}`;
  await opened.admin(`
    DROP USER IF EXISTS ${user('reader')}@'%', ${user('owner')}@'%';
    CREATE USER ${user('reader')}@'%' IDENTIFIED BY 'reader', ${user('owner')}@'%' IDENTIFIED BY 'owner';
    GRANT SELECT, SHOW VIEW ON ${DATABASE}.* TO ${user('reader')}@'%';
    GRANT ALL ON ${DATABASE}.* TO ${user('owner')}@'%'`);
  for (const sql of musicStatements(SPELLING)) await opened.admin(sql);
  await opened.admin('ANALYZE TABLE tracks');
  const rows = await createConnection({
    ...mysqlConnection(),
    rowsAsArray: true,
    database: DATABASE,
  });
  const run = async (sql: string) => (await rows.query(sql))[0] as unknown as unknown[][];
  const count = async (where: string) => {
    const [row] = await run(
      `SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = '${user('reader')}' AND ${where}`,
    );
    return Number(row![0]);
  };
  const server = mysqlServerForTests(SETTINGS);
  const target = (role: string) =>
    mysqlTarget({ database: DATABASE, user: user(role), password: role });
  return {
    server,
    target: target('reader'),
    owner: target('owner'),
    schema: DATABASE,
    maxConnections: SETTINGS.max_connections,
    run,
    sessions: () => count('TRUE'),
    // The source's own look at this list, to see that a query is gone, is no work.
    busySessions: () =>
      count(
        `COMMAND <> 'Sleep' AND COALESCE(INFO, '') NOT LIKE '%information_schema.PROCESSLIST%'`,
      ),
    close: async () => {
      await server.close();
      await rows.end();
      await opened.admin(`DROP USER ${user('reader')}@'%', ${user('owner')}@'%'`);
      await opened.close();
    },
  };
}

function mysqlConnection() {
  const { address: host, port, user, password } = mysqlTarget();
  return { host, port, user, password };
}

export const MYSQL: DatabaseKind = {
  name: 'mysql',
  open: openMysql,
  missing: 'no MySQL or MariaDB (docs/operations.md says how to start one)',
  sql: {
    slow: `SELECT COUNT(*) FROM ${DATABASE}.seq_1_to_1000000 a, ${DATABASE}.seq_1_to_1000000 b
           WHERE (a.seq * b.seq) % 7 = 3`,
    numbers: (count) => `SELECT seq FROM ${DATABASE}.seq_1_to_${count}`,
    text: (length) =>
      `SELECT ${Array.from(
        { length: Math.ceil(length / LONGEST_TEXT) },
        (_, part) => `REPEAT('x', ${Math.min(LONGEST_TEXT, length - part * LONGEST_TEXT)})`,
      ).join(', ')}`,
    failing: `SELECT ~0 + artist_id FROM ${DATABASE}.artists`,
    oddNames: 'SELECT 1 AS total, 2 AS total, 3 AS `__proto__`',
    writing: [
      `INSERT INTO ${DATABASE}.artists VALUES (1001, 'new')`,
      `INSERT INTO ${DATABASE}.artists VALUES (1001, 'new') RETURNING name`,
      `DELETE FROM ${DATABASE}.invoice_lines`,
      `DROP TABLE ${DATABASE}.invoice_lines`,
      `TRUNCATE TABLE ${DATABASE}.invoice_lines`,
      `UPDATE ${DATABASE}.artists SET name = 'changed'`,
      `CREATE TABLE ${DATABASE}.made (i INT)`,
      `SELECT @@sql_mode INTO @mine`,
      `SELECT GET_LOCK('${DATABASE}', 0)`,
      `SELECT name FROM ${DATABASE}.artists FOR UPDATE`,
      'COMMIT',
    ],
    several: `SELECT 1; DELETE FROM ${DATABASE}.invoice_lines`,
  },
};
