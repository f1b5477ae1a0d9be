import { wordsOf } from '#src/catalog/name-keys.ts';
import { aggregateOf } from '#src/planner/compile/aggregates.ts';
import { scopeFor } from '#src/planner/compile/base.ts';
import { type Builder, type Item, itemOf } from '#src/planner/compile/builder.ts';
import { applyConditions, isCounted, sortConditions } from '#src/planner/compile/conditions.ts';
import { refuseCrossedCounts } from '#src/planner/compile/doubts.ts';
import { finishQuery, unique } from '#src/planner/compile/finish.ts';
import { addGroup, addPlain, refuseRatios } from '#src/planner/compile/group-columns.ts';
import { ordersOf } from '#src/planner/compile/group-order.ts';
import { stateLeftOut } from '#src/planner/compile/left-out.ts';
import { addPerRow } from '#src/planner/compile/list.ts';
import { refuseMixedConditions } from '#src/planner/compile/metrics.ts';
import { runningItem } from '#src/planner/compile/running.ts';
import { AskBack, Declined, type Group } from '#src/planner/frame.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isDate } from '#src/planner/measured.ts';
import { countPredicate } from '#src/planner/predicates/numbers.ts';
import { UNITS } from '#src/planner/question-words.ts';
import { repeatedThing } from '#src/planner/repeated-things.ts';
import type { Scope } from '#src/planner/scope.ts';
import { aggregateInUnit } from '#src/planner/units.ts';
import type { Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/** Writes totals and groups: one row for each group, or one row alone. */
export function buildGroups(builder: Builder, named: readonly (Item | Group)[]): SelectQuery {
  const { frame, context } = builder;
  const groups = named.map((group) => groupOfThings(builder, ownTime(builder, group)));
  const counted = builder.items.filter((item) => item.thing.aggregate !== null);
  const plain = builder.items.filter((item) => item.thing.aggregate === null);
  refuseRatios(builder);
  refuseCrossedCounts(groups, counted, context);
  refuseFartherGroups(groups, counted, builder);
  const { home, tables } = tablesOf(builder, groups, counted, plain);
  refuseMixedConditions(computedIn(builder, groups, counted), frame.frequency !== null);
  const scope = scopeFor(builder, home, tables);
  const conditions = sortConditions(frame.conditions, context, home);
  const elsewhere = builder.entity !== null && builder.entity !== scope.base;
  if (elsewhere && conditions.exists.some(({ condition }) => condition.negated))
    throw new Declined(
      'unsupported_question',
      "It's not clear which rows the exclusion applies to. Name them.",
    );
  applyConditions(scope, conditions, context);
  const groupBy: Expr[] = [];
  const select: SelectItem[] = [];
  groupBy.push(...keyOfAsked(builder, groups, scope));
  for (const group of groups) addGroup(builder, group, scope, groupBy, select, plain);
  for (const item of plain) addPlain(builder, item, scope, groupBy, select, groups);
  for (const item of counted) {
    const computed = aggregateOf(builder, item, scope);
    const shown = item.thing.running
      ? runningItem(builder, item, computed, scope, groupBy)
      : computed;
    select.push(shown);
  }
  const perEntity = groups.length === 0;
  if (perEntity) addPerRow(builder, scope, conditions);
  const having = perEntity
    ? []
    : conditions.counted.map((condition) =>
        countPredicate(
          aggregateInUnit(condition, builder.context),
          aggregateOf(builder, itemOf(builder, condition.of!), scope).expr,
        ),
      );
  const orderBy = ordersOf(builder, scope, groupBy, select);
  stateLeftOut(builder, scope, conditions, groups);
  return finishQuery(builder, scope, {
    select: unique(select),
    distinct: false,
    orderBy,
    groupBy,
    having,
  });
}

/**
 * `Which film has the most actors? Show its rating and the number`: each of the films is a group, although others have
 * that rating, too. Empty where groups are asked by name, or where the rows themselves are computed over.
 */
function keyOfAsked(
  { frame, entity, context }: Builder,
  groups: readonly (Item | Group)[],
  scope: Scope,
): readonly Expr[] {
  const isImplied = frame.groups.length === 0 && !frame.each && !frame.frequency;
  const ofAsked = groups.every(
    (group) => 'table' in group && group.table === entity && group.columns !== null,
  );
  if (!isImplied || entity === null || groups.length === 0 || !ofAsked) return [];
  if (entity === scope.base) return [];
  return (context.table(entity).primaryKey ?? []).map((name) => scope.column(entity, name));
}

/**
 * `costs by year`, where each cost has a date and the car that it is of a year: when the rows were is meant, and not what they
 * belong to.
 */
function ownTime({ context, items, entity }: Builder, group: Item | Group): Item | Group {
  if (!('table' in group) || group.columns?.length !== 1 || group.thing.ctx) return group;
  const { of } = group.thing;
  const unit = of.tokens.length === 1 ? UNITS.get(of.word) : undefined;
  const home = items.find(({ thing }) => thing.aggregate !== null)?.table;
  if (!unit || !home || home === group.table || (entity !== null && entity !== home)) return group;
  const dates = context
    .table(home)
    .columns.filter((column) => !column.hidden && isDate(column) && !isBirth(column));
  const isOwned = context.speaksOfRows(group.table) || !context.graph.toOne(home, group.table);
  if (dates.length === 0 || isOwned) return group;
  const { label } = context.table(home);
  context.assume(
    `"${of.text}" means the date of ${label}, not the ${group.columns[0].label} of ${context.table(group.table).label}.`,
  );
  return { of: null, unit };
}

/** `by school` over a row for each school and year: each school is a group, not each row. */
function groupOfThings({ context }: Builder, group: Item | Group): Item | Group {
  if (!('table' in group) || group.columns !== null) return group;
  const thing = repeatedThing(context.table(group.table));
  return thing ? { ...group, columns: [thing] } : group;
}

/** `clients by city` where they have a billing city and a site city, and their projects a city: any of them may be meant. */
function refuseFartherGroups(
  groups: readonly (Item | Group)[],
  counted: readonly Item[],
  { context, entity, frame }: Builder,
): void {
  const [first] = counted;
  if (!first) return;
  const spoken = new Set(
    frame.conditions.flatMap((one) => (one.kind === 'exists' ? [context.sense(one.of).table] : [])),
  );
  for (const group of groups) {
    if (!('table' in group) || group.columns?.length !== 1) continue;
    if (group.table === entity || spoken.has(group.table)) continue;
    if (group.thing.ctx || group.thing.of.tokens.length > 1) continue;
    if (group.table === first.table || context.graph.toOne(first.table, group.table)) continue;
    const [{ label }] = group.columns;
    const headOf = (one: string) => wordsOf(one).at(-1);
    const own = context
      .table(first.table)
      .columns.filter((one) => !one.hidden && headOf(one.label) === headOf(label));
    if (own.length === 0) continue;
    const labels = own.map((one) => one.label);
    throw new AskBack(
      `Which ${label.toLowerCase()} of ${context.table(first.table).label} do you mean: ${labels.join(' or ')}?`,
      group.thing.of,
      labels,
    );
  }
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
