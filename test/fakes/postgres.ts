import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

interface TemporaryDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test. */
export const temporaryDatabase = (): Promise<TemporaryDatabase> => newDatabase('');

/** A database that is filled once, and of which tests get copies: these take the server a tenth of the time. */
export interface TemplateDatabase {
  copy(): Promise<TemporaryDatabase>;
}

/** Makes one, which is dropped when all tests of this process have run. `fill` leaves no connection behind. */
export async function templateDatabase(
  fill: (url: string) => Promise<void>,
): Promise<TemplateDatabase> {
  const database = await temporaryDatabase();
  await fill(database.url);
  dropped.push(database);
  return { copy: () => newDatabase(`template ${path.posix.basename(database.url)}`) };
}

const dropped: TemporaryDatabase[] = [];
// Benches have no such hook, and make no templates.
globalThis.after?.(() => Promise.all(dropped.map((one) => one.drop())));

async function newDatabase(from: string): Promise<TemporaryDatabase> {
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} ${from}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

/**
 * Whether a PostgreSQL server answers. Without one, tests are skipped with a visible line, and fail with
 * `REQUIRE_SERVICES=1`.
 */
export async function requirePostgres(): Promise<boolean> {
  try {
    await onServer('select 1');
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    console.log(
      `      skipped: no PostgreSQL at ${POSTGRES_URL} (docs/operations.md says how to start one)`,
    );
    return false;
  }
}

/** A connection to a database of its own, whose cells come as the texts that the server sends; null without a server. */
export async function openScratchPostgres(): Promise<{
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
} | null> {
  if (!(await requirePostgres())) return null;
  const database = await temporaryDatabase();
  const types = {
    getTypeParser: ((oid: number) =>
      oid === pg.types.builtins.BOOL
        ? (text: string) => text === 't'
        : (text: string) => text) as typeof pg.types.getTypeParser,
  };
  const client = new pg.Client({ connectionString: database.url, types });
  await client.connect();
  return {
    rows: async (text) => (await client.query({ text, rowMode: 'array' })).rows as unknown[][],
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 30_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
