import { dividedItem, undivided } from '#src/planner/compile/averages.ts';
import { type Builder, type Item, itemOf, tellsApart } from '#src/planner/compile/builder.ts';
import { refuseDoubts } from '#src/planner/compile/doubts.ts';
import { buildGroups } from '#src/planner/compile/groups.ts';
import { groupsOf } from '#src/planner/compile/implied-groups.ts';
import { buildList } from '#src/planner/compile/list.ts';
import { computeMetrics } from '#src/planner/compile/metrics.ts';
import { periodsOfAsked, periodsOfRows, timesOfVerb } from '#src/planner/compile/period-of.ts';
import { countWithin, rankByMeasure, rankRows } from '#src/planner/compile/ranked.ts';
import { compareSums, sumMeasures, sumOrder } from '#src/planner/compile/summed.ts';
import { settleUnnamedRows } from '#src/planner/compile/unnamed-rows.ts';
import { refuseMass, worthItem } from '#src/planner/compile/worth.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { Declined, type Frame, type Thing, Unread } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

/** Writes a resolved frame as a query; throws `Declined` where that would compute something else than asked. */
export function buildQuery(read: Frame, context: BuildContext): SelectQuery {
  const asked = computeMetrics(read, context);
  refuseUnordered(asked);
  refuseRunningElsewhere(asked);
  const builder = newBuilder(settle(asked, context), context);
  refuseAbsence(builder);
  settleUnnamedRows(builder.frame, context);
  refuseDoubts(builder);
  const ranked = rankByMeasure(builder);
  if (ranked) return buildGroups(ranked.builder, [ranked.group]);
  const aggregated = builder.items.some((item) => item.thing.aggregate !== null);
  const groups = groupsOf(builder, aggregated);
  if (aggregated) return buildGroups(builder, groups);
  return groups.length > 0 ? buildGroups(withShownMeasure(builder), groups) : buildList(builder);
}

/** Settles of which rows each condition is, now that tables are known. */
function settle(frame: Frame, context: BuildContext): Frame {
  const compared = compareSums(rankRows(frame, context), context);
  const timed = periodsOfAsked(timesOfVerb(compared), context);
  return periodsOfRows(countWithin(timed, context), context);
}

/** `top 3 categories by revenue`: the measure that is named stands beside the groups that it ranks. */
function withShownMeasure(builder: Builder): Builder {
  const shown = builder.orders.flatMap(({ order, item }) =>
    order.shown && item?.thing.aggregate ? [item] : [],
  );
  return { ...builder, items: [...builder.items, ...shown] };
}

function newBuilder(settled: Frame, context: BuildContext): Builder {
  const entity = settled.entity ? context.sense(settled.entity).table : null;
  const empty: Builder = { frame: settled, context, items: [], orders: [], entity };
  const asked = settled.select.map((thing) => dividedItem(empty, askedItem(empty, thing)));
  const frame = undivided(settled, asked, empty);
  const items = sumMeasures({ ...empty, frame }, asked);
  const withItems: Builder = { ...empty, frame, items };
  const orders = frame.order.map((order) => ({
    order,
    item: order.by ? sumOrder(withItems, order, askedItem(withItems, order.by)) : null,
  }));
  return { ...withItems, orders };
}

function askedItem(builder: Builder, thing: Thing): Item {
  if (thing.aggregate === 'count' && builder.context.sense(thing.of).kind === 'table')
    refuseMass(builder.context, thing, builder.context.sense(thing.of).table);
  if (thing.worth) return worthItem(builder, thing, builder.context.sense(thing.of).table);
  return itemOf(builder, thing);
}

function refuseUnordered({ limit, order, frequency }: Frame): void {
  if (limit !== null && order.length === 0 && !frequency)
    throw new Unread(
      'unsupported_question',
      "The question asks for a number of rows, but doesn't say which ones.",
      String(limit),
    );
  if (order.length > 1 && limit !== null)
    throw new Unread('unsupported_question', 'The question sorts by two things at once.');
}

/** `customers with a running total above 100`: it is shown period by period, and neither bounds nor orders rows. */
function refuseRunningElsewhere({ conditions, order }: Frame): void {
  const things = [
    ...order.map(({ by }) => by),
    ...conditions.map((one) => ('of' in one && one.of && 'of' in one.of ? one.of : null)),
  ];
  const running = things.find((thing) => thing?.running);
  if (running)
    throw new Declined(
      'unsupported_question',
      "A running total can only be shown by period. It can't be compared or used for sorting.",
      running.of.text,
    );
}

/** `countries with no orders` of customers: a country has none where no customer of it has any. */
function refuseKindsWithout(builder: Builder): void {
  const { frame, items, entity, context } = builder;
  if (entity !== null || !frame.conditions.some((one) => one.kind === 'exists' && one.negated))
    return;
  const kinds = items.every(({ table, columns, thing }) => {
    const [column] = columns ?? [];
    const shown = displayColumns(context.table(table));
    return column?.kind === 'dimension' && thing.aggregate === null && !shown.includes(column);
  });
  if (kinds && items.every((item) => !tellsApart(builder, item)))
    throw new Unread(
      'unsupported_question',
      "Plumbline can't check whether no row of a group meets a condition.",
      items[0]!.thing.of.text,
    );
}

/** `years without losses`: that no row of a year has them is more than that a row lacks them. */
function refuseAbsence(builder: Builder): void {
  const absent = builder.frame.conditions.find(
    (one) => one.absent === true && one.kind !== 'exists',
  );
  refuseKindsWithout(builder);
  if (!absent || builder.entity !== null) return;
  if (builder.items.some((item) => item.columns === null || tellsApart(builder, item))) return;
  throw new Unread(
    'unsupported_question',
    "Plumbline can't check whether no row of a group meets a condition.",
    builder.items[0]!.thing.of.text,
  );
}
