import { type Builder, type Item, tellsApart } from '#src/planner/compile/builder.ts';
import { isCounted } from '#src/planner/compile/conditions.ts';
import { isBarePeriod } from '#src/planner/compile/period-of.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/**
 * `top 5 products by revenue in 2025`: the asked rows in the order of a measure over rows that belong to them. Those
 * are grouped by what is asked, so that conditions on them (the period) hold for what is summed. Null for any other
 * order.
 */
export function rankByMeasure(builder: Builder): { builder: Builder; group: Item } | null {
  const { frame, context, items, orders, entity } = builder;
  const [ranking] = orders;
  const item = ranking?.item ?? null;
  const home = entity ?? items[0]!.table;
  if (!item || orders.length > 1 || frame.groups.length > 0 || frame.distinct) return null;
  const { aggregate } = item.thing;
  if (aggregate === null || aggregate === 'count' || item.table === home) return null;
  if (items.some((one) => one.thing.aggregate !== null || one.table !== home)) return null;
  if (entity === null && !items.every((one) => one.columns === null || tellsApart(builder, one)))
    return null;
  if (!context.table(home).primaryKey || !context.graph.toOne(item.table, home)) return null;
  const perRow = frame.conditions.some(
    (one) => isCounted(one) || (one.kind === 'exists' && one.negated),
  );
  if (perRow) return null;
  const group: Item = { thing: items[0]!.thing, table: home, columns: null };
  if (ranking!.order.direction === 'asc' || frame.limit === null)
    context.assume(`Entries without rows in ${context.table(item.table).label} are left out.`);
  const shown = ranking!.order.shown ? [...items, item] : items;
  const conditions = frame.conditions.map((one) =>
    isBarePeriod(one) ? { ...one, ctx: null } : one,
  );
  return { builder: { ...builder, frame: { ...frame, conditions }, items: shown }, group };
}

/**
 * `the most orders in 2025`, `… in the West`: a period that no verb says of the asked rows, and a value that only the
 * counted rows have, are those of the rows that are counted for each of them.
 */
export function countWithin(frame: Frame, context: BuildContext): Frame {
  const [order] = frame.order;
  if (frame.order.length !== 1 || order!.by?.aggregate !== 'count') return frame;
  if (frame.groups.length > 0 || frame.select.some((thing) => thing.aggregate !== null))
    return frame;
  const { of } = order!.by;
  const home = frame.entity ?? frame.select[0]!.of;
  const conditions = frame.conditions.map((one) => {
    const said = one.ctx === null || one.ctx === home;
    const counted = isBarePeriod(one) || isOfCounted(one, home, of, context);
    return said && counted ? { ...one, ctx: of } : one;
  });
  return { ...frame, conditions };
}

/** `the most incidents with severity 3`: a column of the counted rows that is named after them. */
const saysAfter = (one: Condition, { index }: Mention): boolean =>
  'of' in one && one.of !== null && mentionOf(one.of).index > index && one.kind !== 'exists';

const mentionOf = (of: Mention | Thing): Mention => ('of' in of ? of.of : of);

/** The table of the column that a condition names. */
function saidOf(one: Condition, context: BuildContext): string | null {
  if (!('of' in one) || one.of === null || isCounted(one)) return null;
  return context.sense(mentionOf(one.of)).table;
}

/** Whether a value is of the counted rows or of what they belong to, and the asked rows are not: `the most tickets in business`. */
function isOfCounted(
  condition: Condition,
  home: Mention,
  counted: Mention,
  context: BuildContext,
): boolean {
  if (saysAfter(condition, counted))
    return saidOf(condition, context) === context.sense(counted).table;
  if (condition.kind !== 'value' || condition.of !== null) return false;
  const [value] = condition.values;
  const { table } = context.sense(value!);
  const asked = context.sense(home).table;
  const rows = context.sense(counted).table;
  const rival = value!.values.find((hit) => hit.match !== 'near' && hit.table === rows);
  if (table === asked && rival && value!.index > counted.index)
    throw new Declined(
      'ambiguous',
      `Does "${value!.text}" apply to ${context.table(asked).label}, or to the ${context.table(rows).label} that are counted?`,
      value!.text,
    );
  return (
    table !== asked &&
    context.graph.toOne(asked, table) === null &&
    context.graph.toOne(rows, table) !== null
  );
}

/**
 * `agents by tickets`: what has many rows of the other is not grouped by them but ranked by how many it has. Rows that
 * belong to one of the others, `tickets by agent`, are grouped as they stand.
 */
export function rankRows(frame: Frame, context: BuildContext): Frame {
  const [thing] = frame.select;
  const [group] = frame.groups;
  if (frame.groups.length !== 1 || !thing?.implied || !group!.of || group!.per) return frame;
  const asked = context.sense(thing.of);
  const other = context.sense(group!.of);
  if (asked.kind !== 'table' || other.kind !== 'table') return frame;
  const { graph } = context;
  if (graph.toOne(asked.table, other.table) || !graph.toOne(other.table, asked.table)) return frame;
  const [rows, counted] = [asked, other].map(({ table }) => context.table(table).label);
  context.assume(`${rows} are ranked by their number of ${counted}.`);
  const by: Thing = { of: group!.of, ctx: null, aggregate: 'count', distinct: false };
  return {
    ...frame,
    select: [{ ...thing, aggregate: null, implied: false }],
    entity: frame.entity ?? thing.of,
    groups: [],
    order: [{ by, direction: 'desc', implied: null, shown: true, ranked: true }],
  };
}
