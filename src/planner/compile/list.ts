import { lemma } from '#src/catalog/fold.ts';
import { dateOfAge, directionOver, pastColumn } from '#src/planner/compile/age.ts';
import { checkCounted, measureOf } from '#src/planner/compile/aggregates.ts';
import { scopeFor } from '#src/planner/compile/base.ts';
import { type Builder, type Item, itemOf, tellsApart } from '#src/planner/compile/builder.ts';
import {
  applyConditions,
  type Conditions,
  sortConditions,
} from '#src/planner/compile/conditions.ts';
import { countSubquery } from '#src/planner/compile/counts.ts';
import { finishQuery, same, unique } from '#src/planner/compile/finish.ts';
import {
  refuseOneOfTheirRows,
  refuseRankedKeys,
  refuseRankless,
} from '#src/planner/compile/keys.ts';
import { stateUnmatched } from '#src/planner/compile/left-out.ts';
import { columnsOf } from '#src/planner/compile/shown.ts';
import { picksShared } from '#src/planner/compile/summed.ts';
import { isEvent, rankingWorth } from '#src/planner/compile/worth.ts';
import { Declined, type Order, Unread } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { impliedColumn } from '#src/planner/predicates/columns.ts';
import { countPredicate } from '#src/planner/predicates/numbers.ts';
import type { Scope } from '#src/planner/scope.ts';
import { aggregateInUnit } from '#src/planner/units.ts';
import { AGGREGATES, type Superlative } from '#src/planner/words.ts';
import type { Expr, OrderItem, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

// ---- lists ----
export function buildList(builder: Builder): SelectQuery {
  const tables = new Set(builder.items.map((item) => item.table));
  refuseReferences(builder);
  refuseOneOfTheirRows(builder);
  const home = builder.entity ?? builder.items[0]!.table;
  tables.add(home);
  const scope = scopeFor(builder, home, [...tables]);
  const ranking = builder.orders.flatMap(({ item }) =>
    item?.thing.aggregate ? [item.thing.of] : [],
  );
  const conditions = sortConditions(builder.frame.conditions, builder.context, home, ranking);
  applyConditions(scope, conditions, builder.context);
  addPerRow(builder, scope, conditions);
  const select = builder.items.flatMap((item) => columnsOf(builder, item, scope));
  for (const item of builder.items) stateEach(builder, item);
  const orderBy = builder.orders.map(({ order, item }) =>
    rowOrder(builder, order, item, scope, conditions),
  );
  select.push(...shownOrders(builder, orderBy));
  stateUnmatched(scope, conditions, builder.context);
  const shown = new Set(builder.items.map((item) => item.table));
  const bridged = !shown.has(scope.base) && scope.base !== builder.entity;
  if (bridged) refuseBridged(builder);
  if (bridged)
    builder.context.assume(
      `The result has one row for each row of ${builder.context.table(scope.base).label}.`,
    );
  const distinct =
    builder.frame.distinct ||
    builder.items.some((item) => item.thing.distinct) ||
    asksKinds(builder);
  if (distinct && orderBy.some((one) => !select.some((item) => same(item.expr, one.expr)))) {
    throw new Declined('unsupported_question', "Distinct rows can't be sorted this way.", null);
  }
  const ordered = distinct
    ? orderBy.filter((one) => select.some((item) => same(item.expr, one.expr)))
    : orderBy;
  return finishQuery(builder, scope, { select: unique(select), distinct, orderBy: ordered });
}

/** `attendees and speakers`, `speaker tickets`: rows that only meet in others are not shown as each other's. */
function refuseBridged({ items, context }: Builder): void {
  const rows = items.length > 1 && items.every(({ columns }) => columns === null);
  const { thing } = items.find((item) => item.thing.compound) ?? items[0]!;
  if (!rows && !thing.compound) return;
  throw new Declined(
    'unsupported_question',
    `${[...new Set(items.map(({ table }) => context.table(table).label))].join(' and ')} aren't directly related. Ask for one of them.`,
    thing.of.text,
  );
}

/** `cost of open orders`, `total price of orders` where a column is called so: it is not added up. */
function stateEach({ context, frame, items }: Builder, { thing, columns, table }: Item): void {
  const [column] = columns ?? [];
  const { lemma: one, lower } = thing.of.tokens.at(-1)!;
  const { limit, order, listed, entity } = frame;
  if (column?.kind !== 'measure' || !isNumeric(column.type) || items.length > 1) return;
  const computed = AGGREGATES.get(thing.of.tokens[0]!.lower);
  const rows = entity !== null && entity.tokens.at(-1)!.lemma !== entity.tokens.at(-1)!.lower;
  const mayAddUp = column.additive === true && one === lower && rows && !listed;
  if ((!computed && !mayAddUp) || limit !== null || order.length > 0) return;
  const number = computed === 'avg' ? 'average' : column.additive ? 'sum' : null;
  if (number)
    context.assume(
      `${column.label} is shown for each row of ${context.table(table).label}. For a single number, ask for the ${number}.`,
    );
}

/** `managers` where employees only refer to them: neither the keys of each row nor their names are asked. */
function refuseReferences({ items, entity, frame, context }: Builder): void {
  const [item] = items;
  const column = item!.columns?.length === 1 ? item!.columns[0]! : null;
  const { lemma: one, lower } = item!.thing.of.tokens.at(-1)!;
  const first = item!.thing.of.index === (frame.listed ? 1 : 0);
  if (!column || items.length > 1 || entity || one === lower || frame.order.length > 0) return;
  if (frame.conditions.length > 0 && !first) return;
  const refers = column.kind === 'identifier' && column.profile?.unique !== true;
  if (item!.thing.distinct || !(refers || context.references.has(`${item!.table}\0${column.name}`)))
    return;
  throw new Declined(
    'ambiguous',
    `${context.table(item!.table).label} only refer to ${lower} through ${column.label}. Ask for "distinct ${column.label}", or add a condition.`,
    item!.thing.of.text,
  );
}

/** A column with at most this many values holds kinds of things. */
const KINDS = 50;

/** `what categories do we have`: the values of a column that many rows share are asked, each once. */
function asksKinds({ items, orders, entity, frame, context }: Builder): boolean {
  const [item] = items;
  const column = item!.columns?.length === 1 ? item!.columns[0]! : null;
  const word = item!.thing.of.tokens.at(-1)!;
  const few = (column?.profile?.distinctCount ?? Infinity) <= KINDS;
  const kinds =
    items.length === 1 &&
    (column?.kind === 'dimension' || column?.kind === 'time') &&
    few &&
    (entity === null || frame.having === true) &&
    orders.length === 0 &&
    word.lemma !== word.lower;
  if (kinds) context.assume(`Each ${lemma(column.label)} is shown once.`);
  const bounded = frame.conditions.some(({ kind }) => kind === 'compare' || kind === 'between');
  if (kinds && bounded)
    context.assume(`One matching row of ${context.table(entity ?? item!.table).label} is enough.`);
  return kinds;
}

/** The measures that rank the rows, where the question names them: `top 5 customers by number of orders`. */
function shownOrders(builder: Builder, orderBy: readonly OrderItem[]): SelectItem[] {
  return builder.orders.flatMap(({ order, item }, index) => {
    const { expr } = orderBy[index]!;
    if (!item)
      return expr.kind === 'column' && showsKeys(builder) ? [{ expr, as: expr.column }] : [];
    const column = item.columns?.[0];
    if (!order.shown || (item.thing.aggregate === null && !column)) return [];
    const label = column?.label ?? builder.context.table(item.table).label;
    const as = item.thing.aggregate === 'count' ? `${label} count` : label;
    return [{ expr, as: as.replaceAll(' ', '_') }];
  });
}

/** Whether the asked rows have no name, so that their keys alone would tell nothing: `last 5 invoices`. */
const showsKeys = ({ context, items }: Builder) =>
  items.every((item) => item.columns === null && isEvent(context, item.table));

export function addPerRow(builder: Builder, scope: Scope, conditions: Conditions): void {
  for (const condition of conditions.counted) {
    const item = itemOf(builder, condition.of!);
    if (item.thing.aggregate === 'count' && holdsOfNone(condition)) {
      const rows = builder.context.table(item.table).label;
      builder.context.assume(`Entries without ${rows} are included.`);
    }
    scope.where.push(
      countPredicate(
        aggregateInUnit(condition, builder.context),
        perRowExpr(builder, scope, item, conditions),
      ),
    );
  }
}

/** Whether a number of rows may be none: `at most 20 customers`. */
const holdsOfNone = (one: Conditions['counted'][number]) =>
  one.kind === 'between'
    ? one.low <= 0 && !one.negated
    : one.negated
      ? one.op.startsWith('>')
      : one.op.startsWith('<') && one.op !== '<>' && one.value > 0;

function perRowExpr(builder: Builder, scope: Scope, item: Item, conditions: Conditions): Expr {
  if (item.thing.aggregate === 'count' && item.columns?.[0].kind === 'dimension')
    checkCounted(builder, item);
  const within = conditions.of(item.thing.of);
  return countSubquery(builder.context, scope, measureOf(builder, item), within);
}

/** What a superlative without a column ranks by: `latest`, `oldest`, `the biggest payment`. */
function impliedOrder({ context }: Builder, implied: Superlative, home: string) {
  if (implied.time && implied.of.length === 0) return pastColumn(context, home);
  const born = dateOfAge(implied, context, home);
  if (born) return born;
  const worth = implied.worth ? rankingWorth(context, home) : null;
  return worth ? { table: home, column: worth } : impliedColumn(implied.of, context, home);
}

/** Numbers of so few kinds are as likely what rows are counted by: `tickets by satisfaction`. */
const FEW = 12;

/** `customers by seats`: which end comes first is stated; whether rows are to be counted may be open. */
function stateRanked({ context }: Builder, item: Item | null): void {
  const [column] = item?.thing.aggregate === null ? (item.columns ?? []) : [];
  const kinds = column?.profile?.distinctCount ?? Infinity;
  if (column && kinds <= FEW && 2 * kinds <= (context.table(item!.table).rowCount ?? Infinity))
    throw new Declined(
      'ambiguous',
      `Do you want rows sorted by ${column.label}, or the number of rows for each? Say "sorted by" or "number of".`,
      item!.thing.of.text,
    );
  context.assume('The largest comes first.');
}

/** `best rated agent` of tickets that each have a rating: of what many rows share, no single one is the best. */
function refuseSharedRank(builder: Builder): void {
  if (!picksShared(builder)) return;
  const { text } = builder.items[0]!.thing.of;
  throw new Declined(
    'ambiguous',
    `Several rows have the same ${text}. Do you want one of them, or the average for each ${text}?`,
    text,
  );
}

/** `sorted by price`: which end comes first, where it is no order of letters. */
export function stateDirection(
  { context }: Builder,
  { direction }: Order,
  item: Item | null,
): void {
  const type = item?.thing.aggregate === null ? item.columns?.[0]?.type : 'integer';
  if (type === undefined || type === 'text') return;
  const ends = isNumeric(type) ? ['largest', 'smallest'] : ['latest', 'earliest'];
  context.assume(`The ${ends[direction === 'desc' ? 0 : 1]} comes first.`);
}

function rowOrder(
  builder: Builder,
  order: Order,
  item: Item | null,
  scope: Scope,
  conditions: Conditions,
): OrderItem {
  const { direction } = order;
  if (order.ranked) stateRanked(builder, item);
  if (order.unsaid) stateDirection(builder, order, item);
  if (!item) {
    const home = builder.entity ?? builder.items[0]!.table;
    const implied = order.implied!;
    if (!implied.time) refuseRankedKeys(builder);
    if (!implied.time) refuseSharedRank(builder);
    const found = impliedOrder(builder, implied, home);
    if (!scope.reach(found.table))
      throw new Declined(
        'unsupported_question',
        "The question doesn't say how to sort the rows.",
        null,
      );
    return {
      expr: scope.column(found.table, found.column.name),
      direction: directionOver(found.column, implied, direction),
    };
  }
  if (
    item.thing.aggregate !== null &&
    builder.entity === null &&
    !builder.items.some((one) => one.columns === null || tellsApart(builder, one))
  )
    throw new Declined(
      'unsupported_question',
      "The question doesn't say what to group the counts by.",
      item.thing.of.text,
    );
  if (item.thing.aggregate !== null)
    return { expr: perRowExpr(builder, scope, item, conditions), direction };
  if (picksShared(builder))
    builder.context.assume(
      `Rows are ranked individually, even if several have the same ${builder.items[0]!.columns![0]!.label}.`,
    );
  if (item.columns === null && builder.frame.limit !== null)
    throw new Unread(
      'ambiguous',
      `"${item.thing.of.text}" is a table. Do you want to sort by the number of its rows or by one of its columns?`,
      item.thing.of.text,
    );
  const columns = item.columns ?? displayColumns(builder.context.table(item.table));
  if (columns.length === 0 || !scope.reach(item.table))
    throw new Declined(
      'unsupported_question',
      "The question doesn't say how to sort the rows.",
      item.thing.of.text,
    );
  if (order.implied || order.shown || order.many) refuseRankless(columns[0]!);
  return {
    expr: scope.column(item.table, columns[0]!.name),
    direction: directionOver(columns[0]!, order.implied, direction),
  };
}
