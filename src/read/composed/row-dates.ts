import { isCreation } from '#src/catalog/creation.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isDate } from '#src/planner/measured.ts';
import { tellingWords } from '#src/planner/telling-words.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** The dates of a table that questions may ask for. */
export const datesOf = ({ columns }: CatalogTable): readonly CatalogColumn[] =>
  columns.filter(isDate);

/** The date of rows: their only one, that which is just called so, or when they came to be; null where it is not clear. */
export function dateOf(table: CatalogTable): CatalogColumn | null {
  const dates = datesOf(table).filter((column) => !isBirth(column));
  const own = dates.filter((column) => tellingWords(table, column).length === 0);
  const [found] = [dates, own, dates.filter(isCreation)].filter(({ length }) => length === 1);
  return found?.[0] ?? null;
}
