import type { ColumnStyle } from '#src/ask/cells.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';

/** What a text may take its numbers from. */
export interface TraceTable {
  readonly styles: readonly ColumnStyle[];
  /** The rows that are shown. */
  readonly rows: readonly (readonly CellValue[])[];
  readonly totalRows: number;
  /** Whether the statement kept its first rows only: what it shows are not all. */
  readonly isLimited?: boolean;
  /** Texts of the statement's own facts (period, filters): their numbers may be repeated as they stand. */
  readonly context: readonly string[];
}

/** How a number may be meant; one written number can have several. */
export interface Reading {
  readonly value: number;
  /** The smallest step that the writing shows: 0.1 for `3.4`, 100,000 for `1.2 million`, 1 for `12`. */
  readonly step: number;
  /** Canonical decimal text where nothing was scaled; equal cells are told exactly by it. */
  readonly exact: string | null;
}

export type MentionKind = 'number' | 'percent' | 'points' | 'times' | 'ordinal' | 'date';

/** A number in a text. */
export interface Mention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: MentionKind;
  readonly readings: readonly Reading[];
  /** Of dates: `2025`, `2025-08`, `2025-08-01`, `2025-Q3`, `-08-01` (without its year). */
  readonly date?: string;
}
