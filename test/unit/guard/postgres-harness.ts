import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import { SHOP } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';

/** `SHOP` as PostgreSQL has it: the same tables in the schema public. */
export const PG_SHOP: Catalog = {
  ...SHOP,
  dialect: 'postgres',
  tables: SHOP.tables.map((table) => ({
    ...table,
    physical: { database: null, schema: 'public', table: table.name },
    primaryKey: ['orders', 'customers'].includes(table.name) ? ['id'] : null,
  })),
};

const check = createGuard({ maxSqlBytes: 65_536, maxDepth: 50, keptVerdicts: 100 });
const dialect = createPostgresDialect();
const { signal } = new AbortController();

/** The guard over PostgreSQL's dialect; no server is asked. */
export const guardPostgres = (
  sql: string,
  policy: RowPolicy = EVERYTHING,
  catalog: Catalog = PG_SHOP,
): Promise<GuardResult> => check({ sql, catalog, policy, dialect, maxRows: 100, signal });

/** The code of the refusal, or `accepted`. */
export async function verdictOf(...args: Parameters<typeof guardPostgres>): Promise<string> {
  const result = await guardPostgres(...args);
  return result.ok ? 'accepted' : result.refusal.code;
}
