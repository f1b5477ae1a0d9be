import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function tableOf(catalog: Catalog, name: string): CatalogTable | null {
  return catalog.tables.find((table) => sameName(table.name, name)) ?? null;
}

export function columnOf(catalog: Catalog, column: BaseColumn): CatalogColumn | null {
  const table = tableOf(catalog, column.table);
  return table?.columns.find(({ name }) => sameName(name, column.column)) ?? null;
}

/** `unit_price` → `unit price`; what is no identifier stays. */
export function readable(name: string): string {
  return name.replaceAll('_', ' ').trim();
}

export function labelOf(catalog: Catalog, column: BaseColumn): string {
  return columnOf(catalog, column)?.label ?? readable(column.column);
}
