import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type OpenedStore, openStore } from '#src/store/open.ts';
import { IS_FULL } from './full.ts';
import { requirePostgres, type TemplateDatabase, templateDatabase } from './postgres.ts';

const SILENT = pino({ level: 'silent' });

/** A metadata store of its own for one test; `reopen` opens the same data again, `dispose` removes it. */
export interface TestStore extends OpenedStore {
  reopen(): Promise<OpenedStore>;
  dispose(): Promise<void>;
}

/** The bytes of a new store with all its tables: to make them takes far longer than a copy. */
let emptySqlite: Promise<Buffer> | null = null;

async function makeEmptySqlite(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-store-'));
  const file = path.join(folder, 'plumbline.db');
  try {
    await (await openStore({ url: null, path: file, pool: 4, log: SILENT })).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts a new store with all its tables at a path, where there is none. */
export async function layEmptySqlite(file: string): Promise<void> {
  emptySqlite ??= makeEmptySqlite();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await emptySqlite, { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

export async function sqliteStore(): Promise<TestStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-store-'));
  await layEmptySqlite(path.join(folder, 'plumbline.db'));
  const open = () =>
    openStore({
      url: null,
      path: path.join(folder, 'plumbline.db'),
      pool: 4,
      log: SILENT,
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

let emptyPostgres: Promise<TemplateDatabase> | null = null;

export async function postgresStore(): Promise<TestStore> {
  emptyPostgres ??= templateDatabase(
    async (url) => (await openStore({ url, path: '', pool: 1, log: SILENT })).close(),
    ['kysely_migration', 'kysely_migration_lock'],
  );
  const database = await (await emptyPostgres).borrow();
  const open = () => openStore({ url: database.url, path: '', pool: 10, log: SILENT });
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

/** For suites that take long beside what they ask of the store: over PostgreSQL in `npm run test:all` alone. */
export const longOverStores: typeof overStores = (title, define) =>
  IS_FULL ? overStores(title, define) : describe(`${title} on SQLite`, () => define(sqliteStore));
