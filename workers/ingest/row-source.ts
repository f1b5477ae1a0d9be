import type { FastRows } from '#workers/ingest/fast-rows.ts';
import type { ParseNote } from '#workers/protocol.ts';

/** A note before its sheet is named. */
export type SourceNote = Pick<
  ParseNote,
  'row' | 'column' | 'note' | 'setting' | 'decided' | 'open'
>;

/** The rows of one table as texts; every cell of a workbook is written out so that one set of rules reads both. */
export interface RowSource {
  /** Name of the sheet; of a CSV the file name. */
  readonly sheetName: string;
  /** Whether a row with fewer cells than the header is worth a note. */
  readonly notesShortRows: boolean;
  /** Set where numbers are known to be written with a decimal point. */
  readonly decimal: 'point' | null;
  /** How they are written where their cells do not show it: with a comma where semicolons part the cells. */
  readonly likelyDecimal?: 'comma' | null;
  /** Set where its first row is known to have the names of its columns, and nothing stands around its table. */
  readonly namesColumns?: boolean;
  /** The first rows that are not blank, at most `count`. */
  head(count: number): readonly SourceRow[];
  /** All rows that are not blank, in order; rows are counted from 1, blank ones included. */
  forEachRow(onRow: (cells: readonly string[], row: number) => void): void;
  /** What the source itself changed, known after all rows were given once. */
  notes(): readonly SourceNote[];
  /** Areas merged over several cells. A value merged over rows of one column is given in each of these rows already. */
  readonly merges?: readonly MergedArea[];
  /** Columns (from 0) with texts that are formatted as text: what looks like a number there may be a code. */
  readonly textColumns?: ReadonlySet<number>;
  /** Columns (from 0) with cells written as formulas that give a text, `="01067"`; known after all rows were given once. */
  readonly quotedColumns?: ReadonlySet<number>;
  /** Formulas without a stored result, by column (from 0). */
  readonly emptyFormulas?: ReadonlyMap<number, number>;
  /** Ways around `forEachRow` with the same result, for sources that have cells in a better form than texts. */
  readonly fast?: FastRows;
}

/** Rows counted from 1, columns from 0. */
export interface MergedArea {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface SourceRow {
  readonly cells: readonly string[];
  readonly row: number;
}
