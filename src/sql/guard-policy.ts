import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Refusal, RefusalCode, RewriteOptions } from '#src/plugin-api/dialect.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { RowClause, RowLimit } from '#src/plugin-api/row-clause.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';

type RowFilters = RewriteOptions['rowFilters'];

/** What a statement is narrowed to beyond what its caller may see, by catalog table: one condition of each list. */
export type RowLimits = ReadonlyMap<string, readonly (readonly RowLimit[])[]>;

const fold = (name: string) => name.toLowerCase();

const refusal = (code: RefusalCode, text: string): { readonly refusal: Refusal } => ({
  refusal: { code, text },
});

function tableOf(catalog: Catalog, name: string): CatalogTable | undefined {
  return catalog.tables.find((table) => table.name === name);
}

/** A column that facts name; the order of rows is one, too. */
const columnOf = (table: CatalogTable | undefined, name: string): CatalogColumn | undefined =>
  table?.rowOrder?.name === name
    ? table.rowOrder
    : table?.columns.find((each) => each.name === name);

/** Whether the statement reads only what the catalog shows: its tables, no hidden column, sensitive ones only counted. */
export function checkReads(facts: QueryFacts, catalog: Catalog): Refusal | null {
  for (const name of facts.tables)
    if (!tableOf(catalog, name))
      return refusal('table_not_in_catalog', `There is no table "${name}" in this workspace.`)
        .refusal;
  for (const use of facts.columns) {
    const column = columnOf(tableOf(catalog, use.table), use.column);
    const name = `"${use.column}" of "${use.table}"`;
    // Nobody can tell a hidden column from one that is not there. Names do not even resolve to one.
    if (!column || column.hidden)
      return refusal('column_unknown', `There is no column ${name} in this workspace.`).refusal;
    if (column.sensitive && !use.onlyCounted)
      return refusal(
        'column_sensitive',
        `The column ${name} is sensitive. It can only be counted with COUNT("${use.column}"). Instead of *, name the other columns.`,
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
  const wanted = wantedClauses(catalog, policy);
  const filters = new Map<string, readonly RowClause[]>();
  if (wanted.length === 0) return { filters };
  for (const name of facts.tables) {
    const table = tableOf(catalog, name);
    if (!table || (table.isView && !table.shared)) return unreadable('view', name);
    const own = clausesOn(table, wanted);
    if (!own) return table.shared ? ambiguous(name) : unreadable('table', name);
    if (own.length === 0) continue;
    // The places of rows tell how many others there are between them.
    const order = table.rowOrder?.name;
    if (order && facts.columns.some((use) => use.table === name && use.column === order))
      return refusal(
        'column_unknown',
        `The row order of "${name}" isn't available under a row filter.`,
      );
    filters.set(table.name, own);
  }
  return { filters };
}

/** The filters with the limits beside them. Nobody narrows rows by a column that they may not read. */
export function withLimits(
  filters: RowFilters,
  limits: RowLimits,
  catalog: Catalog,
): { readonly filters: RowFilters } | { readonly refusal: Refusal } {
  const all = new Map(filters);
  for (const [name, wanted] of limits) {
    const table = tableOf(catalog, name);
    for (const { column } of wanted.flat()) {
      const known = table?.columns.find((each) => each.name === column);
      if (!known || known.hidden || known.sensitive)
        return refusal('column_unknown', `"${name}" has no column "${column}" to filter by.`);
    }
    all.set(name, [...(filters.get(name) ?? []), ...wanted]);
  }
  return { filters: all };
}

/** What holds for everybody, and what holds for the caller: rows have to meet both. */
const wantedClauses = (catalog: Catalog, { filter }: RowPolicy): readonly RowClause[] => [
  ...(catalog.rowFilter ?? []),
  ...Object.entries(filter).map(([column, value]) => [{ column, value }]),
];

/**
 * The clauses under the table's own names of columns; null where it lacks a column. A shared table is passed over by
 * a clause all of whose columns it lacks: with some of them it could neither be held to the clause nor left alone.
 */
function clausesOn(
  { columns, shared }: CatalogTable,
  wanted: readonly RowClause[],
): readonly RowClause[] | null {
  const names = new Map(columns.map(({ name }) => [fold(name), name]));
  const own: RowClause[] = [];
  for (const clause of wanted) {
    const found = clause.flatMap(({ column, value }) => {
      const name = names.get(fold(column));
      return name === undefined ? [] : { column: name, value };
    });
    if (found.length === clause.length) own.push(found);
    else if (!shared || found.length > 0) return null;
  }
  return own;
}

/**
 * The catalog without the tables that `rowFiltersFor` refuses, for those who choose what to ask for: what they come up
 * with the caller may read.
 */
export function readableCatalog(catalog: Catalog, policy: RowPolicy): Catalog {
  if (!isFiltered(policy, catalog)) return catalog;
  const wanted = wantedClauses(catalog, policy);
  const tables = catalog.tables.flatMap((table): CatalogTable[] => {
    const own = table.shared || !table.isView ? clausesOn(table, wanted) : null;
    if (own === null) return [];
    return [own.length > 0 && table.rowOrder ? { ...table, rowOrder: undefined } : table];
  });
  const names = new Set(tables.map(({ name }) => fold(name)));
  const relationships = catalog.relationships.filter(({ from, to }) =>
    [from, to].every(({ table }) => names.has(fold(table))),
  );
  return { ...catalog, tables, relationships };
}

const ambiguous = (name: string) =>
  refusal(
    'row_filter',
    `The shared table "${name}" can't be read under the row filter, because it lacks a column that an OR in the filter uses.`,
  );

const unreadable = (kind: 'view' | 'table', name: string) =>
  refusal(
    'row_filter',
    `The ${kind} "${name}" can't be read under the row filter. An admin can allow it with shared_tables in the definitions.`,
  );
