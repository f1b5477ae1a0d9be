import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Refusal, RefusalCode, RewriteOptions } from '#src/plugin-api/dialect.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';

type RowFilters = RewriteOptions['rowFilters'];

const fold = (name: string) => name.toLowerCase();

const refusal = (code: RefusalCode, text: string): { readonly refusal: Refusal } => ({
  refusal: { code, text },
});

function tableOf(catalog: Catalog, name: string): CatalogTable | undefined {
  return catalog.tables.find((table) => table.name === name);
}

/** Whether the statement reads only what the catalog shows: its tables, no hidden column, sensitive ones only counted. */
export function checkReads(facts: QueryFacts, catalog: Catalog): Refusal | null {
  for (const name of facts.tables)
    if (!tableOf(catalog, name))
      return refusal('table_not_in_catalog', `There is no table "${name}" in this workspace.`)
        .refusal;
  for (const use of facts.columns) {
    const column = tableOf(catalog, use.table)?.columns.find((each) => each.name === use.column);
    const name = `"${use.column}" of "${use.table}"`;
    if (!column)
      return refusal('column_unknown', `There is no column ${name} in this workspace.`).refusal;
    if (column.hidden)
      return refusal('column_hidden', `The column ${name} cannot be used.`).refusal;
    if (column.sensitive && !use.onlyCounted)
      return refusal(
        'column_sensitive',
        `The column ${name} is sensitive: it can be counted, COUNT("${use.column}"), but not shown, compared or grouped by. Where * stands, name the other columns.`,
      ).refusal;
  }
  return null;
}

/**
 * The filters that the workspace and a caller's policy put on each table that the statement reads. A table without a
 * column of them, and every view, is refused unless it is marked shared.
 */
export function rowFiltersFor(
  facts: QueryFacts,
  catalog: Catalog,
  policy: RowPolicy,
): { readonly filters: RowFilters } | { readonly refusal: Refusal } {
  // What holds for everybody, and what holds for the caller: rows have to meet both.
  const wanted = [...Object.entries(catalog.rowFilter ?? {}), ...Object.entries(policy.filter)];
  const filters = new Map<string, { readonly column: string; readonly value: string | number }[]>();
  if (wanted.length === 0) return { filters };
  for (const name of facts.tables) {
    const table = tableOf(catalog, name);
    if (!table || (table.isView && !table.shared)) return unreadable('view', name);
    const own: { readonly column: string; readonly value: string | number }[] = [];
    for (const [key, value] of wanted) {
      const column = table.columns.find((each) => fold(each.name) === fold(key));
      if (column) own.push({ column: column.name, value });
      else if (!table.shared) return unreadable('table', name);
    }
    if (own.length > 0) filters.set(table.name, own);
  }
  return { filters };
}

/**
 * The catalog without the tables that `rowFiltersFor` refuses, for those who choose what to ask for: what they come up
 * with the caller may read.
 */
export function readableCatalog(catalog: Catalog, policy: RowPolicy): Catalog {
  if (!isFiltered(policy, catalog)) return catalog;
  const keys = [...Object.keys(catalog.rowFilter ?? {}), ...Object.keys(policy.filter)].map(fold);
  const tables = catalog.tables.filter(
    ({ columns, isView, shared }) =>
      shared || (!isView && keys.every((key) => columns.some(({ name }) => fold(name) === key))),
  );
  const names = new Set(tables.map(({ name }) => fold(name)));
  const relationships = catalog.relationships.filter(({ from, to }) =>
    [from, to].every(({ table }) => names.has(fold(table))),
  );
  return { ...catalog, tables, relationships };
}

const unreadable = (kind: 'view' | 'table', name: string) =>
  refusal(
    'row_filter',
    `The ${kind} "${name}" cannot be read under the row filter that holds here; "shared_tables" of the semantics names tables that can.`,
  );
