import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  type Logger as QueryLogger,
  SqliteAdapter,
  SqliteDialect,
  sql,
} from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { StoreMeter, StoreOperation } from '#src/metrics/store-meter.ts';
import { tellingCommits } from './commits.ts';
import { closeLate, insertByStatement, insertByThread } from './late-rows.ts';
import * as first from './migrations/0001-first.ts';
import * as databases from './migrations/0002-databases.ts';
import * as budgets from './migrations/0003-budgets.ts';
import * as semantics from './migrations/0004-semantics.ts';
import * as limits from './migrations/0005-limits.ts';
import * as webhooks from './migrations/0006-webhooks.ts';
import * as audit from './migrations/0007-audit.ts';
import * as tokens from './migrations/0008-tokens.ts';
import * as removal from './migrations/0009-removal.ts';
import * as exports from './migrations/0010-exports.ts';
import * as feedback from './migrations/0011-feedback.ts';
import * as budgetNotices from './migrations/0012-budget-notices.ts';
import * as schemaDrafts from './migrations/0013-schema-drafts.ts';
import * as tokenRevocations from './migrations/0014-token-revocations.ts';
import * as rowClauses from './migrations/0015-row-clauses.ts';
import * as signupAddresses from './migrations/0017-signup-addresses.ts';
import * as installation from './migrations/0018-installation.ts';
import * as answerRows from './migrations/0019-answer-rows.ts';
import * as boards from './migrations/0020-boards.ts';
import * as evals from './migrations/0021-evals.ts';
import * as appendedFiles from './migrations/0022-appended-files.ts';
import * as replayedAnswers from './migrations/0023-replayed-answers.ts';
import * as closingRules from './migrations/0024-closing-rules.ts';
import * as unreadableTables from './migrations/0025-unreadable-tables.ts';
import * as gateways from './migrations/0026-gateways.ts';
import * as modelSettings from './migrations/0027-model-settings.ts';
import * as translations from './migrations/0028-translations.ts';
import * as schedules from './migrations/0029-schedules.ts';
import * as people from './migrations/0030-people.ts';
import * as snapshots from './migrations/0031-snapshots.ts';
import * as learning from './migrations/0032-learning.ts';
import * as keptUploads from './migrations/0033-kept-uploads.ts';
import * as identities from './migrations/0034-identities.ts';
import * as boardFilters from './migrations/0035-board-filters.ts';
import * as fileSources from './migrations/0036-file-sources.ts';
import * as scheduleLanguage from './migrations/0037-schedule-language.ts';
import * as boardTexts from './migrations/0038-board-texts.ts';
import * as savedDays from './migrations/0039-saved-days.ts';
import { readThrough } from './prepared.ts';
import type { Store, StoreSchema } from './schema.ts';
import { keepingStatements } from './statement-cache.ts';
import { newerStore, type StorePlace, storeTrouble } from './trouble.ts';

export interface StoreOptions {
  /** `postgres://…`; null: SQLite at `path`. */
  readonly url: string | null;
  readonly path: string;
  /** PostgreSQL connections at the most. */
  readonly pool: number;
  readonly log: Logger;
  /**
   * Looks at the store before anything is changed in it, and after what other processes at their start did to it; what
   * it throws is thrown, and the store stays as it was.
   */
  readonly admit?: (db: Store, found: FoundStore) => Promise<void>;
  /** Runs when the schema is up to date, before another process that starts may look (PostgreSQL). */
  readonly settle?: (db: Store) => Promise<void>;
  /** Longest time to connect to PostgreSQL (milliseconds). */
  readonly connectMs?: number;
  /** Told of each statement; prepared reads of SQLite, some microseconds each, are left out. */
  readonly meter?: StoreMeter;
}

/** What a store was before it was brought up to date. */
export interface FoundStore {
  /** Names of the migrations that it had; none: it was empty. */
  readonly migrations: readonly string[];
}

export interface OpenedStore {
  readonly db: Store;
  readonly kind: 'sqlite' | 'postgres';
  /** Runs work of a start that no other process of this store may do at the same time. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Kysely's own table of what was done. */
const MIGRATION_TABLE = 'kysely_migration';

/** SQLite's file in the data folder. */
export const STORE_FILE = 'plumbline.db';

/** Opens the metadata store that the configuration names. */
export const openConfiguredStore = (
  { store, data_dir }: Pick<Config, 'store' | 'data_dir'>,
  {
    pool = store.pool,
    ...options
  }: Pick<StoreOptions, 'log' | 'admit' | 'settle' | 'meter'> & { readonly pool?: number },
): Promise<OpenedStore> =>
  openStore({
    ...options,
    url: store.url,
    path: path.join(data_dir, STORE_FILE),
    pool,
    connectMs: store.connect_timeout_ms,
  });

/**
 * Opens the metadata store and brings its schema up to date. Fails with a `StartError` where it is damaged, of a newer
 * release, or cannot be reached.
 */
export async function openStore(options: StoreOptions): Promise<OpenedStore> {
  const kind = options.url ? 'postgres' : 'sqlite';
  const place: StorePlace = options.url ? { url: options.url } : { path: options.path };
  const { url } = options;
  const inTurn: OpenedStore['inTurn'] = async (work) =>
    url ? (await server()).inTurn({ ...options, url }, work) : work();
  const db = await open(options).catch((error: unknown) => {
    throw storeTrouble(error, place);
  });
  try {
    await inTurn(() => bringUpToDate(db, options, place));
  } catch (error) {
    await db.destroy();
    throw storeTrouble(error, place);
  }
  if (options.url) {
    insertByStatement(db);
    return {
      db,
      kind,
      inTurn,
      async close() {
        await closeLate(db);
        await db.destroy();
      },
    };
  }
  insertByThread(db, options.path, options.meter);
  const reader = new SQLite(options.path, { readonly: true, timeout: 10_000 });
  readThrough(db, reader);
  return {
    db,
    kind,
    inTurn,
    async close() {
      await closeLate(db);
      reader.close();
      await db.destroy();
    },
  };
}

/** Loaded only where the store is PostgreSQL. */
const server = () => import('./postgres.ts');

async function open(options: StoreOptions): Promise<Kysely<StoreSchema>> {
  return new Kysely<StoreSchema>({
    dialect: tellingCommits(
      options.url
        ? (await server()).postgresDialect({ ...options, url: options.url })
        : sqlite(options.path),
    ),
    ...(options.meter && { log: logTo(options.meter) }),
  });
}

const OPERATIONS = new Map<string, StoreOperation>([
  ['SelectQueryNode', 'select'],
  ['InsertQueryNode', 'insert'],
  ['UpdateQueryNode', 'update'],
  ['DeleteQueryNode', 'delete'],
]);

const logTo =
  (meter: StoreMeter): QueryLogger =>
  ({ level, query, queryDurationMillis }) =>
    meter(OPERATIONS.get(query.query.kind) ?? 'other', level === 'query', queryDurationMillis);

async function bringUpToDate(db: Store, options: StoreOptions, place: StorePlace): Promise<void> {
  const migrations = await executedMigrations(db);
  const newer = migrations.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length > 0) throw newerStore(place, newer);
  await options.admit?.(db, { migrations });
  await migrate(db);
  await options.settle?.(db);
}

/** The migrations that a store has had; none where it is empty. */
async function executedMigrations(db: Store): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** What is acknowledged survives a power cut: WAL with synchronous FULL (https://sqlite.org/pragma.html#pragma_synchronous). */
function sqlite(file: string): SqliteDialect {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Keys' hashes and webhook secrets are in there: only the owner reads it.
  closeSync(openSync(file, 'a', 0o600));
  return new WritingFirst({
    database: () => {
      const database = new SQLite(file, { timeout: 10_000 });
      for (const pragma of [
        'journal_mode = WAL',
        'synchronous = FULL',
        'foreign_keys = ON',
        'temp_store = MEMORY',
      ])
        database.pragma(pragma);
      return Promise.resolve(keepingStatements(database));
    },
  });
}

/** Migrations are done together, in one transaction: SQLite takes back tables as it does rows, though Kysely thinks not. */
class AllOrNothing extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Transactions hold the lock of writers from their start. One that only read so far would fail at its first change where
 * the thread of late rows has committed meanwhile (https://sqlite.org/rescode.html#busy_snapshot), however long it may wait.
 */
class WritingFirst extends SqliteDialect {
  override createAdapter() {
    return new AllOrNothing();
  }

  override createDriver() {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    return driver;
  }
}

/** Forward only; the names order them. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-databases': databases,
  '0003-budgets': budgets,
  '0004-semantics': semantics,
  '0005-limits': limits,
  '0006-webhooks': webhooks,
  '0007-audit': audit,
  '0008-tokens': tokens,
  '0009-removal': removal,
  '0010-exports': exports,
  '0011-feedback': feedback,
  '0012-budget-notices': budgetNotices,
  '0013-schema-drafts': schemaDrafts,
  '0014-token-revocations': tokenRevocations,
  '0015-row-clauses': rowClauses,
  '0017-signup-addresses': signupAddresses,
  '0018-installation': installation,
  '0019-answer-rows': answerRows,
  '0020-boards': boards,
  '0021-evals': evals,
  '0022-appended-files': appendedFiles,
  '0023-replayed-answers': replayedAnswers,
  '0024-closing-rules': closingRules,
  '0025-unreadable-tables': unreadableTables,
  '0026-gateways': gateways,
  '0027-model-settings': modelSettings,
  '0028-translations': translations,
  '0029-schedules': schedules,
  '0030-people': people,
  '0031-snapshots': snapshots,
  '0032-learning': learning,
  '0033-kept-uploads': keptUploads,
  '0034-identities': identities,
  '0035-board-filters': boardFilters,
  '0036-file-sources': fileSources,
  '0037-schedule-language': scheduleLanguage,
  '0038-board-texts': boardTexts,
  '0039-saved-days': savedDays,
};

async function migrate(db: Store): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
