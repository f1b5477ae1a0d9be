import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ParsedSelect } from '#src/plugin-api/dialect.ts';
import type { BaseColumn, ColumnUse, QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { Context } from './context.ts';
import { readQuery } from './query.ts';
import { spliceTables } from './rewrite.ts';
import type { SelectRules } from './rules.ts';
import type { TreeQuery } from './tree.ts';

/**
 * Resolves every name of a SELECT against the catalog: its facts, and the text as it is to run. `sql` is the text that
 * the spans of `query` point into. The rows are not capped: the source reads no more than it is to give. Throws
 * `Refused` for what cannot be resolved or is not allowed.
 */
export function resolveSelect(
  sql: string,
  query: TreeQuery,
  catalog: Catalog,
  rules: SelectRules,
): ParsedSelect {
  const { context, root } = readQuery(query, catalog.tables, rules);
  return {
    facts: factsOf(context, root),
    weight: context.weight.total,
    rewrite: async ({ rowFilters }) => ({
      sql: spliceTables(sql, context, rowFilters),
      columnNames: null,
    }),
  };
}

/** What was read, of the whole statement. */
export function factsOf(context: Context, root: QueryFacts['root']): QueryFacts {
  const tables = new Set<CatalogTable>();
  const uses = new Map<BaseColumn, ColumnUse>();
  for (const { table, uses: read } of context.bound) {
    tables.add(table);
    for (const [column, { onlyCounted }] of read) {
      const base = context.baseColumn(table, column);
      const before = uses.get(base)?.onlyCounted ?? true;
      uses.set(base, { ...base, onlyCounted: before && onlyCounted });
    }
  }
  return {
    tables: [...tables].map((table) => table.name),
    columns: [...uses.values()],
    functions: [...context.functions],
    root,
  };
}
