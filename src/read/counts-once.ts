import { HOW_MANY_TIMES, TIMES } from '#src/language/en/asking.ts';
import { blocksIn } from '#src/planner/select-blocks.ts';
import type { Expr } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';

/**
 * `Who used the rides the most times`, of which a query counts different rides: each time counts. The words that say so, or
 * null.
 */
export const countsOnce: Finds<string> = (question, query) => {
  const at = question.tokens.findIndex(
    (_, place) => question.is(place, TIMES) && question.is(place - 1, HOW_MANY_TIMES),
  );
  if (at < 0) return null;
  const isOnce = blocksIn(query).some(
    ({ select, orderBy, having }) =>
      [...select.map(({ expr }) => expr), ...orderBy.map(({ expr }) => expr)].some(isDistinct) ||
      having.some((one) => one.kind === 'compare' && isDistinct(one.left)),
  );
  return isOnce ? question.textOf(at - 1, at + 1) : null;
};

const isDistinct = (expr: Expr): boolean =>
  expr.kind === 'aggregate' && expr.fn === 'count' && expr.distinct;
