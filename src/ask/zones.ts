import { columnOf } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/** The zone that databases are read in, whatever their own settings, and that times of files with a zone are moved to. */
const READ_IN = 'UTC';

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
    (label) => `Days of ${label} are in ${READ_IN}, not in ${catalog.timezone}.`,
  );
}

function instantLabel(column: BaseColumn, catalog: Catalog): readonly string[] {
  const known = columnOf(catalog, column);
  const isInstant =
    known?.unit === READ_IN ||
    /with time zone|timestamptz/i.test(known?.nativeType ?? '') ||
    (catalog.dialect === 'mysql' && /^timestamp\b/i.test(known?.nativeType ?? ''));
  return known && isInstant ? [known.label] : [];
}
