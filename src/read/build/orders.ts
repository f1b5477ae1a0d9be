import { same } from '#src/planner/compile/finish.ts';
import type { Path } from '#src/planner/joins.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Expr, OrderItem, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import type { Measure, Order } from '#src/read/ask.ts';
import {
  type BuildContext,
  type TablePredicate,
  unsound,
  weighsRows,
} from '#src/read/build/context.ts';

/** An order of single rows: by a column, or by what is computed over the rows that belong to each. */
export function orderOf(
  build: BuildContext,
  scope: Scope,
  { by, direction }: Order,
  home: string,
  within: readonly TablePredicate[] = build.within,
): OrderItem {
  const { table, columns } = build.target(by.of);
  if (by.fn === null) {
    if (columns?.length !== 1 && columns !== null)
      unsound("Sorting by several columns isn't supported here.");
    const column =
      columns?.[0] ??
      displayColumns(build.table(table))[0] ??
      unsound('There is no column to sort by.');
    build.reach(scope, table);
    return { expr: scope.column(table, column.name), direction };
  }
  if (scope.base !== home) unsound('Repeated rows would be ranked.');
  return { expr: relatedNumber(build, scope, by, within), direction };
}

/** A number over the rows of another table that belong to each row of a scope. */
export function relatedNumber(
  build: BuildContext,
  scope: Scope,
  { fn, of, distinct, less }: Measure,
  within: readonly TablePredicate[] = [],
): Expr {
  if (less !== undefined) unsound("Differences over related rows aren't supported.");
  const { table, columns } = build.target(of);
  const path = manyPath(build, scope, table);
  const inner = scope.nested(path[0]!);
  for (const hop of path.slice(1)) inner.join(hop);
  const repeated = path.slice(1).some((hop) => hop.toOne);
  for (const one of within) {
    build.reach(inner, one.table);
    inner.require(one.make(inner));
  }
  const column = columns?.[0] ?? null;
  if (fn === 'count' && !column) build.refuseCountOf(table);
  if (columns && columns.length > 1) unsound('The calculation uses two columns at once.');
  if (repeated && weighsRows(fn) && path.slice(1).some((hop) => !hop.fromOne))
    unsound(`Rows of ${table} would be counted more than once.`);
  const arg =
    fn === 'count'
      ? distinct && column
        ? inner.column(table, column.name)
        : repeated
          ? inner.column(table, build.key(table))
          : null
      : inner.column(table, column!.name);
  const expr: Expr = {
    kind: 'aggregate',
    fn: fn!,
    arg,
    distinct: arg !== null && fn === 'count',
  };
  return {
    kind: 'subquery',
    query: { ...inner.skeleton(), select: [{ expr, as: 'value' }] },
  };
}

/** A path whose first hop has many rows for each one here, after the joins that lead to it. */
export function manyPath(build: BuildContext, scope: Scope, table: string): Path {
  const path = scope.pathTo(table) ?? unsound(`${table} isn't related to ${scope.base}.`);
  refuseDetour(build, scope, table, path);
  const start = path.findIndex((hop) => !hop.toOne);
  if (start < 0) unsound(`Each row of ${scope.base} has at most one row of ${table}.`);
  for (const hop of path.slice(0, start)) scope.join(hop);
  return path.slice(start);
}

/**
 * `Who has a VIP account but no card`, where cards are tied to accounts by what was paid with them, and to the person
 * who is shown by whose they are: a way by further rows than those of what is shown is not the one that is meant.
 */
function refuseDetour(build: BuildContext, scope: Scope, table: string, path: Path): void {
  const shown = build.ask.items
    .filter(({ fn }) => fn === null)
    .map(({ of }) => build.target(of).table);
  const isNearer = (one: string) =>
    one !== scope.base &&
    !path.some(({ to }) => to === one) &&
    scope.has(one) &&
    build.schema.graph.distance(one, table) < path.length;
  if (shown.some(isNearer))
    unsound(`${table} is more closely related to another table that is shown.`);
}

export function withTies(
  orderBy: readonly OrderItem[],
  select: readonly SelectItem[],
  distinct: boolean,
): readonly OrderItem[] {
  if (orderBy.length === 0 || distinct) return orderBy;
  const more = select.filter(
    ({ expr }) => expr.kind === 'column' && !orderBy.some((item) => same(item.expr, expr)),
  );
  return [...orderBy, ...more.map(({ expr }): OrderItem => ({ expr, direction: 'asc' }))];
}

export function finished(
  build: BuildContext,
  scope: Scope,
  parts: Partial<SelectQuery>,
): SelectQuery {
  const isPicked = build.ask.orders.some(({ picks }) => picks) || build.ask.frequency !== null;
  const count = build.ask.limit ?? (isPicked ? 1 : null);
  if (count !== null && (parts.orderBy ?? []).length === 0)
    unsound("The question asks for a number of rows, but doesn't say which ones.");
  if (count !== null) build.assumeTies(count);
  const limit = count === null ? null : { count, withTies: false };
  return { ...scope.skeleton(), ...parts, limit };
}
