import type { SelectQuery } from '#src/plugin-api/query.ts';

/** A query that a question may mean, and how the planner is asked for it alone. */
export interface Meaning {
  readonly query: SelectQuery;
  /** What it computes, told apart from what else the question may mean. */
  readonly restatement: string;
  /** The question with the restatement: the planner reads it as this query. */
  readonly question: string;
}
