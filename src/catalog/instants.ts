import { columnOf } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

/** The zone that databases are read in, whatever their own settings, and that times of files with a zone are moved to. */
export const READ_IN = 'UTC';

/** Whether a column holds points in time, so that its days depend on a zone. */
export function isInstant(catalog: Catalog, column: BaseColumn): boolean {
  const known = columnOf(catalog, column);
  return (
    known?.unit === READ_IN ||
    /with time zone|timestamptz/i.test(known?.nativeType ?? '') ||
    (catalog.dialect === 'mysql' && /^timestamp\b/i.test(known?.nativeType ?? ''))
  );
}
