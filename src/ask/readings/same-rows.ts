import type { CellValue } from '#src/plugin-api/catalog.ts';

export type Rows = readonly (readonly CellValue[])[];

/**
 * Whether two results say the same: the same rows in any order, whatever the order of their columns; one may show
 * further columns. Numbers are compared to six digits behind the point.
 */
export function sameRows(left: Rows, right: Rows): boolean {
  if (left.length !== right.length) return false;
  if (left.length === 0) return true;
  const [narrow, wide] = left[0]!.length <= right[0]!.length ? [left, right] : [right, left];
  const columns = matchingColumns(narrow.map(canonicalRow), wide.map(canonicalRow));
  if (!columns) return false;
  const projected = wide.map((row) => columns.map((column) => row[column]!));
  return textOf(narrow) === textOf(projected);
}

/** For each column of the narrower result one of the wider that holds the same values; null where one has none. */
function matchingColumns(
  narrow: readonly (readonly unknown[])[],
  wide: readonly (readonly unknown[])[],
): readonly number[] | null {
  const values = (rows: readonly (readonly unknown[])[], column: number) =>
    JSON.stringify(rows.map((row) => JSON.stringify(row[column])).sort());
  const offered = wide[0]!.map((_, column) => values(wide, column));
  const taken = new Set<number>();
  for (const [column] of narrow[0]!.entries()) {
    const wanted = values(narrow, column);
    const found = offered.findIndex((one, at) => one === wanted && !taken.has(at));
    if (found < 0) return null;
    taken.add(found);
  }
  return [...taken];
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
