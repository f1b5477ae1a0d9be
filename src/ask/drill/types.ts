import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { DateUnit } from '#src/plugin-api/query.ts';

/** One cell of the row that is drilled into: a result column that rows are grouped by, and what it holds. */
export interface DrillValue {
  readonly column: string;
  readonly value: CellValue;
}

/** What an answer can be broken down by; of a time the periods. */
export interface DrillDimension {
  readonly table: string;
  readonly column: string;
  readonly unit: DateUnit | null;
}

/** What is shown of the rows behind some cells of an answer. */
export type DrillShow =
  /** The same numbers, of these rows alone. */
  | { readonly kind: 'figure' }
  | { readonly kind: 'breakdown'; readonly by: DrillDimension }
  | { readonly kind: 'rows' };

/** A step from an answer into the rows that it was made of. */
export interface Drill {
  /** Trace ID of the answer. */
  readonly of: string;
  /** None: all of its rows. */
  readonly values: readonly DrillValue[];
  readonly show: DrillShow;
}

export type DrillBreakdown = DrillDimension & { readonly label: string };

/** The steps that an answer allows; the rows can be shown wherever there is something. */
export interface DrillTargets {
  /** From one of its rows. Null where a row doesn't tell what it was made of. */
  readonly row: {
    /** Result columns whose cells tell it. */
    readonly groups: readonly string[];
    readonly breakdowns: readonly DrillBreakdown[];
  } | null;
  /** From the answer as a whole. Null where that shows only some of its groups. */
  readonly whole: { readonly breakdowns: readonly DrillBreakdown[] } | null;
  /** Why nothing is offered, as a sentence; null where something is. */
  readonly reason: string | null;
}
