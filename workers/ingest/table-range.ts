/** The place of a table's rows in a source: what lies outside is not of the table. */
export interface TableRange {
  /** Rows, counted from 1 as a spreadsheet shows them; the last one may be `Infinity`. */
  readonly firstRow: number;
  readonly lastRow: number;
  /** Columns, counted from 0; the last one may be `Infinity`. */
  readonly firstColumn: number;
  readonly lastColumn: number;
  /** Rows within it that are none of its rows. */
  readonly skipRows?: ReadonlySet<number>;
}

/** All below a row. */
export const allBelow = (row: number): TableRange => ({
  firstRow: row + 1,
  lastRow: Number.POSITIVE_INFINITY,
  firstColumn: 0,
  lastColumn: Number.POSITIVE_INFINITY,
});

/** The cells of a range in a row of the source; null where the row is none of its. */
export function cellsInRange(
  cells: readonly string[],
  row: number,
  range: TableRange,
): readonly string[] | null {
  if (row < range.firstRow || row > range.lastRow || range.skipRows?.has(row)) return null;
  return range.firstColumn === 0 && cells.length <= range.lastColumn + 1
    ? cells
    : cells.slice(range.firstColumn, range.lastColumn + 1);
}

/** The text without white space around it; the same text where there is none. */
export function trimmed(text: string): string {
  if (text === '') return text;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > 32 && first < 128 && last > 32 && last < 128 ? text : text.trim();
}
