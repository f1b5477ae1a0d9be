import { createAlasqlDialect } from '../plugins/sources/alasql/dialect/index.ts';
import { parsePostgres } from '../plugins/sources/postgres/dialect/parse.ts';
import type { Catalog } from '../src/plugin-api/catalog.ts';
import type { Dialect, ParsedSelect } from '../src/plugin-api/dialect.ts';
import { Refused } from '../src/plugin-api/refused.ts';
import { aliasesIn, type BenchEngine } from './guard-engines.ts';

/** Types that all columns of a bench's catalog are given in turn: a statement is accepted when one of them will do. */
const TYPES = ['INTEGER', 'TEXT', 'DECIMAL(2)', 'DATE', 'TIMESTAMP', 'BOOLEAN'] as const;

/** The dialect of the AlaSQL engine, most permissive: the corpora do not say which types their columns have. */
export async function openAlasql(): Promise<BenchEngine> {
  const dialect = withAnyTypes(createAlasqlDialect());
  return {
    dialect,
    learning: dialect,
    aliases: async (sql) =>
      aliasesIn(await parsePostgres(sql), ({ relname, schemaname, alias }) => {
        if (typeof relname !== 'string' || schemaname !== undefined) return null;
        const { aliasname } = (alias ?? {}) as { readonly aliasname?: unknown };
        return [String(aliasname ?? relname), relname];
      }),
    refusesNames: async () => false,
    close: async () => {},
  };
}

function withAnyTypes(dialect: Dialect): Dialect {
  return {
    ...dialect,
    parse: async (sql, catalog, signal) => {
      const parsed = await dialect.parse(sql, catalog, signal);
      return 'refusal' in parsed ? parsed : { ...parsed, rewrite: rewriteWithAny(parsed) };
    },
  };
}

const rewriteWithAny =
  (parsed: ParsedSelect): ParsedSelect['rewrite'] =>
  async (options) => {
    let refused: unknown = null;
    for (const type of TYPES)
      try {
        return await parsed.rewrite({ ...options, catalog: typed(options.catalog, type) });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused ??= error;
      }
    throw refused;
  };

const typed = (catalog: Catalog, nativeType: string): Catalog => ({
  ...catalog,
  tables: catalog.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, nativeType })),
  })),
});
