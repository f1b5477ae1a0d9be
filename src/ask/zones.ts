import { columnOf } from '#src/catalog/catalog-names.ts';
import { isInstant, READ_IN } from '#src/catalog/instants.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/**
 * That days of instants begin and end in another zone than the workspace's: one sentence for each column that the
 * statement filters or groups by. None where the zones are the same, and of times that name no zone.
 */
export function zoneAssumptions({ root }: QueryFacts, catalog: Catalog): readonly string[] {
  if (catalog.timezone === READ_IN) return [];
  const used = allBlocks(root).flatMap(({ filters, groupBy }) => [
    ...filters.flatMap(({ column }) => column ?? []),
    ...groupBy.flatMap(({ dateUnit, columns }) => (dateUnit === null ? [] : columns)),
  ]);
  const labels = used.flatMap((one) => instantLabel(one, catalog));
  return [...new Set(labels)].map(
    (label) => `Days in ${label} use the time zone ${READ_IN}, not ${catalog.timezone}.`,
  );
}

function instantLabel(column: BaseColumn, catalog: Catalog): readonly string[] {
  const known = columnOf(catalog, column);
  return known && isInstant(catalog, column) ? [known.label] : [];
}
