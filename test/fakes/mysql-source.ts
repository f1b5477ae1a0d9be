import { randomBytes } from 'node:crypto';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createMysqlDialect } from '#plugins/sources/mysql/dialect/index.ts';
import { createMysqlServer } from '#plugins/sources/mysql/server.ts';
import type { MysqlSettings } from '#plugins/sources/mysql/settings.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { DataSource, QueryOptions, ResultColumn } from '#src/plugin-api/data-source.ts';
import type { DatabaseServer, DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { unguardedSqlForTests } from './guarded-sql.ts';
import { waitingForTests } from './waiting.ts';

const URL_TEXT = process.env['MYSQL_TEST_URL'] ?? 'mysql://root@127.0.0.1:3306';
const SERVER = new URL(URL_TEXT);
const HOST = SERVER.hostname;
const PORT = Number(SERVER.port || 3306);
const USER = decodeURIComponent(SERVER.username);
const PASSWORD = decodeURIComponent(SERVER.password);

/** A database of its own on the real server, dropped at the end. */
export interface MysqlForTests {
  readonly database: string;
  readonly target: DatabaseTarget;
  /** As an administrator, without any of the source's settings. */
  admin(sql: string): Promise<RowDataPacket[]>;
  close(): Promise<void>;
}

/** Null where no server answers; with `REQUIRE_SERVICES=1` that fails. */
export async function openMysqlForTests(
  database = `plumb_srcmy_${randomBytes(5).toString('hex')}`,
): Promise<MysqlForTests | null> {
  const connection = await createConnection({
    host: HOST,
    port: PORT,
    user: USER,
    password: PASSWORD,
    multipleStatements: true,
  }).catch((error: unknown) => {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    return null;
  });
  if (!connection) return null;
  connection.on('error', () => {});
  // Left behind where a suite before failed in the middle of its opening.
  await connection.query(
    `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4; USE ${database}`,
  );
  return {
    database,
    target: mysqlTarget({ database }),
    admin: async (sql) => (await connection.query(sql))[0] as RowDataPacket[],
    close: async () => {
      await connection.query(`DROP DATABASE ${database}`);
      await connection.end();
    },
  };
}

export function mysqlTarget(other: Partial<DatabaseTarget> = {}): DatabaseTarget {
  return {
    host: HOST,
    address: HOST,
    port: PORT,
    database: 'test',
    user: USER,
    password: PASSWORD,
    ssl: { mode: 'disable', ca: null },
    schemas: null,
    ...other,
  };
}

export function mysqlServerForTests(
  settings: Partial<MysqlSettings> = {},
  waiting: Parameters<typeof waitingForTests>[0] = {},
): DatabaseServer {
  const all = { ...configSchema.parse({}).mysql, ...settings };
  return createMysqlServer({
    settings: all,
    dialect: createMysqlDialect(),
    waiting: waitingForTests(waiting),
    log: pino({ level: 'silent' }),
  });
}

export interface Answer {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly truncated: boolean;
  readonly engineMs: number;
  readonly notes: readonly string[];
}

/** Runs any SQL to its end. */
export async function ask(
  source: DataSource,
  sql: string,
  options: Partial<QueryOptions> = {},
): Promise<Answer> {
  const columns: ResultColumn[] = [];
  const rows: (readonly CellValue[])[] = [];
  for await (const chunk of source.query(unguardedSqlForTests(sql), askingOptions(options))) {
    if (chunk.kind === 'columns') columns.push(...chunk.columns);
    else if (chunk.kind === 'rows') rows.push(...chunk.rows);
    else return { columns, rows, ...chunk };
  }
  throw new Error('the result has no end');
}

export function askingOptions(options: Partial<QueryOptions> = {}): QueryOptions {
  return {
    maxRows: 10_000,
    maxBytes: 16 * 1024 * 1024,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...options,
  };
}

/** What a call failed with. */
export async function failure(
  work: Promise<unknown>,
): Promise<{ kind: string; message: string; cause?: unknown }> {
  try {
    await work;
  } catch (error) {
    return error as { kind: string; message: string };
  }
  throw new Error('it did not fail');
}

/** Tests over the real server; without one they are skipped, and the report says so. */
export function overMysql(title: string, tests: (mysql: () => MysqlForTests) => void): void {
  describe(title, () => {
    let test: MysqlForTests | null = null;
    before(async function () {
      test = await openMysqlForTests();
      if (test) return;
      console.log(`      skipped: no MySQL or MariaDB at ${URL_TEXT}`);
      this.skip();
    });
    tests(() => test!);
    after(() => test?.close());
  });
}

/** Sessions on the server whose statement holds a text, without the one that looks. */
export async function runningWith(mysql: MysqlForTests, text: string): Promise<number> {
  const rows = await mysql.admin(
    `SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST
     WHERE INFO LIKE '%${text}%' AND ID <> CONNECTION_ID()`,
  );
  return Number(rows[0]!['n']);
}
