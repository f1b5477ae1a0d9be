import type { TreeExpr, TreeOrder, TreeQuery, TreeWindow } from '#src/sql/select/tree.ts';
import type { Fields } from './nodes.ts';
import type { Spans } from './spans.ts';

/** What expressions and FROM need of the mapping of whole queries. */
export interface QueryMapping {
  readonly spans: Spans;
  /** Enums that values may be cast to, as `schema.name`. */
  readonly enums: ReadonlySet<string>;
  /** A wrapped statement that must be a SELECT. */
  statement(value: unknown): TreeQuery;
  /** The list of a sortClause. */
  order(value: unknown): readonly TreeOrder[];
}

/** What the mapping of special forms needs of that of expressions. */
export interface ExpressionMapping {
  expr(value: unknown): TreeExpr;
  /** The window behind OVER. */
  over(fields: Fields): TreeWindow;
}
