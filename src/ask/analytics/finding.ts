import type { ComputedTable } from '#src/ask/computed-result.ts';
import type { GuardedDraft } from '#src/ask/draft.ts';
import type { ChartFacts } from '#src/charts/choose.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

/** What an analysis found. */
export interface Finding {
  /** The planner's reading of what was measured. */
  readonly query: SelectQuery;
  /** The statement that the table was computed from. */
  readonly main: GuardedDraft;
  readonly table: ComputedTable;
  /** What its columns are beyond their types, and what a chart of it may draw. */
  readonly drawn?: {
    readonly columns?: readonly (Partial<ColumnInfo> & Pick<ColumnInfo, 'name'>)[];
    readonly facts?: Partial<ChartFacts>;
  };
  readonly explanation: string;
  readonly assumptions: readonly string[];
  /** Figures of the explanation that are no cells, each as a sentence that says how it was computed. */
  readonly figures: readonly string[];
  /** Whether something stands out: a cause, a trend, an outlier, a correlation; null where nothing was judged. */
  readonly standsOut: boolean | null;
}

/** Order of names that is the same whatever engine sorted them. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
