import { type PairColumns, pairByValues } from '#src/ask/readings/same-columns.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';

/** Digits behind the point that numbers are compared to, where no statement rounds to fewer. */
export const DIGITS = 6;

export type Rows = readonly (readonly CellValue[])[];

/**
 * Whether two results say the same: the same rows in any order; one may show further columns. `pair` tells which column
 * of the wider is which of the narrower, where several hold the same values or their order matters; null where none is.
 * Numbers are compared to `digits` behind the point.
 */
export function sameRows(
  left: Rows,
  right: Rows,
  pair: PairColumns = pairByValues,
  digits = DIGITS,
): boolean {
  const alike = alikeIn(digits);
  if (left.length !== right.length) return false;
  const [leftWidth, rightWidth] = [left[0]?.length, right[0]?.length];
  if (leftWidth === undefined || rightWidth === undefined) return true;
  const isLeftNarrow = leftWidth <= rightWidth;
  const [narrow, wide] = isLeftNarrow ? [left, right] : [right, left];
  const widths = [Math.min(leftWidth, rightWidth), Math.max(leftWidth, rightWidth)] as const;
  const columns = pair(...widths, alike(narrow, wide), isLeftNarrow);
  if (!columns) return false;
  const projected = wide.map((row) => columns.map((column) => row[column] ?? null));
  return textOf(narrow, digits) === textOf(projected, digits);
}

/** Whether a column of the one result holds the values of a column of the other, in whatever rows. */
const alikeIn = (digits: number) => (narrow: Rows, wide: Rows) => {
  const valuesOf = (rows: Rows) =>
    (rows[0] ?? []).map((_, column) =>
      JSON.stringify(
        rows.map((row) => JSON.stringify(canonical(row[column] ?? null, digits))).sort(),
      ),
    );
  const [own, others] = [valuesOf(narrow), valuesOf(wide)];
  return (column: number, other: number) => own[column] === others[other];
};

/** The rows, each once: two ways to list the same things may differ in how often each comes. */
export const withoutRepeats = (rows: Rows): Rows => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

const textOf = (rows: Rows, digits: number) =>
  rows
    .map((row) => JSON.stringify(row.map((cell) => canonical(cell, digits))))
    .sort()
    .join('\n');

const canonical = (cell: CellValue, digits: number) =>
  cell !== null && cell !== '' && typeof cell !== 'boolean' && Number.isFinite(Number(cell))
    ? rounded(Number(cell), digits)
    : cell;

/** Half away from zero, as engines round; a last bit of a float decides nothing. */
const rounded = (value: number, digits: number) =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits * (1 + Number.EPSILON))) /
  10 ** digits;

/**
 * The rows with what stands for a period as that, however a statement writes it: a year is 2025 and 2025-01-01, a month
 * 2025-03 and its first midnight. `units`: the period of each column; null where it is none.
 */
export function asPeriods(rows: Rows, units: readonly (string | null)[]): Rows {
  if (units.every((unit) => unit === null)) return rows;
  return rows.map((row) => row.map((cell, column) => periodOf(cell, units[column] ?? null)));
}

const MIDNIGHT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00:00(?:\.0+)?)?$/;

function periodOf(cell: CellValue, unit: string | null): CellValue {
  const [, year, month, day] = (unit && MIDNIGHT.exec(String(cell))) || [];
  if (!year) return cell;
  if (unit === 'year' && month === '01' && day === '01') return year;
  return unit === 'month' && day === '01' ? `${year}-${month}` : `${year}-${month}-${day}`;
}
