import { randomBytes } from 'node:crypto';
import pg from 'pg';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

/** A database of its own for one test. */
export async function temporaryDatabase(): Promise<{
  readonly url: string;
  drop(): Promise<void>;
}> {
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
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

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
