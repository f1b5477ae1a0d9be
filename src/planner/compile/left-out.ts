import { fold } from '#src/catalog/fold.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import type { Conditions } from '#src/planner/compile/conditions.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import type { Condition, Group } from '#src/planner/frame.ts';
import { isMetric } from '#src/planner/lexicon/metrics.ts';
import { hasGaps } from '#src/planner/predicates/gaps.ts';
import type { Scope } from '#src/planner/scope.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import { toldWithout } from '#src/planner/unmatched-rows.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Join } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

/** Says which rows a number or a list of groups leaves out, or keeps as a group of their own, for want of a value. */
export function stateLeftOut(
  builder: Builder,
  scope: Scope,
  conditions: Conditions,
  groups: readonly (Item | Group)[],
): void {
  const { context, items } = builder;
  const bound = boundColumns(builder);
  for (const { thing, table, columns } of items) {
    const [column] = columns ?? [];
    const number = thing.aggregate && FUNCTIONS[thing.aggregate].word;
    if (!number || !column || isMetric(column) || bound.has(column) || !hasGaps(column)) continue;
    context.assume(
      `Rows of ${context.table(table).label} without ${column.label} are left out of the ${number}.`,
    );
  }
  for (const group of groups) {
    if (!('table' in group)) continue;
    for (const column of group.columns ?? []) {
      if (bound.has(column) || !hasGaps(column)) continue;
      // `who referred the most clients`: nobody is not one of those who may be the first.
      if (builder.frame.limit !== null)
        leaveOutNameless(context, context.table(group.table), column, scope);
      else context.assume(`Rows without ${column.label} form one group with no name.`);
    }
  }
  for (const column of [...groups, ...items].flatMap(distinguished))
    if (isSpeltTwice(column))
      context.assume(
        `Values of ${column.label} that differ only in case or spaces count as different.`,
      );
  stateUnmatched(scope, conditions, context);
  if (builder.frame.limit === null) stateUnlisted(builder, scope, groups);
}

/** Rows without a value make no group that is the first of all. */
export function leaveOutNameless(
  told: Pick<BuildContext, 'assume'>,
  { name, label }: CatalogTable,
  column: CatalogColumn,
  scope: Scope,
): void {
  const expr = scope.column(name, column.name);
  scope.where.push({ kind: 'null', expr, negated: true } as const);
  told.assume(`Rows of ${label} without ${column.label} are left out.`);
}

/** `goals per match`: matches without goals make no group. */
function stateUnlisted(
  { items, context }: Builder,
  scope: Scope,
  groups: readonly (Item | Group)[],
): void {
  const counted = items.find(({ thing }) => thing.aggregate !== null);
  const tableOf = tablesByAlias(scope);
  for (const group of groups) {
    if (!counted || !('table' in group) || group.columns !== null) continue;
    const [pair] = scope.joins.find(({ source }) => source.table === group.table)?.on ?? [];
    const from = pair && tableOf.get(pair.left.alias);
    if (!from || counted.table === group.table) continue;
    const { label, rowCount } = context.table(group.table);
    const referred = context.column(from, pair.left.column).profile?.distinctCount;
    if (referred !== undefined && rowCount != null && referred < rowCount)
      context.assume(
        `${label} without ${context.table(counted.table).label} aren't shown as groups.`,
      );
  }
}

/** Columns whose different values make groups or are counted. */
function distinguished(one: Item | Group): readonly CatalogColumn[] {
  if (!('table' in one)) return [];
  const counted = 'thing' in one && one.thing.aggregate !== null && one.thing.aggregate !== 'count';
  return counted ? [] : (one.columns ?? []);
}

/** Whether a column writes a value in two ways: `Kiel` and `kiel`. */
function isSpeltTwice({ type, profile }: CatalogColumn): boolean {
  const texts = type === 'text' ? (profile?.samples ?? []).map((value) => String(value)) : [];
  return new Set(texts.map(fold)).size < new Set(texts).size;
}

/** Columns that a condition compares: what lacks them is not among the rows. */
function boundColumns({ frame, context }: Builder): ReadonlySet<CatalogColumn> {
  const named = (one: Condition): readonly CatalogColumn[] => {
    if (one.kind === 'or') return [];
    if (one.kind === 'value') {
      const sense = context.sense(one.values[0]!);
      return sense.kind === 'value' ? [context.column(sense.table, sense.column)] : [];
    }
    if (one.kind === 'compare' || one.kind === 'between') {
      const sense = one.of && !one.of.aggregate ? context.sense(one.of.of) : null;
      return sense?.kind === 'column' ? sense.columns : [];
    }
    const sense = one.of && one.kind !== 'exists' ? context.sense(one.of) : null;
    return sense?.kind === 'column' ? sense.columns : [];
  };
  return new Set(frame.conditions.flatMap(named));
}

/** `tickets per team` leaves out tickets without an agent: rows that refer to nothing find no row to be joined with. */
export function stateUnmatched(scope: Scope, conditions: Conditions, context: BuildContext): void {
  const asserted = conditions.plain.filter(({ condition }) => !condition.negated);
  const conditioned = new Set(asserted.map(({ table }) => table));
  const tableOf = tablesByAlias(scope);
  const lacks = ({ on }: Join) =>
    on.some(({ left }) => hasGaps(context.column(tableOf.get(left.alias)!, left.column)));
  for (const join of scope.joins) {
    if (conditioned.has(join.source.table) || !lacks(join)) continue;
    const from = context.table(tableOf.get(join.on[0]!.left.alias)!).label;
    context.assume(toldWithout(from, context.table(join.source.table).label));
  }
}
