import { Scope } from '#src/planner/scope.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import type { Condition } from '#src/read/ask.ts';
import { type BuildContext, unsound } from '#src/read/build/context.ts';
import { requireAll } from '#src/read/build/predicates.ts';

type Counted = Extract<Condition, { kind: 'rows' }>;

/**
 * `How many cities have more than 3 shops`, where the city is a column of shops: the number of values that so many rows
 * share. Null where something else is asked.
 */
export function buildGroupCount(build: BuildContext): SelectQuery | null {
  const { items, groups, orders, either, conditions, frequency } = build.ask;
  const [item, second] = items;
  if (!item || second || item.fn !== 'count' || frequency !== null) return null;
  if (groups.length + orders.length + either.length > 0) return null;
  const { table, columns } = build.target(item.of);
  const [column, other] = columns ?? [];
  if (!column || other || build.tellsApart(table, column)) return null;
  const counted = conditions.filter(
    (one): one is Counted => one.kind === 'rows' && build.target(one.of).table === table,
  );
  const [bound] = counted;
  if (!bound || (bound.op === '>=' && bound.value === 1)) return null;
  const rest = conditions.filter((one) => one !== bound);
  if (counted.length > 1 || bound.value < 1 || rest.some(({ kind }) => kind !== 'value'))
    unsound("It's not clear which rows the condition applies to.");
  const scope = new Scope(table, build.schema.graph, build.aliases);
  requireAll(build, scope, rest);
  const inner = new Scope(table, build.schema.graph, build.aliases);
  inner.require({
    ...{ kind: 'compare', op: '=', right: scope.column(table, column.name) },
    left: inner.column(table, column.name),
  });
  requireAll(build, inner, rest);
  const rows: Expr = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };
  const query = { ...inner.skeleton(), select: [{ expr: rows, as: 'value' }] };
  scope.require({
    ...{ kind: 'compare', op: bound.op, left: { kind: 'subquery', query } },
    right: { kind: 'literal', type: 'integer', value: bound.value },
  });
  const expr: Expr = {
    ...{ kind: 'aggregate', fn: 'count', distinct: true },
    arg: scope.column(table, column.name),
  };

  return { ...scope.skeleton(), select: [{ expr, as: 'count' }] };
}
