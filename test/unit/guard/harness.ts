import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { SHOP, SHOP_DATA } from './fixtures.ts';

export const EVERYTHING: RowPolicy = { filter: {}, hash: 'all' };

export interface Harness {
  readonly db: TestDuckdb;
  guard(sql: string, policy?: RowPolicy, catalog?: Catalog): Promise<GuardResult>;
  /** The code of the refusal, or `accepted`. */
  verdict(sql: string, policy?: RowPolicy, catalog?: Catalog): Promise<string>;
  /** Rows of the guarded statement; fails when it is refused. */
  answer(sql: string, policy?: RowPolicy): Promise<readonly (readonly unknown[])[]>;
  close(): void;
}

/** The guard over a real DuckDB that holds the tables of `SHOP`. */
export async function openHarness(maxRows = 100): Promise<Harness> {
  const db = await openTestDuckdb();
  await db.rows(SHOP_DATA);
  const dialect = createDuckdbDialect(db);
  const check = createGuard({
    maxSqlBytes: 65_536,
    maxDepth: 50,
    maxWeight: 100_000,
    keptVerdicts: 100,
  });
  const signal = new AbortController().signal;
  const guard: Harness['guard'] = (sql, policy = EVERYTHING, catalog = SHOP) =>
    check({ sql, catalog, policy, dialect, maxRows, signal });
  return {
    db,
    guard,
    verdict: async (...args) => {
      const result = await guard(...args);
      return result.ok ? 'accepted' : result.refusal.code;
    },
    answer: async (sql, policy) => {
      const result = await guard(sql, policy);
      if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}`);
      return db.rows(result.guarded.sql);
    },
    close: () => db.close(),
  };
}
