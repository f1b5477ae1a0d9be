import { utils, type WorkSheet } from 'xlsx';
import type { RowSource, SourceRow } from '#workers/ingest/row-source.ts';
import { cellText, type SheetCell } from '#workers/ingest/sheet-cell.ts';

type SheetRow = readonly (SheetCell | undefined)[];

interface Merge {
  readonly s: { readonly r: number; readonly c: number };
  readonly e: { readonly r: number; readonly c: number };
}

/** The rows of a worksheet that SheetJS read in dense mode. */
export function openSheet(sheet: WorkSheet, sheetName: string, date1904: boolean): RowSource {
  const rows = (sheet['!data'] ?? []) as unknown as readonly (SheetRow | undefined)[];
  const merges = (sheet['!merges'] ?? []) as readonly Merge[];
  const merged = new MergedColumns(rows, merges);
  const errors = { count: 0, row: 0 };

  const textsOf = (row: SheetRow, r: number, seen: { count: number; row: number } | null) => {
    const cells: string[] = [];
    for (let c = 0; c < row.length; c++) {
      const cell = row[c] ?? merged.cellAt(r, c);
      const text = cell ? cellText(cell, date1904) : '';
      if (text === null && seen && seen.count++ === 0) seen.row = r + 1;
      cells.push(text ?? '');
    }
    return cells;
  };
  const each = (
    onRow: (cells: readonly string[], row: number) => boolean,
    seen: typeof errors | null,
  ) => {
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r];
      if (!row || row.length === 0) continue;
      const cells = textsOf(row, r, seen);
      if (cells.some((cell) => cell !== '') && !onRow(cells, r + 1)) return;
    }
  };

  return {
    sheetName,
    notesShortRows: false,
    decimal: 'point',
    textColumns: textColumns(rows),
    merges: merges.map(({ s, e }) => ({
      firstRow: s.r + 1,
      lastRow: e.r + 1,
      firstColumn: s.c,
      lastColumn: e.c,
    })),
    head: (count) => {
      const head: SourceRow[] = [];
      each((cells, row) => {
        head.push({ cells, row });
        return head.length < count;
      }, null);
      return head;
    },
    forEachRow: (onRow) => {
      errors.count = 0;
      merged.filled = 0;
      each((cells, row) => {
        onRow(cells, row);
        return true;
      }, errors);
    },
    notes: () => [
      ...mergeNotes(merges, merged.filled),
      ...(errors.count > 0
        ? [
            {
              row: errors.row,
              note: `${errors.count} cells with an error value (such as #DIV/0!) imported as empty`,
            },
          ]
        : []),
    ],
  };
}

/** Columns with texts in cells that are formatted as text. */
function textColumns(rows: readonly (SheetRow | undefined)[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const row of rows)
    for (const [at, cell] of row?.entries() ?? [])
      if (cell?.t === 's' && cell.z === '@') found.add(at);
  return found;
}

/** A value merged over rows of one column holds for each of these rows. */
class MergedColumns {
  /** Cells that were given since this was set to 0. */
  filled = 0;
  readonly #rows: readonly (SheetRow | undefined)[];
  /** By column: merged areas that do not overlap, by their first row. */
  readonly #byColumn = new Map<number, Merge[]>();

  constructor(rows: readonly (SheetRow | undefined)[], merges: readonly Merge[]) {
    this.#rows = rows;
    const inOrder = merges
      .filter(({ s, e }) => s.c === e.c && e.r > s.r)
      .sort((a, b) => a.s.r - b.s.r);
    for (const merge of inOrder) {
      const column = this.#byColumn.get(merge.s.c);
      // A workbook has no areas that overlap; of those in a damaged one the first holds.
      if (column && merge.s.r <= column.at(-1)!.e.r) continue;
      if (column) column.push(merge);
      else this.#byColumn.set(merge.s.c, [merge]);
    }
  }

  /** The cell whose value holds at a place without one of its own. */
  cellAt(r: number, c: number): SheetCell | undefined {
    const column = this.#byColumn.get(c);
    const area = column && lastFrom(column, r);
    if (!area || r <= area.s.r || r > area.e.r) return undefined;
    const cell = this.#rows[area.s.r]?.[c];
    if (cell) this.filled++;
    return cell;
  }
}

/** The last of some areas, in the order of their first rows, that begins at a row or above it. */
function lastFrom(areas: readonly Merge[], row: number): Merge | undefined {
  let from = 0;
  let to = areas.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (areas[middle]!.s.r <= row) from = middle + 1;
    else to = middle;
  }
  return areas[from - 1];
}

function mergeNotes(merges: readonly Merge[], filled: number): { row?: number; note: string }[] {
  const notes: { row?: number; note: string }[] = [];
  if (filled > 0)
    notes.push({ note: `${filled} cells below merged cells filled with the merged value` });
  const wide = merges.filter(({ s, e }) => s.c !== e.c);
  const first = wide[0];
  if (first)
    notes.push({
      row: first.s.r + 1,
      note: `${wide.length} merged areas span several columns (first ${utils.encode_range(first as never)}); the value is kept only in the first of them`,
    });
  return notes;
}
