/** The rows of one table as texts; every cell of a workbook is written out so that one set of rules reads both. */
export interface RowSource {
  /** Name of the sheet; of a CSV the file name. */
  readonly sheetName: string;
  /** Whether a row with fewer cells than the header is worth a note. */
  readonly notesShortRows: boolean;
  /** Set where numbers are known to be written with a decimal point. */
  readonly decimal: 'point' | null;
  /** The first rows that are not blank, at most `count`. */
  head(count: number): readonly SourceRow[];
  /** All rows that are not blank, in order; rows are counted from 1, blank ones included. */
  forEachRow(onRow: (cells: readonly string[], row: number) => void): void;
  /** What the source itself changed, known after all rows were given once. */
  notes(): readonly { readonly row?: number; readonly column?: string; readonly note: string }[];
}

export interface SourceRow {
  readonly cells: readonly string[];
  readonly row: number;
}
