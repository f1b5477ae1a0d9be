import { aggregateOf } from '#src/planner/compile/aggregates.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import { same } from '#src/planner/compile/finish.ts';
import { stateDirection } from '#src/planner/compile/list.ts';
import { Declined, type Order } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Expr, OrderItem, SelectItem } from '#src/plugin-api/query.ts';

/**
 * The order of groups: as asked, by their number of rows for "most common"; else periods from the first to the last and
 * other groups from the largest number to the smallest, so that the same rows come in the same order each time.
 */
export function ordersOf(
  builder: Builder,
  scope: Scope,
  groupBy: readonly Expr[],
  select: readonly SelectItem[],
): OrderItem[] {
  const orderBy = builder.orders.map(({ order, item }) =>
    groupOrder(builder, order, item, scope, groupBy),
  );
  if (builder.frame.frequency)
    orderBy.push({
      expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
      direction: builder.frame.frequency,
    });
  if (groupBy.length === 0 && orderBy.length > 0)
    throw new Declined('unsupported_question', "A single number can't be sorted.");
  return orderBy.length > 0 || groupBy.length === 0
    ? orderBy
    : [unasked(builder, scope, groupBy, select)];
}

function unasked(
  builder: Builder,
  scope: Scope,
  groupBy: readonly Expr[],
  select: readonly SelectItem[],
): OrderItem {
  const time = groupBy.find((expr) => expr.kind === 'part' || isTime(expr, scope, builder));
  if (time) return { expr: time, direction: 'asc' };
  const computed = select.find(({ expr }) => !groupBy.some((one) => same(one, expr)));
  if (computed && isNumber(computed.expr)) return { expr: computed.expr, direction: 'desc' };
  return {
    expr: groupBy.find((one) => select.some((item) => same(item.expr, one)))!,
    direction: 'asc',
  };
}

/** A period, or a column of times such as a year. */
export function isTime(expr: Expr, scope: Scope, { context }: Builder): boolean {
  if (expr.kind === 'bucket') return true;
  if (expr.kind !== 'column') return false;
  const table = [...context.tables.keys()].find((name) => scope.alias(name) === expr.alias);
  return table !== undefined && context.column(table, expr.column).kind === 'time';
}

const isNumber = ({ kind }: Expr) =>
  kind === 'aggregate' || kind === 'arithmetic' || kind === 'fragment';

function groupOrder(
  builder: Builder,
  order: Order,
  item: Item | null,
  scope: Scope,
  groupBy: readonly Expr[],
): OrderItem {
  const { direction } = order;
  if (order.unsaid) stateDirection(builder, order, item);
  if (item?.thing.aggregate) return { expr: aggregateOf(builder, item, scope).expr, direction };
  if (!item)
    throw new Declined(
      'unsupported_question',
      "The question doesn't say how to sort the groups.",
      null,
    );
  const columns = item.columns ?? displayColumns(builder.context.table(item.table));
  const expr =
    columns.length > 0 && scope.has(item.table) ? scope.column(item.table, columns[0]!.name) : null;
  if (expr && groupBy.some((one) => same(one, expr))) return { expr, direction };
  const computed = builder.items.find(
    (one) =>
      one.thing.aggregate !== null && one.table === item.table && one.columns?.[0] === columns[0],
  );
  if (computed) return { expr: aggregateOf(builder, computed, scope).expr, direction };
  throw new Declined(
    'unsupported_question',
    `"${item.thing.of.text}" differs within a group.`,
    item.thing.of.text,
  );
}
