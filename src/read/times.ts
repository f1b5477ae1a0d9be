import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** Years that are kept as numbers. */
export const isYears = ({ type, profile, additive }: CatalogColumn): boolean =>
  type === 'integer' &&
  additive !== true &&
  Number(profile?.min ?? 0) >= 1000 &&
  Number(profile?.max ?? 0) <= 2200;

/** A date, or years that are kept as numbers. */
export const isTime = (column: CatalogColumn): boolean => column.kind === 'time' || isYears(column);
