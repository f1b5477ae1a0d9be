import type { SpillFormat } from '#src/plugin-api/data-source.ts';
import type { ColumnPlan } from '#workers/ingest/column-plan.ts';
import type { ColumnStats } from '#workers/ingest/column-stats.ts';
import type { TableRange } from '#workers/ingest/table-range.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** What is known of a table after all of its rows went by once. Rows without a value count only as empty ones. */
export interface Survey {
  /** By their place in the range. */
  readonly columns: readonly ColumnStats[];
  readonly rows: number;
  readonly emptyRows: number;
  readonly shortRows: number;
  readonly firstShortRow: number;
  readonly longRows: number;
  readonly firstLongRow: number;
  /** The last row with a value. */
  readonly lastRow: { readonly cells: readonly string[]; readonly row: number } | null;
  /** Whether a row is called a total. */
  readonly namesTotal: boolean;
}

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

/** Rows ready for an engine: where they lie and, where it is not that of a spill file, their format. */
export interface WrittenRows {
  readonly rows: number;
  readonly path: string;
  readonly format?: SpillFormat;
}

/** What `surveyRows` and `writeRows` do, for a source that does it without texts; null: it cannot for this range. */
export interface FastRows {
  /** `onSample` gets what is known of the table when some of very many rows went by. */
  survey(
    range: TableRange,
    headerWidth: number,
    limits: ParseLimits,
    onSample?: (survey: Survey) => void,
  ): Survey | null;
  write(
    range: TableRange,
    columns: readonly WrittenColumn[],
    spillPath: string,
    watcher: RowWatcher | null,
  ): WrittenRows | null;
}
