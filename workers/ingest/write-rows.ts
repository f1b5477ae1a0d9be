import type { RowWatcher, WrittenColumn, WrittenRows } from '#workers/ingest/fast-rows.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { SpillWriter } from '#workers/ingest/spill-writer.ts';
import { cellsInRange, type TableRange, trimmed } from '#workers/ingest/table-range.ts';

/** Writes the rows of a range that have a value, in their order, for an engine to read: to a new spill file, mostly. */
export function writeRows(
  source: RowSource,
  range: TableRange,
  columns: readonly WrittenColumn[],
  spillPath: string,
  watcher: RowWatcher | null,
): WrittenRows {
  const fast = source.fast?.write(range, columns, spillPath, watcher);
  if (fast) return fast;
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
  return { rows: writer.rows, path: spillPath };
}
