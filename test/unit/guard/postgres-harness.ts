import pg from 'pg';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import { requirePostgres, temporaryDatabase } from '../../fakes/postgres.ts';
import { SHOP, SHOP_DATA } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';

/** `SHOP` as PostgreSQL has it: its tables in the schema public. */
export const PG_SHOP: Catalog = {
  ...SHOP,
  dialect: 'postgres',
  tables: SHOP.tables.map((table) => ({
    ...table,
    physical: { database: null, schema: 'public', table: `p_${table.name}` },
    primaryKey: ['orders', 'customers'].includes(table.name) ? ['id'] : null,
  })),
};

const check = createGuard({
  maxSqlBytes: 65_536,
  maxDepth: 50,
  maxWeight: 100_000,
  keptVerdicts: 100,
});
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

/** The guarded text; fails when the statement is refused. */
export async function guardedSql(...args: Parameters<typeof guardPostgres>): Promise<string> {
  const result = await guardPostgres(...args);
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}\n${args[0]}`);
  return result.guarded.sql;
}

/** A database of its own with the tables of `SHOP`, and views with their names that show what is not hidden. */
export interface PostgresShop {
  /** Rows of what the guard let out, with names looked up in pg_catalog alone, as the source does. */
  guarded(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Rows of a statement as a user writes it. */
  written(sql: string): Promise<readonly (readonly unknown[])[]>;
  columnNames(sql: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Null where there is no server. `more` are statements that change the data. */
export async function openPostgresShop(...more: readonly string[]): Promise<PostgresShop | null> {
  if (!(await requirePostgres())) return null;
  const database = await temporaryDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(SHOP_DATA);
  await client.query('ALTER TABLE p_orders ADD PRIMARY KEY (id)');
  await client.query('ALTER TABLE p_customers ADD PRIMARY KEY (id); CREATE SCHEMA written');
  for (const { name, columns } of SHOP.tables) {
    const shown = columns.filter((each) => !each.hidden).map((each) => each.name);
    await client.query(
      `CREATE VIEW written.${name} AS SELECT ${shown.join(', ')} FROM public.p_${name}`,
    );
  }
  for (const each of more) await client.query(each);
  await client.query('ANALYZE');
  const run = async (path: string, text: string) => {
    await client.query(`SET search_path = ${path}`);
    return client.query({ text, rowMode: 'array' });
  };
  return {
    guarded: async (sql) => (await run('pg_catalog', sql)).rows as unknown[][],
    written: async (sql) => (await run('written', sql)).rows as unknown[][],
    columnNames: async (sql) => (await run('pg_catalog', sql)).fields.map((each) => each.name),
    async close() {
      await client.end();
      await database.drop();
    },
  };
}
