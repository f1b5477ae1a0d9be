import { foldToLemmas } from '#src/catalog/fold.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Whether the words most surely name a number. */
export function measured(mention: Mention): boolean {
  const top = Math.max(...mention.columns.map((sense) => sense.score));
  return mention.columns.some(
    ({ score, columns }) =>
      score >= top - 0.1 &&
      columns.length === 1 &&
      isNumeric(columns[0].type) &&
      columns[0].kind !== 'identifier',
  );
}

export const isNumeric = (type: string) =>
  type === 'integer' || type === 'decimal' || type === 'float';

/** The number of a table that is called as its rows are: the column `staff` of a table `staff`, which says how many there were. */
export function numberCalledAs({ label, columns }: CatalogTable): CatalogColumn | undefined {
  const called = foldToLemmas(label);
  return columns.find(
    (one) =>
      !one.hidden &&
      one.kind === 'measure' &&
      isNumeric(one.type) &&
      foldToLemmas(one.label) === called,
  );
}

/** Numbers and times; keys only where they are named in full. */
export const isMeasured = (column: CatalogColumn, score: number) =>
  (isNumeric(column.type) || column.kind === 'time' || isDigits(column)) &&
  (column.kind !== 'identifier' || score >= 0.88);

/** Text columns that hold whole numbers of one length: years kept as text. */
const isDigits = ({ type, profile }: CatalogColumn) =>
  type === 'text' && /^\d+$/.test(profile?.min ?? '') && /^\d+$/.test(profile?.max ?? '');

/** Whether a number lies between the ends of a column, so that comparing with it tells rows apart: `grade 10`, not of 40 to 100. */
export function tells({ type, profile }: CatalogColumn, value: number): boolean {
  if (!isNumeric(type) || profile?.min == null || profile.max == null) return true;
  return value >= Number(profile.min) && value <= Number(profile.max);
}

/** Whether a column that is seen holds dates of rows, rather than times of the day. */
export const isDate = ({ kind, hidden, type }: CatalogColumn): boolean =>
  kind === 'time' && !hidden && type !== 'time';
