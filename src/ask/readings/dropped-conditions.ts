import type { Check, Verification } from '#src/ask/types.ts';
import { readable } from '#src/catalog/catalog-names.ts';
import { NOT_SAID } from '#src/check/asked-for/texts.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { verdict } from '#src/check/verdict.ts';
import type { BaseColumn, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { literalsIn } from '#src/sql/nodes.ts';

/**
 * A condition of an earlier statement that the one in its place has nothing of: a model that is told that no country is
 * "Deutschland" may leave the country out. Null where as many columns are held to something, or the condition was itself
 * the `problem` that the model was told of: one that nobody asked for.
 */
export function droppedCondition(
  before: QueryFacts,
  after: QueryFacts,
  problem: string,
): Check | null {
  const [had, has] = [comparedColumns(before), comparedColumns(after)];
  if (has.size >= had.size) return null;
  const unasked = (column: BaseColumn) =>
    problem.includes(` ${readable(column.column)} is "`) && problem.includes(NOT_SAID);
  const gone = [...had].find(([key, column]) => !has.has(key) && !unasked(column));
  return gone
    ? {
        name: 'repaired_statement',
        outcome: 'warning',
        detail: `The model's first SQL filtered by ${readable(gone[1].column)}, but this one doesn't. The result may include more than you asked for.`,
      }
    : null;
}

function comparedColumns(facts: QueryFacts): ReadonlyMap<string, BaseColumn> {
  const columns = conditionsOf(facts).flatMap(({ op, column, columns: read, node }) => {
    if (column) return op === 'is not null' ? [] : [column];
    return literalsIn(node).some(({ type }) => type === 'text') ? read : [];
  });
  return new Map(columns.map((one) => [`${one.table}.${one.column}`.toLowerCase(), one]));
}

/** The answer with what else is to be minded. */
export function withWarning<T extends { readonly verification: Verification }>(
  outcome: T,
  warning: Check,
): T {
  const { verification } = outcome;
  const checks = [...verification.checks, warning];
  return { ...outcome, verification: { ...verdict(checks), metrics: verification.metrics } };
}
