import { metricIn } from '#src/planner/compile/metrics.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import { isMetric } from '#src/planner/lexicon/metrics.ts';
import { numberCalledAs } from '#src/planner/measured.ts';
import { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, Predicate } from '#src/plugin-api/query.ts';
import { type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';

/** What is computed over the rows that belong to one row of a scope. */
export interface Measure {
  readonly fn: AggregateFunction;
  readonly table: string;
  /** Null: rows are counted. */
  readonly column: CatalogColumn | null;
  readonly distinct: boolean;
  readonly second?: Aggregate['second'];
}

/** A number over all rows of one table, as a scalar subquery. */
export function aggregateOver(
  context: BuildContext,
  table: string,
  column: string,
  fn: AggregateFunction,
): Expr {
  const scope = new Scope(table, context.graph, context.aliases);
  const query = scope.skeleton();
  const expr = {
    kind: 'aggregate',
    fn,
    arg: scope.column(table, column),
    distinct: false,
  } as const;
  return { kind: 'subquery', query: { ...query, select: [{ expr, as: 'value' }] } };
}

/**
 * The rows of another table that belong to each row of a scope, counted or summed by a subquery, so that nothing else
 * in the query multiplies them.
 */
export function countSubquery(
  context: BuildContext,
  outer: Scope,
  measure: Measure,
  within: readonly { readonly table: string; predicate(scope: Scope): Predicate }[],
): Expr {
  const number = measure.fn === 'count' && !measure.distinct && numberCounted(measure, context);
  if (number)
    throw new Unread(
      'ambiguous',
      `Do you want the number of rows or ${number.label}?`,
      measure.table,
    );
  const path = outer.pathTo(measure.table);
  if (!path || path.length === 0)
    throw new Unread(
      'unsupported_question',
      `The rows of ${measure.table} can't be counted for each row of ${outer.base}.`,
      measure.table,
    );
  let start = 0;
  while (start < path.length && path[start]!.toOne) {
    outer.join(path[start]!);
    start++;
  }
  const hop = path[start];
  if (!hop)
    throw new Unread(
      'unsupported_question',
      `Each row of ${outer.base} has at most one row of ${measure.table}.`,
      measure.table,
    );
  const inner = outer.nested(hop);
  const rest = path.slice(start + 1);
  for (const next of rest) inner.join(next);
  for (const one of within) {
    if (!inner.reach(one.table))
      throw new Declined(
        'unsupported_question',
        `${one.table} can't be checked for each row of ${measure.table}.`,
        one.table,
      );
    inner.where.push(one.predicate(inner));
  }
  const expr = aggregateIn(
    context,
    inner,
    measure,
    rest.length > 0 && rest.some((next) => next.toOne),
  );
  return { kind: 'subquery', query: { ...inner.skeleton(), select: [{ expr, as: 'value' }] } };
}

/** The number that rows, or its values, would be counted in the place of. */
function numberCounted({ table, column }: Measure, context: BuildContext) {
  const number = numberCalledAs(context.table(table));
  return column === null || column === number ? number : undefined;
}

function aggregateIn(
  context: BuildContext,
  inner: Scope,
  measure: Measure,
  repeated: boolean,
): Expr {
  const { fn, table, column, distinct, second } = measure;
  if (fn === 'count') {
    if (column)
      return { kind: 'aggregate', fn, arg: inner.column(table, column.name), distinct: true };
    if (!repeated) return { kind: 'aggregate', fn, arg: null, distinct: false };
    return { kind: 'aggregate', fn, arg: inner.column(table, context.key(table)), distinct: true };
  }
  if (repeated && FUNCTIONS[fn].duplicateSensitive)
    throw new Declined(
      'unsupported_question',
      `Rows of ${table} would be counted more than once.`,
      table,
    );
  if (isMetric(column)) return metricIn(column.metric, inner);
  const arg = inner.column(table, column!.name);
  return { kind: 'aggregate', fn, arg, distinct, ...(second && { second }) };
}
