import type { Catalog, CatalogColumn, ColumnType } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** A column that a statement reads; `column` null: the table as a whole (its rows are counted). */
export interface ReadColumn {
  readonly table: string;
  readonly column: string | null;
  readonly type: ColumnType | null;
}

/** What a statement reads of a catalog. */
export function readsOf(facts: QueryFacts, catalog: Catalog): readonly ReadColumn[] {
  const columns = facts.columns.map(({ table, column }) => ({
    table,
    column,
    type: columnOf(catalog, table, column)?.type ?? null,
  }));
  const named = new Set(columns.map(({ table }) => table));
  const others = facts.tables.filter((table) => !named.has(table));
  return [...columns, ...others.map((table) => ({ table, column: null, type: null }))];
}

/** How many changes a text names. */
const NAMED = 3;

/** Why a statement that reads this no longer fits a catalog, e.g. "Schema changed: `orders.status` no longer exists."; null: it does. */
export function schemaMoved(reads: readonly ReadColumn[], catalog: Catalog): string | null {
  const changes = new Set<string>();
  for (const { table, column, type } of reads) {
    if (!tableOf(catalog, table)) changes.add(`\`${table}\` no longer exists`);
    else if (column !== null) {
      const now = columnOf(catalog, table, column);
      if (!now) changes.add(`\`${table}.${column}\` no longer exists`);
      else if (now.hidden) changes.add(`\`${table}.${column}\` is hidden`);
      else if (type !== null && now.type !== type)
        changes.add(`\`${table}.${column}\` changed from ${type} to ${now.type}`);
    }
  }
  if (changes.size === 0) return null;
  const more = changes.size > NAMED ? `, and ${changes.size - NAMED} more` : '';
  return `Schema changed: ${[...changes].slice(0, NAMED).join(', ')}${more}.`;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const tableOf = (catalog: Catalog, name: string) =>
  catalog.tables.find((table) => same(table.name, name));
const columnOf = (catalog: Catalog, table: string, column: string): CatalogColumn | undefined =>
  tableOf(catalog, table)?.columns.find(({ name }) => same(name, column));
