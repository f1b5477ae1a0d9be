import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type OpenedStore, openStore } from '#src/store/open.ts';
import { requirePostgres, temporaryDatabase } from './postgres.ts';

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
  const database = await temporaryDatabase();
  const open = () =>
    openStore({ url: database.url, path: '', pool: 10, log: pino({ level: 'silent' }) });
  const store = await open();
  return {
    ...store,
    reopen: open,
    async dispose() {
      await store.close();
      await database.drop();
    },
  };
}

/** Declares the same tests over each metadata store; without a PostgreSQL server those are skipped with a visible line. */
export function overStores(title: string, define: (open: () => Promise<TestStore>) => void): void {
  describe(`${title} on SQLite`, () => define(sqliteStore));
  describe(`${title} on PostgreSQL`, () => {
    before(async function () {
      if (!(await requirePostgres())) this.skip();
    });
    define(postgresStore);
  });
}
