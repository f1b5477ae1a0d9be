import type { ColumnPlan } from '#workers/ingest/column-plan.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { SpillWriter } from '#workers/ingest/spill-writer.ts';
import { cellsInRange, type TableRange, trimmed } from '#workers/ingest/table-range.ts';

/** A column that is written, and what becomes of its cells. */
export interface WrittenColumn {
  /** Its place in the range. */
  readonly at: number;
  readonly plan: ColumnPlan;
}

/** Takes the values of each row as they are written. */
export interface RowWatcher {
  add(values: readonly (string | null)[]): void;
}

/** Writes the rows of a range that have a value, in their order, to a new spill file; gives how many there are. */
export function writeRows(
  source: RowSource,
  range: TableRange,
  columns: readonly WrittenColumn[],
  spillPath: string,
  watcher: RowWatcher | null,
): number {
  const writer = new SpillWriter(spillPath);
  try {
    source.forEachRow((all, row) => {
      const cells = cellsInRange(all, row, range);
      if (!cells || cells.every((cell) => trimmed(cell) === '')) return;
      const written = watcher ? new Array<string | null>(columns.length) : null;
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        const text = trimmed(cells[column.at] ?? '');
        const value = text === '' ? null : column.plan.convert(text);
        writer.cell(value, i === 0);
        if (written) written[i] = value;
      }
      if (written) watcher?.add(written);
      writer.endRow();
    });
  } finally {
    writer.close();
  }
  return writer.rows;
}
