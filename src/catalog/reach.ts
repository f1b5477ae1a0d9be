import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Joins that a suggested question needs at the most. */
const MAX_HOPS = 2;

export interface ReachedColumn {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
  readonly hops: number;
}

/**
 * The tables that each row of a table belongs to at most one row of, over one way only, with the joins in between;
 * the table itself first.
 */
export function reachedTables(
  catalog: Catalog,
  start: CatalogTable,
): { readonly table: CatalogTable; readonly hops: number }[] {
  const ways = new Map<string, { table: CatalogTable; hops: number; count: number }>();
  ways.set(start.name, { table: start, hops: 0, count: 1 });
  let edge = [start];
  for (let hops = 1; hops <= MAX_HOPS; hops++) {
    const next: CatalogTable[] = [];
    for (const { from, to } of catalog.relationships) {
      if (!edge.some((table) => table.name === from.table)) continue;
      const known = ways.get(to.table);
      if (known) known.count++;
      const table = catalog.tables.find((candidate) => candidate.name === to.table);
      if (known || !table) continue;
      ways.set(table.name, { table, hops, count: 1 });
      next.push(table);
    }
    edge = next;
  }
  return [...ways.values()].filter(({ count, table }) => count === 1 || table === start);
}

/** The visible columns of those tables. */
export function reachedColumns(catalog: Catalog, start: CatalogTable): ReachedColumn[] {
  return reachedTables(catalog, start).flatMap(({ table, hops }) =>
    table.columns
      .filter((column) => !column.hidden && !column.sensitive)
      .map((column) => ({ table, column, hops })),
  );
}
