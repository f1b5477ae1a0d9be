import type { Complexity } from '#src/planner/plan.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

/** How hard a question is that the sure path does not read. */
export const complexityOf = ({ joins, groupBy, where }: SelectQuery): Complexity =>
  joins.length + groupBy.length + where.length > 2 ? 'hard' : 'medium';
