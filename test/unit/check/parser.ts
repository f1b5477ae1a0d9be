import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { openTestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';

/** What DuckDB's dialect reads in statements over tables of a test. */
export interface Parser {
  readonly catalog: Catalog;
  /** Fails where the statement cannot be read. */
  factsOf(sql: string): Promise<QueryFacts>;
  close(): Promise<void>;
}

export async function openParser(tables: readonly string[]): Promise<Parser> {
  const duckdb = await openTestDuckdb();
  const { catalog, close } = await catalogFromSql(tables);
  const dialect = createDuckdbDialect(duckdb);
  return {
    catalog,
    async factsOf(sql) {
      const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
      if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
      return parsed.facts;
    },
    async close() {
      await close();
      duckdb.close();
    },
  };
}
