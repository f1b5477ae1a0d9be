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
  const filled = filledByMerges(rows, merges);
  const errors = { count: 0, row: 0 };

  const textsOf = (row: SheetRow, r: number, seen: { count: number; row: number } | null) => {
    const cells: string[] = [];
    for (let c = 0; c < row.length; c++) {
      const cell = row[c] ?? filled.get(`${r},${c}`);
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
      each((cells, row) => {
        onRow(cells, row);
        return true;
      }, errors);
    },
    notes: () => [
      ...mergeNotes(merges, filled.size),
      ...(errors.count > 0
        ? [
            {
              row: errors.row,
              note: `${errors.count} cells with an error value (such as #DIV/0!) read as no value`,
            },
          ]
        : []),
    ],
  };
}

/** A value merged over rows of one column holds for each of these rows. */
function filledByMerges(
  rows: readonly (SheetRow | undefined)[],
  merges: readonly Merge[],
): ReadonlyMap<string, SheetCell> {
  const filled = new Map<string, SheetCell>();
  for (const { s, e } of merges) {
    const cell = rows[s.r]?.[s.c];
    if (s.c !== e.c || !cell) continue;
    for (let r = s.r + 1; r <= Math.min(e.r, rows.length - 1); r++)
      if (rows[r] && !rows[r]![s.c]) filled.set(`${r},${s.c}`, cell);
  }
  return filled;
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
      note: `${wide.length} merged areas over several columns (first ${utils.encode_range(first as never)}); each value stands in its first column only`,
    });
  return notes;
}
