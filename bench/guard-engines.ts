import pg from 'pg';
import { createPostgresDialect } from '../plugins/sources/postgres/dialect/index.ts';
import { parsePostgres } from '../plugins/sources/postgres/dialect/parse.ts';
import type { Dialect } from '../src/plugin-api/dialect.ts';
import type { OwnTables } from './guard-catalog.ts';
import { openAlasql } from './guard-engine-alasql.ts';
import { openDuckdb } from './guard-engine-duckdb.ts';
import { openMysql } from './guard-engine-mysql.ts';

/** A dialect of the guard with what a bench needs to know of its engine. */
export interface BenchEngine {
  readonly dialect: Dialect;
  /** The same verdicts, parsing a text that comes again only once. */
  readonly learning: Dialect;
  /** Base tables of a statement that was just read by `learning`, by alias in lower case. */
  aliases(sql: string): Promise<ReadonlyMap<string, string>>;
  /** Whether the engine itself cannot resolve the names and functions of a statement, in tables with those columns. */
  refusesNames(sql: string, own: OwnTables): Promise<boolean>;
  close(): Promise<void>;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The objects below a value for which `read` gives an alias and a table. */
export function aliasesIn(
  value: unknown,
  read: (node: Readonly<Record<string, unknown>>) => readonly [string, string] | null,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const entry = read(node as Readonly<Record<string, unknown>>);
    if (entry) found.set(entry[0].toLowerCase(), entry[1]);
    for (const each of Object.values(node)) visit(each);
  };
  visit(value);
  return found;
}

/** A server of DATABASE_URL or PGHOST, else of this machine; names are taken for resolvable where there is none. */
async function openPostgres(): Promise<BenchEngine> {
  const client = new pg.Client({
    connectionString: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  });
  client.on('error', () => {});
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  const dialect = createPostgresDialect();
  return {
    dialect,
    learning: dialect,
    aliases: async (sql) =>
      aliasesIn(await parsePostgres(sql), ({ relname, schemaname, alias }) => {
        if (typeof relname !== 'string') return null;
        const name = schemaname === undefined ? relname : `${String(schemaname)}.${relname}`;
        const { aliasname } = (alias ?? {}) as { readonly aliasname?: unknown };
        return [String(aliasname ?? relname), name];
      }),
    refusesNames: async (sql, own) => isThere && postgresRefusesNames(client, sql, own),
    close: () => client.end(),
  };
}

/** Codes of PostgreSQL: undefined or ambiguous column, table, function, alias; columns that cannot stand there. */
const NAME_ERRORS: ReadonlySet<string> = new Set(
  '42703 42702 42P01 42883 42725 42712 42P09 42P10 42803 42P08'.split(' '),
);

async function postgresRefusesNames(
  client: pg.Client,
  sql: string,
  own: OwnTables,
): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(
      'CREATE SCHEMA plumb_guardpg_own; SET LOCAL search_path = plumb_guardpg_own',
    );
    for (const [name, columns] of own) {
      const [base = name, schema] = name.split('.').reverse();
      if (schema) await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
      const list = [...columns].map((each) => `${quoted(each)} text`).join(', ');
      const full = schema ? `${quoted(schema)}.${quoted(base)}` : quoted(base);
      await client.query(`CREATE TABLE ${full} (${list})`);
    }
    await client.query({ text: `EXPLAIN ${sql}`, queryMode: 'extended' } as pg.QueryConfig);
    return false;
  } catch (error) {
    return error instanceof pg.DatabaseError && NAME_ERRORS.has(error.code ?? '');
  } finally {
    await client.query('ROLLBACK');
  }
}

export const ENGINES: Readonly<Record<string, () => Promise<BenchEngine>>> = {
  duckdb: openDuckdb,
  postgres: openPostgres,
  mysql: openMysql,
  alasql: openAlasql,
};
