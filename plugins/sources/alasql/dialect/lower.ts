import { POSTGRES_LOWERING } from '#plugins/sources/postgres/dialect/lower.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { type LoweringRules, lowerQuery, rankedTies } from '#src/sql/lower.ts';

/** Writes the IR in the engine's subset of PostgreSQL's SQL. */
export function lowerAlasql(query: Query, catalog?: Catalog): string {
  return lowerQuery(query, ALASQL_LOWERING, catalog);
}

const ALASQL_LOWERING: LoweringRules = {
  ...POSTGRES_LOWERING,
  functions: 'alasql',
  // Exact numbers stay exact up to the division itself.
  divide: (left, right) => `CAST(${left} AS NUMERIC) / NULLIF(${right}, 0)`,
  elapsed: null,
  withTies: rankedTies,
};
