import { isNumeric } from '#src/planner/measured.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** Numbers that may be years; a word beside them tells whether they are. */
export const mayBeYears = ({ type, profile }: CatalogColumn): boolean =>
  isNumeric(type) &&
  profile !== null &&
  Number(profile.min ?? 0) >= 1000 &&
  Number(profile.max ?? 0) <= 2200 &&
  profile.samples.every((one) => Number.isInteger(Number(one)));

/** Years that are kept as numbers: `2005`, or `2005.0`. */
export const isYears = (column: CatalogColumn): boolean =>
  column.additive !== true && mayBeYears(column);

/** A date, or years that are kept as numbers. */
export const isTime = (column: CatalogColumn): boolean => column.kind === 'time' || isYears(column);
