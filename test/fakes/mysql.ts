import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';

/** The server of tests; `MYSQL_TEST_URL` names another one. */
const MYSQL_URL = process.env['MYSQL_TEST_URL'] ?? 'mysql://root@127.0.0.1:3306';

/** As the data source pins it: `"` quotes texts, `\` escapes, `||` is OR. */
const SQL_MODE =
  'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_UNSIGNED_SUBTRACTION';

/** A real MySQL or MariaDB with a database of its own. */
export interface TestMysql {
  /** Name of the database. */
  readonly database: string;
  /** Rows as arrays, decimals and dates as text; without a default database, as the data source has it. */
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Names of the result columns. */
  columns(sql: string): Promise<readonly string[]>;
  /** The rows inside the database. */
  inside(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

/**
 * Opens a new database on the server; null where there is no server, with a visible line, or an error when
 * `REQUIRE_SERVICES=1`.
 */
export async function openTestMysql(): Promise<TestMysql | null> {
  const database = `plumb_guardmy_${randomBytes(5).toString('hex')}`;
  const plain = await connect();
  if (!plain) return null;
  await plain.query(`CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`);
  const inside = await mysql.createConnection({ uri: MYSQL_URL, ...OPTIONS, database });
  for (const connection of [plain, inside]) await connection.query(`SET sql_mode = '${SQL_MODE}'`);
  const rowsOf = async (connection: mysql.Connection, sql: string) =>
    (await connection.query({ sql, rowsAsArray: true }))[0] as readonly (readonly unknown[])[];
  return {
    database,
    rows: (sql) => rowsOf(plain, sql),
    async columns(sql) {
      const [, fields] = await plain.query({ sql, rowsAsArray: true });
      return fields.map((field) => field.name);
    },
    inside: (sql) => rowsOf(inside, sql),
    async close() {
      await plain.query(`DROP DATABASE \`${database}\``);
      await Promise.all([plain.end(), inside.end()]);
    },
  };
}

const OPTIONS = { charset: 'utf8mb4', dateStrings: true } as const;

async function connect(): Promise<mysql.Connection | null> {
  try {
    return await mysql.createConnection({ uri: MYSQL_URL, ...OPTIONS });
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    console.log(`      skipped: no MySQL or MariaDB at ${MYSQL_URL}`);
    return null;
  }
}
