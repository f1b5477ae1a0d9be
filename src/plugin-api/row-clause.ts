/** `column = value`. */
export interface RowEquality {
  readonly column: string;
  readonly value: string | number;
}

/** Holds for a row that meets one of the equalities. */
export type RowClause = readonly RowEquality[];

/**
 * A condition that people narrow the rows of a table by. It is compared as the engine compares, unlike a row filter,
 * which keeps tenants apart and so is exact. `=` with null: the column has no value. Times are compared with days.
 */
export interface RowLimit {
  readonly column: string;
  readonly op: '=' | '>=' | '<';
  readonly value: string | number | null;
}

/** What a row of a table is held to. */
export type RowCondition = (RowEquality & { readonly op?: never }) | RowLimit;
