import type { BuildContext } from '#src/planner/compile-context.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** Whether some rows have no value in a column. */
export const hasGaps = ({ profile }: CatalogColumn) => (profile?.nullCount ?? 0) > 0;

/** `customers not in Germany`: of rows without a country it is not known, and they are in neither answer. */
export function stateUntried(column: CatalogColumn, context: BuildContext): void {
  if (hasGaps(column)) context.assume(`Rows without ${column.label} are left out.`);
}
