import { aggregateOf } from '#src/planner/build/aggregates.ts';
import { scopeFor } from '#src/planner/build/base.ts';
import { type Builder, type Item, itemOf } from '#src/planner/build/builder.ts';
import { finishQuery, same, unique } from '#src/planner/build/finish.ts';
import { addGroup, addPlain } from '#src/planner/build/group-columns.ts';
import { addPerRow } from '#src/planner/build/list.ts';
import { refuseMixedConditions } from '#src/planner/build/metrics.ts';
import { applyConditions, isCounted, sortConditions } from '#src/planner/build-conditions.ts';
import { Declined, type Group, type Order } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { countPredicate } from '#src/planner/predicates/numbers.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Expr, OrderItem, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/** Writes totals and groups: one row for each group, or one row alone. */
export function buildGroups(builder: Builder, groups: readonly (Item | Group)[]): SelectQuery {
  const { frame, context } = builder;
  const counted = builder.items.filter((item) => item.thing.aggregate !== null);
  const plain = builder.items.filter((item) => item.thing.aggregate === null);
  const { home, tables } = tablesOf(builder, groups, counted, plain);
  refuseMixedConditions(computedIn(builder, groups, counted), frame.frequency !== null);
  const scope = scopeFor(builder, home, tables);
  const conditions = sortConditions(frame.conditions, context, home);
  const elsewhere = builder.entity !== null && builder.entity !== scope.base;
  if (elsewhere && conditions.exists.some(({ condition }) => condition.negated))
    throw new Declined('unsupported_question', 'It is not clear which rows lack something.');
  applyConditions(scope, conditions, context);
  const groupBy: Expr[] = [];
  const select: SelectItem[] = [];
  for (const group of groups) addGroup(builder, group, scope, groupBy, select, plain);
  for (const item of plain) addPlain(builder, item, scope, groupBy, select, groups);
  for (const item of counted) select.push(aggregateOf(builder, item, scope));
  const perEntity = groups.length === 0;
  if (perEntity) addPerRow(builder, scope, conditions);
  const having = perEntity
    ? []
    : conditions.counted.map((condition) =>
        countPredicate(condition, aggregateOf(builder, itemOf(builder, condition.of!), scope).expr),
      );
  const orderBy = ordersOf(builder, scope, groupBy);
  return finishQuery(builder, scope, {
    select: unique(select),
    distinct: false,
    orderBy,
    groupBy,
    having,
  });
}

/** All numbers that are computed over the rows of the groups. */
function computedIn(
  builder: Builder,
  groups: readonly (Item | Group)[],
  counted: readonly Item[],
): readonly Item[] {
  const ordered = builder.orders.flatMap(({ item }) => (item?.thing.aggregate ? [item] : []));
  const conditions = builder.frame.conditions.flatMap((one) =>
    isCounted(one) && groups.length > 0 ? [itemOf(builder, one.of!)] : [],
  );
  return [...counted, ...ordered, ...conditions];
}

/** The tables that the rows of a grouped query come from, and the one whose rows are computed over. */
function tablesOf(
  builder: Builder,
  groups: readonly (Item | Group)[],
  counted: readonly Item[],
  plain: readonly Item[],
): { readonly home: string; readonly tables: readonly string[] } {
  const measured = computedIn(builder, groups, counted);
  const groupItems = groups.filter((group): group is Item => 'table' in group);
  const home =
    measured[0]?.table ??
    (groups[0] && 'table' in groups[0] ? groups[0].table : builder.items[0]!.table);
  const tables = [...measured, ...groupItems, ...plain].map((item) => item.table);
  return { home, tables: [...new Set(tables)] };
}

/** The order of groups: as asked, by their number of rows for "most common", else by time. */
function ordersOf(builder: Builder, scope: Scope, groupBy: readonly Expr[]): OrderItem[] {
  const orderBy = builder.orders.map(({ order, item }) =>
    groupOrder(builder, order, item, scope, groupBy),
  );
  if (builder.frame.frequency)
    orderBy.push({
      expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
      direction: builder.frame.frequency,
    });
  const time = groupBy.find((expr) => expr.kind === 'bucket');
  if (orderBy.length === 0 && time) orderBy.push({ expr: time, direction: 'asc' });
  if (groupBy.length === 0 && orderBy.length > 0)
    throw new Declined('unsupported_question', 'One number cannot be put in an order.');
  return orderBy;
}

function groupOrder(
  builder: Builder,
  order: Order,
  item: Item | null,
  scope: Scope,
  groupBy: readonly Expr[],
): OrderItem {
  const { direction } = order;
  if (item?.thing.aggregate) return { expr: aggregateOf(builder, item, scope).expr, direction };
  if (!item)
    throw new Declined('unsupported_question', 'The order of the groups is not clear.', null);
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
