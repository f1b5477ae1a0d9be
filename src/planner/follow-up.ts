import { type Condition, Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { AskedBefore } from '#src/planner/referred-rows.ts';

/** A follow-up's change over what was asked before: the same column again replaces, anything else narrows. */
export function mergeFollowUp(before: Frame, change: Frame): Frame {
  const same =
    JSON.stringify(before.select.map(identity)) === JSON.stringify(change.select.map(identity));
  const changed =
    !same ||
    change.conditions.length + change.groups.length + change.order.length > 0 ||
    change.limit !== null ||
    change.frequency !== null;
  if (!changed)
    throw new Declined(
      'unsupported_question',
      "It's not clear what to change in the previous answer.",
    );
  refuseAskedBefore(before, change);
  refuseMoreOfMostFrequent(before, change);
  const kept = before.conditions.filter(
    (old) => !change.conditions.some((one) => replaces(one, old)),
  );
  const conditions = change.conditions.map((one) => ({ ...one, ctx: one.ctx ?? before.entity }));
  const regrouped = change.groups.length > 0;
  const computed = change.select.some((thing) => thing.aggregate !== null);
  const select =
    regrouped && computed
      ? change.select.filter((thing) => thing.aggregate !== null)
      : change.select;
  const order = orderAfter(before, change, regrouped);
  return {
    ...before,
    select,
    conditions: [...kept, ...conditions],
    groups: regrouped ? change.groups : before.groups,
    order,
    frequency: change.frequency ?? (order === before.order ? before.frequency : null),
    limit: change.limit ?? (regrouped ? null : before.limit),
    bottom: change.end && change.end !== 'first' ? change.end === 'bottom' : before.bottom,
  };
}

/** `and city?` after `the most common reason`: the most common city, or the most common pair of both. */
function refuseMoreOfMostFrequent(before: Frame, change: Frame): void {
  if (before.frequency === null || change.select.length <= before.select.length) return;
  const added = change.select.at(-1)!.of.text;
  throw new Declined(
    'ambiguous',
    `Do you want the most frequent ${added}, or the most frequent combination of both? Ask a new, complete question.`,
    added,
  );
}

/** `and in France?` where an answer further back keeps to Germany: no row is of both, and the older one cannot be changed. */
function refuseAskedBefore(before: Frame, change: Frame): void {
  const among = before.conditions.filter((one) => one.kind === 'among');
  if (!among.some(({ asked }) => change.conditions.some((one) => isOf(one, asked)))) return;
  throw new Declined(
    'unsupported_question',
    'An earlier answer is already limited this way. Ask the whole question again with the change.',
  );
}

/** Whether a condition is about what an answer was held to. */
function isOf(condition: Condition, { columns, timed }: AskedBefore): boolean {
  const has = (table: string, column: string) => columns.has(`${table}\0${column}`);
  switch (condition.kind) {
    case 'period':
      return timed;
    case 'value':
      return condition.values.some(({ values }) =>
        values.some((hit) => has(hit.table, hit.column)),
      );
    case 'compare':
    case 'between':
      return (
        condition.of?.of.columns.some(({ table, columns: named }) =>
          named.some(({ name }) => has(table.name, name)),
        ) === true
      );
    default:
      return false;
  }
}

const identity = (thing: Frame['select'][number]) => [
  ...[thing.of.text, thing.aggregate, thing.fraction, thing.running],
];

/** `top 3` of groups without an order is by what was computed, largest first. */
function orderAfter(before: Frame, change: Frame, regrouped: boolean): Frame['order'] {
  if (change.order.length > 0) return change.order;
  const order = regrouped ? [] : before.order;
  if (change.limit === null) return order;
  if (order.length > 0) return turned(order, before, change);
  const computed = computedBy(change.select, before.groups.length > 0);
  const direction = change.end === 'bottom' ? 'asc' : 'desc';
  return computed ? [{ by: computed, direction, implied: null }] : [];
}

/** What groups are ranked by: what is computed of them, or the one number that is summed of each. */
const computedBy = (select: Frame['select'], grouped: boolean): Thing | undefined =>
  select.find((thing) => thing.aggregate !== null) ??
  (grouped && select.length === 1 ? select[0] : undefined);

/** `the other way round`: the same rows or groups from the other end; groups without an order have their largest first. */
export function reversed(before: Frame): Frame {
  const { order, select, groups, limit } = before;
  const bottom = limit === null ? before.bottom : !before.bottom;
  const by = computedBy(select, groups.length > 0);
  if (order.length === 0 && groups.length > 0 && by)
    return { ...before, bottom, order: [{ by, direction: 'asc', implied: null }] };
  if (order.length === 0 || order.some(({ implied }) => implied !== null))
    throw new Declined('unsupported_question', 'The previous answer has no sort order to reverse.');
  const turnedOrder = order.map((one) => ({
    ...one,
    direction: one.direction === 'asc' ? ('desc' as const) : ('asc' as const),
    unsaid: false,
  }));
  return { ...before, bottom, order: turnedOrder };
}

/** `in total`: one number in place of the groups. */
export function withoutGroups(before: Frame): Frame {
  if (before.groups.length === 0 || !computedBy(before.select, true))
    throw new Declined('unsupported_question', 'The previous answer has no groups to add up.');
  return { ...before, groups: [], order: [], limit: null, frequency: null };
}

/** `bottom 5` after `top 5`: the other end of the same order. */
function turned(order: Frame['order'], before: Frame, { end }: Frame): Frame['order'] {
  if (end === undefined || end === 'first') return order;
  // `top 3` of rows that were put in an order without a word for its end are the largest.
  if (order.some(({ unsaid }) => unsaid)) {
    const direction = end === 'top' ? 'desc' : 'asc';
    return order.map((one) => ({ ...one, direction, unsaid: false }));
  }
  if ((end === 'bottom') === before.bottom) return order;
  if (before.limit === null || order.some(({ implied }) => implied !== null))
    throw new Declined('unsupported_question', `Which end of the list does "${end}" mean?`, end);
  return order.map((one) => ({ ...one, direction: one.direction === 'asc' ? 'desc' : 'asc' }));
}

/** Whether a new condition is about the same column as an old one. */
function replaces(one: Condition, old: Condition): boolean {
  if (one.kind === 'period') return old.kind === 'period';
  if (one.kind === 'value' && old.kind === 'value')
    return one.values.some((value) => old.values.some((other) => shareColumn(value, other)));
  if (one.kind === 'compare' && old.kind === 'compare') {
    // `cheaper than 100` after `cheaper than 50`
    if (one.of === null && old.of === null)
      return one.op === old.op && one.implied.join() === old.implied.join();
    return (
      one.of !== null &&
      old.of !== null &&
      one.of.of.text.toLowerCase() === old.of.of.text.toLowerCase()
    );
  }
  // `and how many have visits` after `patients without visits`: the denial is what changes.
  if (one.kind === 'exists' && old.kind === 'exists')
    return one.negated !== old.negated && namesRows(one.of, old.of);
  if (one.kind === 'flag' && old.kind === 'flag') return namesColumn(one.of, old.of);
  if (
    (one.kind === 'held' || one.kind === 'empty') &&
    (old.kind === 'held' || old.kind === 'empty')
  )
    return namesColumn(one.of, old.of);
  return false;
}

const namesRows = (left: Mention, right: Mention): boolean =>
  left.tables.some(({ table }) => right.tables.some((other) => other.table === table));

const namesColumn = (left: Mention, right: Mention): boolean =>
  left.columns.some(({ columns: [column] }) =>
    right.columns.some(({ columns: [other] }) => other === column),
  );

function shareColumn(left: Mention, right: Mention): boolean {
  return left.values.some((hit) =>
    right.values.some((other) => other.table === hit.table && other.column === hit.column),
  );
}
