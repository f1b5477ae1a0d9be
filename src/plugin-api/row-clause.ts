/** `column = value`. */
export interface RowEquality {
  readonly column: string;
  readonly value: string | number;
}

/** Holds for a row that meets one of the equalities. */
export type RowClause = readonly RowEquality[];
