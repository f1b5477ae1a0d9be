import type { TreeOrder, TreeQuery } from '#src/sql/select/tree.ts';
import type { Spans } from './spans.ts';

/** What expressions and FROM need of the mapping of whole queries. */
export interface QueryMapping {
  readonly spans: Spans;
  /** A wrapped statement that must be a SELECT. */
  statement(value: unknown): TreeQuery;
  /** The list of a sortClause. */
  order(value: unknown): readonly TreeOrder[];
}
