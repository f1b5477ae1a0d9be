import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
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
import { StoreClient } from './postgres-client.ts';
import { readThrough } from './prepared.ts';
import type { Store, StoreSchema } from './schema.ts';
import { keepingStatements } from './statement-cache.ts';
import { StoreUnavailable } from './unavailable.ts';

export interface StoreOptions {
  /** `postgres://…`; null: SQLite at `path`. */
  readonly url: string | null;
  readonly path: string;
  /** PostgreSQL connections at the most. */
  readonly pool: number;
  readonly log: Logger;
}

export interface OpenedStore {
  readonly db: Store;
  readonly kind: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

/** SQLite's file in the data folder. */
export const STORE_FILE = 'plumbline.db';

/** Opens the metadata store that the configuration names. */
export const openConfiguredStore = (
  { store, data_dir }: Pick<Config, 'store' | 'data_dir'>,
  { log, pool = store.pool }: { readonly log: Logger; readonly pool?: number },
): Promise<OpenedStore> =>
  openStore({ url: store.url, path: path.join(data_dir, STORE_FILE), pool, log });

/** Opens the metadata store and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<OpenedStore> {
  const kind = options.url ? 'postgres' : 'sqlite';
  const db = new Kysely<StoreSchema>({
    dialect: options.url ? postgres(options.url, options) : sqlite(options.path),
  });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw new Error(
      `the metadata store (${options.url ? 'store.url' : options.path}) cannot be opened: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
  if (options.url) return { db, kind, close: () => db.destroy() };
  const reader = new SQLite(options.path, { readonly: true, timeout: 10_000 });
  readThrough(db, reader);
  return {
    db,
    kind,
    async close() {
      reader.close();
      await db.destroy();
    },
  };
}

/** What is acknowledged survives a power cut: WAL with synchronous FULL (https://sqlite.org/pragma.html#pragma_synchronous). */
function sqlite(file: string): SqliteDialect {
  mkdirSync(path.dirname(file), { recursive: true });
  // Keys' hashes and webhook secrets are in there: only the owner reads it.
  closeSync(openSync(file, 'a', 0o600));
  return new SqliteDialect({
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

function postgres(url: string, { pool: max, log }: StoreOptions): PostgresDialect {
  const types = {
    // bigint counts stay below 2^53 here.
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === 20
        ? (text: string) => Number(text)
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    Client: StoreClient,
  });
  let isAway = false;
  const lost = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'the metadata store does not answer');
    isAway = true;
  };
  pool.on('error', lost);
  return new PostgresDialect({
    pool: {
      Client: StoreClient,
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        try {
          const client = await pool.connect();
          if (isAway) log.info('the metadata store answers again');
          isAway = false;
          return client;
        } catch (error) {
          lost(error);
          throw new StoreUnavailable(error);
        }
      },
    },
  });
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
};

async function migrate(db: Store): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
