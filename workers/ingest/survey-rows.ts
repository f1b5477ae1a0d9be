import { ColumnStats } from '#workers/ingest/column-stats.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import type { Survey } from '#workers/ingest/fast-rows.ts';
import { toldRows } from '#workers/ingest/progress.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { RowSource, SourceRow } from '#workers/ingest/row-source.ts';
import { cellsInRange, type TableRange, trimmed } from '#workers/ingest/table-range.ts';
import { totalNameAt } from '#workers/ingest/total-rows.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** Progress is told each time so many rows were read. */
const TOLD_ROWS = 1_000;

/**
 * Reads the rows of a range once. `headerWidth` is the number of cells of the header, 0 where there is none: then the
 * first row says how wide the others should be. Refuses more rows or columns than a table may have. `onSample` is called
 * with what the first rows say where there are very many.
 */
export function surveyRows(
  source: RowSource,
  range: TableRange,
  headerWidth: number,
  limits: ParseLimits,
  onSample?: (survey: Survey) => void,
): Survey {
  const fast = source.fast?.survey(range, headerWidth, limits, onSample);
  if (fast) return fast;
  const columns: ColumnStats[] = [];
  const seen = {
    rows: 0,
    emptyRows: 0,
    shortRows: 0,
    firstShortRow: 0,
    longRows: 0,
    firstLongRow: 0,
  };
  let width = headerWidth;
  let lastRow: SourceRow | null = null;
  let namesTotal = false;
  source.forEachRow((all, row) => {
    const cells = cellsInRange(all, row, range);
    if (!cells) return;
    if (width === 0) width = cells.length;
    let filled = 0;
    for (let at = 0; at < cells.length; at++) {
      const text = trimmed(cells[at]!);
      if (text === '') continue;
      if (at >= limits.maxColumns) throw tooManyColumns(source, limits);
      filled = at + 1;
      const stats = columns[at] ?? new ColumnStats();
      columns[at] = stats;
      if (text.length !== cells[at]!.length) stats.trimmed++;
      stats.add(text, row);
    }
    if (filled === 0) {
      seen.emptyRows++;
      return;
    }
    lastRow = { cells, row };
    namesTotal ||= totalNameAt(cells) >= 0;
    if (cells.length < width && seen.shortRows++ === 0) seen.firstShortRow = row;
    if (filled > width && seen.longRows++ === 0) seen.firstLongRow = row;
    if (++seen.rows % TOLD_ROWS === 0) toldRows(TOLD_ROWS);
    if (seen.rows > limits.maxRows) throw tooManyRows(source, limits);
  });
  toldRows(seen.rows % TOLD_ROWS);
  const count = Math.max(headerWidth, columns.length);
  if (count > limits.maxColumns) throw tooManyColumns(source, limits);
  return {
    ...seen,
    lastRow,
    namesTotal,
    columns: Array.from({ length: count }, (_, at) => columns[at] ?? new ColumnStats()),
  };
}

export const tooManyRows = (
  { sheetName }: Pick<RowSource, 'sheetName'>,
  { maxRows }: ParseLimits,
) =>
  new Refusal(
    'upload_too_complex',
    `"${excerpt(sheetName)}" has more than ${maxRows} rows. Split it into several files.`,
  );

export const tooManyColumns = (
  { sheetName }: Pick<RowSource, 'sheetName'>,
  { maxColumns }: ParseLimits,
) =>
  new Refusal(
    'upload_too_complex',
    `"${excerpt(sheetName)}" has more than ${maxColumns} columns. Split it into several tables.`,
  );
