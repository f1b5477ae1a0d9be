import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { type OpenedStore, openStore } from '#src/store/open.ts';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

/** A metadata store of its own for one test; `reopen` opens the same data again, `dispose` removes it. */
export interface TestStore extends OpenedStore {
  reopen(): Promise<OpenedStore>;
  dispose(): Promise<void>;
}

export async function sqliteStore(): Promise<TestStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-store-'));
  const open = () =>
    openStore({
      url: null,
      path: path.join(folder, 'plumbline.db'),
      pool: 4,
      log: pino({ level: 'silent' }),
    });
  const store = await open();
  return {
    ...store,
    reopen: open,
    async dispose() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function postgresStore(): Promise<TestStore> {
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  const open = () =>
    openStore({ url: url.href, path: '', pool: 10, log: pino({ level: 'silent' }) });
  const store = await open();
  return {
    ...store,
    reopen: open,
    async dispose() {
      await store.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
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

/** Whether a PostgreSQL server answers; with `REQUIRE_SERVICES=1` a missing one is an error. */
async function hasPostgres(): Promise<boolean> {
  try {
    await onServer('select 1');
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    return false;
  }
}

/** Declares the same tests over each metadata store; without a PostgreSQL server those are skipped with a visible line. */
export function overStores(title: string, define: (open: () => Promise<TestStore>) => void): void {
  describe(`${title} on SQLite`, () => define(sqliteStore));
  describe(`${title} on PostgreSQL`, () => {
    before(async function () {
      if (await hasPostgres()) return;
      console.log(
        `      skipped: no PostgreSQL at ${POSTGRES_URL} (docs/operations.md says how to start one)`,
      );
      this.skip();
    });
    define(postgresStore);
  });
}
