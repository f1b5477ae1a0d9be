import { sameName, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog, ColumnSet } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, SelectFacts } from '#src/plugin-api/query-facts.ts';

/** Whether columns identify a row: so known, known not to, or neither. */
export type KeyKnowledge = 'key' | 'not_key' | 'unknown';

const covers = (columns: readonly string[], wanted: readonly string[]) =>
  wanted.length > 0 && wanted.every((one) => columns.some((column) => sameName(column, one)));

const sameSet = (set: ColumnSet, table: string, columns: readonly string[]) =>
  sameName(set.table, table) &&
  set.columns.length === columns.length &&
  covers(columns, set.columns);

/** What is known of `columns` of a catalog table from keys, relationships and measured profiles. */
export function keyOfTable(
  catalog: Catalog,
  name: string,
  columns: readonly string[],
): KeyKnowledge {
  const table = tableOf(catalog, name);
  if (!table) return 'unknown';
  if (table.rowCount <= 1 && !table.isView) return 'key';
  if (table.primaryKey && covers(columns, table.primaryKey)) return 'key';
  const named = table.columns.filter((column) => covers(columns, [column.name]));
  if (named.some((column) => column.profile?.unique)) return 'key';
  for (const { from, to, cardinality } of catalog.relationships) {
    if (sameName(to.table, name) && covers(columns, to.columns)) return 'key';
    if (cardinality === 'one-to-one' && sameName(from.table, name) && covers(columns, from.columns))
      return 'key';
  }
  const manySide = catalog.relationships.some(
    ({ from, cardinality }) => cardinality === 'many-to-one' && sameSet(from, name, columns),
  );
  const measured = columns.length <= 1 && named.every((column) => column.profile !== null);
  return manySide || measured ? 'not_key' : 'unknown';
}

/** The same for a derived table, by the base columns that its own columns come from. */
export function keyOfDerived(
  catalog: Catalog,
  derived: SelectFacts,
  columns: readonly BaseColumn[],
): KeyKnowledge {
  if (derived.limit === 1) return 'key';
  const has = (wanted: BaseColumn | null) =>
    wanted !== null &&
    columns.some((one) => sameName(one.table, wanted.table) && sameName(one.column, wanted.column));
  if (derived.groupBy.length > 0)
    return derived.groupBy.every((expr) => has(expr.column)) ? 'key' : 'unknown';
  if (derived.setOperation) return 'unknown';
  if (derived.outputs.length > 0 && derived.outputs.every((out) => out.aggregates.length > 0))
    return 'key';
  if (derived.distinct) return derived.outputs.every((out) => has(out.column)) ? 'key' : 'unknown';
  const only = derived.sources.length === 1 ? derived.sources[0] : null;
  if (!only) return 'unknown';
  if (only.derived) return keyOfDerived(catalog, only.derived, columns);
  return only.table === null
    ? 'unknown'
    : keyOfTable(
        catalog,
        only.table,
        columns.map(({ column }) => column),
      );
}
