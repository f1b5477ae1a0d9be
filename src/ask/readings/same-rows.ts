import { type PairColumns, pairByValues } from '#src/ask/readings/same-columns.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';

export type Rows = readonly (readonly CellValue[])[];

/**
 * Whether two results say the same: the same rows in any order; one may show further columns. `pair` tells which column
 * of the wider is which of the narrower, where several hold the same values or their order matters; null where none is.
 * Numbers are compared to six digits behind the point.
 */
export function sameRows(left: Rows, right: Rows, pair: PairColumns = pairByValues): boolean {
  if (left.length !== right.length) return false;
  if (left.length === 0) return true;
  const isLeftNarrow = left[0]!.length <= right[0]!.length;
  const [narrow, wide] = isLeftNarrow ? [left, right] : [right, left];
  const columns = pair(narrow[0]!.length, wide[0]!.length, alikeIn(narrow, wide), isLeftNarrow);
  if (!columns) return false;
  const projected = wide.map((row) => columns.map((column) => row[column]!));
  return textOf(narrow) === textOf(projected);
}

/** Whether a column of the one result holds the values of a column of the other, in whatever rows. */
function alikeIn(narrow: Rows, wide: Rows): (column: number, other: number) => boolean {
  const valuesOf = (rows: Rows) =>
    rows[0]!.map((_, column) =>
      JSON.stringify(rows.map((row) => JSON.stringify(canonical(row[column]!))).sort()),
    );
  const [own, others] = [valuesOf(narrow), valuesOf(wide)];
  return (column, other) => own[column] === others[other];
}

const textOf = (rows: Rows) =>
  rows
    .map((row) => JSON.stringify(canonicalRow(row)))
    .sort()
    .join('\n');

const canonicalRow = (row: readonly CellValue[]) => row.map(canonical);

const canonical = (cell: CellValue) =>
  cell !== null && cell !== '' && typeof cell !== 'boolean' && Number.isFinite(Number(cell))
    ? Math.round(Number(cell) * 1e6) / 1e6
    : cell;
