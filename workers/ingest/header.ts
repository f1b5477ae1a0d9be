import { type Family, familyOf } from '#workers/ingest/column-stats.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { SourceRow } from '#workers/ingest/row-source.ts';

/** Where the header and the data of a table are. */
export interface Layout {
  /** Null: there is none, columns get names of their own. */
  readonly header: SourceRow | null;
  /** Rows above the header, which are left out. */
  readonly leftOut: readonly SourceRow[];
  /** Data rows have greater numbers. */
  readonly lastRowAbove: number;
}

const MAX_TITLE_ROWS = 20;

const filledCells = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (cell.trim() === '' ? 0 : 1), 0);

/**
 * Finds the header in the first rows of a table. Rows with a single text above a wider table are titles. The first
 * other row is the header unless its cells look like those below them.
 */
export function findLayout(head: readonly SourceRow[]): Layout {
  const titles = titleRows(head);
  const leftOut = head.slice(0, titles);
  const first = head[titles]!;
  if (isHeader(first.cells, head.slice(titles + 1)))
    return { header: first, leftOut, lastRowAbove: first.row };
  return { header: null, leftOut, lastRowAbove: first.row - 1 };
}

/** The layout that a mapping asks for by `header_row`. */
export function layoutAt(head: readonly SourceRow[], headerRow: number): Layout {
  if (headerRow === 0) return { header: null, leftOut: [], lastRowAbove: 0 };
  const header = head.find((row) => row.row === headerRow);
  if (!header)
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: "header_row" is ${headerRow}, but that row is blank or not among the first ${head.length} rows with content.`,
    );
  return {
    header,
    leftOut: head.filter((row) => row.row < headerRow),
    lastRowAbove: headerRow,
  };
}

function titleRows(head: readonly SourceRow[]): number {
  const widths = head.map((row) => filledCells(row.cells));
  const typical = [...widths].sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  let count = 0;
  while (
    count < MAX_TITLE_ROWS &&
    count < head.length - 1 &&
    widths[count]! <= 1 &&
    (typical >= 3 || (typical === 2 && head[count]!.cells.length === 1))
  )
    count++;
  return count;
}

function isHeader(first: readonly string[], below: readonly SourceRow[]): boolean {
  let like = 0;
  let unlike = 0;
  for (const [at, cell] of first.entries()) {
    const text = cell.trim();
    if (text === '') continue;
    const family = familyOf(text);
    const column = commonFamily(below, at);
    const typed = family === 'number' || family === 'date' || family === 'time';
    if (typed && (below.length === 0 || family === column) && !isYearAbove(text, below, at)) like++;
    if (!typed && (column === 'number' || column === 'date' || column === 'time')) unlike++;
  }
  return like === 0 || unlike > like;
}

/** Years head the columns of a table that has one column a year. */
function isYearAbove(text: string, below: readonly SourceRow[], at: number): boolean {
  const isYear = (value: string) => /^(?:19|20)\d\d$/.test(value);
  return (
    isYear(text) && below.some((row) => row.cells[at]?.trim() && !isYear(row.cells[at].trim()))
  );
}

function commonFamily(rows: readonly SourceRow[], at: number): Family | null {
  let common: Family | null = null;
  for (const row of rows) {
    const text = row.cells[at]?.trim() ?? '';
    if (text === '') continue;
    const family = familyOf(text);
    if (family === 'token') continue;
    if (common && family !== common) return null;
    common = family;
  }
  return common;
}
