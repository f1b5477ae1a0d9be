/** What the thread that inserts late rows is told, and what it tells (`workers/late-rows.ts`). */

/** What the thread is started with. */
export interface LateRowsStart {
  /** The file of the store. */
  readonly path: string;
}

/** One statement and the values of each of its rows. */
export interface RowsToInsert {
  readonly sql: string;
  readonly rows: readonly (readonly LateValue[])[];
}

export type LateValue = string | number | null | TextParts;

/**
 * A text in parts. Texts that are alike share parts, each of which is one object: it is copied to the thread once for all
 * rows of a message.
 */
export type TextParts = readonly { readonly text: string }[];

/** The whole of a value. */
export const wholeOf = (value: LateValue): string | number | null =>
  typeof value === 'object' && value !== null ? value.map(({ text }) => text).join('') : value;

/** A message to the thread: inserts that are committed together. */
export interface InsertTask {
  readonly id: number;
  readonly inserts: readonly RowsToInsert[];
}

/** A message of the thread: null for each insert that is committed, or why it is not. */
export interface InsertReply {
  readonly id: number;
  readonly failures: readonly (InsertFailure | null)[];
}

export interface InsertFailure {
  readonly message: string;
  readonly code: string;
}
