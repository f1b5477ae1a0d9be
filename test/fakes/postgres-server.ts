import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { configSchema } from '#config/schema.ts';
import { createPostgresServer } from '#plugins/sources/postgres/server.ts';
import type { PostgresSettings } from '#plugins/sources/postgres/settings.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { MusicSpelling } from '../fixtures/music/statements.ts';
import { musicStatements } from '../fixtures/music/statements.ts';
import type { DatabaseForTests, DatabaseKind } from './database-kind.ts';
import { waitingForTests } from './waiting.ts';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

/** The source is tested without a dialect: what it runs is stamped as guarded by the tests. */
export const NO_DIALECT = { name: 'postgres' } as Dialect;

export const settingsForTests = (some: Partial<PostgresSettings> = {}): PostgresSettings => ({
  ...configSchema.parse({}).postgres,
  ...some,
});

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const SPELLING: MusicSpelling = {
  types: {
    integer: 'integer',
    decimal: 'numeric(10,2)',
    text: 'varchar(120)',
    date: 'date',
    timestamp: 'timestamp',
  },
  comments: ({ name, comment, columns }) => [
    ...(comment ? [`COMMENT ON TABLE ${name} IS ${literal(comment)}`] : []),
    ...columns
      .filter((column) => column.comment !== null)
      .map((column) => `COMMENT ON COLUMN ${name}.${column.name} IS ${literal(column.comment!)}`),
  ],
};

/** A database and roles of a test's own, on the server that the environment names. */
export interface PostgresDatabase {
  readonly name: string;
  readonly reader: DatabaseTarget;
  readonly owner: DatabaseTarget;
  /** Runs statements as administrator in the database and gives the rows of the last. */
  run(sql: string): Promise<readonly (readonly unknown[])[]>;
  drop(): Promise<void>;
}

/** Makes a database; null where no server answers. */
export async function makePostgresDatabase(): Promise<PostgresDatabase | null> {
  const name = `plumb_srcpg_${randomBytes(5).toString('hex')}`;
  const at = new URL(POSTGRES_URL);
  const admin = (database: string) =>
    new pg.Client({
      connectionString: Object.assign(new URL(POSTGRES_URL), { pathname: `/${database}` }).href,
      connectionTimeoutMillis: 30_000,
    });
  const server = admin('postgres');
  try {
    await server.connect();
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    return null;
  }
  for (const sql of [
    `CREATE ROLE ${name}_reader LOGIN PASSWORD 'reader'`,
    `CREATE ROLE ${name}_owner LOGIN PASSWORD 'owner'`,
    `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`,
  ])
    await server.query(sql);
  const inside = admin(name);
  inside.on('error', () => {});
  await inside.connect();
  await inside.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT CREATE ON SCHEMA public TO ${name}_owner;
    GRANT CREATE ON DATABASE ${name} TO ${name}_owner;
    ALTER DEFAULT PRIVILEGES FOR ROLE ${name}_owner GRANT SELECT ON TABLES TO ${name}_reader`);
  const target = (role: string): DatabaseTarget => ({
    host: at.hostname,
    address: at.hostname,
    port: Number(at.port || 5432),
    database: name,
    user: `${name}_${role}`,
    password: role,
    ssl: { mode: 'prefer', ca: null },
    schemas: null,
  });
  return {
    name,
    reader: target('reader'),
    owner: target('owner'),
    run: async (sql) => {
      const result = await inside.query({ text: sql, rowMode: 'array' });
      return [result].flat().at(-1)!.rows as unknown[][];
    },
    drop: async () => {
      await inside.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.query(`DROP ROLE ${name}_reader`);
      await server.query(`DROP ROLE ${name}_owner`);
      await server.end();
    },
  };
}

/** Runs statements as a user. */
export async function runAs(target: DatabaseTarget, statements: readonly string[]): Promise<void> {
  const { address: host, port, database, user, password } = target;
  const client = new pg.Client({ host, port, database, user, password });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

async function openPostgres(): Promise<DatabaseForTests | null> {
  const database = await makePostgresDatabase();
  if (database === null) return null;
  await runAs(database.owner, [...musicStatements(SPELLING), 'ANALYZE']);
  const settings = settingsForTests({ cancel_wait_ms: 500, connect_timeout_ms: 5_000 });
  const server = createPostgresServer({
    settings,
    dialect: NO_DIALECT,
    waiting: waitingForTests(),
  });
  const count = async (where: string) => {
    const [row] = await database.run(
      `SELECT count(*) FROM pg_stat_activity WHERE usename = '${database.reader.user}' AND ${where}`,
    );
    return Number(row![0]);
  };
  return {
    server,
    target: database.reader,
    owner: database.owner,
    schema: 'public',
    maxConnections: settings.max_connections,
    run: database.run,
    sessions: () => count('true'),
    busySessions: () => count(`state <> 'idle'`),
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

export const POSTGRES: DatabaseKind = {
  name: 'postgres',
  open: openPostgres,
  missing: `no PostgreSQL at ${POSTGRES_URL} (docs/operations.md says how to start one)`,
  sql: {
    slow: `SELECT count(*) FROM generate_series(1, 1000000) a(i), generate_series(1, 1000000) b(j)
           WHERE (i::bigint * j) % 7 = 3`,
    numbers: (count) => `SELECT i FROM generate_series(1, ${count}) t(i)`,
    text: (length) => `SELECT repeat('x', ${length})`,
    failing: 'SELECT 1 / (artist_id - artist_id) FROM public.artists',
    oddNames: 'SELECT 1 AS total, 2 AS total, 3 AS "__proto__"',
    writing: [
      `INSERT INTO public.artists VALUES (1001, 'new')`,
      'DELETE FROM public.invoice_lines',
      'DROP TABLE public.invoice_lines',
      `UPDATE public.artists SET name = 'changed' RETURNING name`,
      'CREATE TABLE public.made (i integer)',
      `SELECT set_config('search_path', 'public', false)`,
      'SELECT pg_advisory_lock(4711)',
      'COMMIT',
    ],
    several: `SELECT 1; DELETE FROM public.invoice_lines`,
  },
};

/** Tests over a database of their own, filled by its owner; without a server they are skipped, and the report says so. */
export function overPostgres(
  title: string,
  statements: readonly string[],
  tests: (database: () => PostgresDatabase) => void,
): void {
  describe(title, () => {
    let database: PostgresDatabase | null = null;
    before(async function () {
      database = await makePostgresDatabase();
      if (database === null) {
        console.log(`      skipped: ${POSTGRES.missing}`);
        this.skip();
      }
      await runAs(database.owner, statements);
    });
    after(() => database?.drop());
    tests(() => database!);
  });
}

/** A source over a database, as its reading user. */
export function connectPostgres(
  { reader }: PostgresDatabase,
  settings: Partial<PostgresSettings> = {},
  target: Partial<DatabaseTarget> = {},
): DataSource {
  const server = createPostgresServer({
    settings: settingsForTests(settings),
    dialect: NO_DIALECT,
    waiting: waitingForTests(),
  });
  return server.connect({ ...reader, ...target });
}
