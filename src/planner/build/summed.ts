import type { Builder, Item } from '#src/planner/build/builder.ts';
import type { BuildContext } from '#src/planner/build-context.ts';
import type { Condition, Frame, Thing } from '#src/planner/frame.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isNumeric } from '#src/planner/things/measures.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** `revenue by month`, `the revenue in 2025`: a measure that adds up is summed where no rows are asked. */
export function sumMeasures(builder: Builder, items: Item[]): Item[] {
  const columns = items.map(measureColumn);
  const measures = columns.filter((column) => column !== null);
  if (items.length === 0 || measures.length < items.length) return items;
  const additive = measures.every((column) => column.additive === true);
  if (builder.frame.groups.length === 0) {
    const bare = items.length === 1 && asksOneNumber(builder, items[0]!, measures[0]!);
    if (!bare || !additive) return items;
  }
  if (!additive)
    throw new Declined(
      'unsupported_question',
      `Is the average or another number of ${measures[0]!.label} asked?`,
      items[0]!.thing.of.text,
    );
  for (const column of measures) builder.context.assume(`${column.label} is summed.`);
  return items.map((item) => ({ ...item, thing: { ...item.thing, aggregate: 'sum' } }));
}

/** The measure that an item names as it stands; null for anything else. */
function measureColumn({ thing, columns }: Item): CatalogColumn | null {
  const column = columns?.length === 1 ? columns[0]! : null;
  const plain = thing.aggregate === null && column !== null;
  return plain && isNumeric(column.type) && column.kind === 'measure' ? column : null;
}

/** Whether a measure is asked as one number: `the revenue in 2025`, but not `show prices`. */
function asksOneNumber(builder: Builder, item: Item, column: CatalogColumn): boolean {
  const { listed, order, limit } = builder.frame;
  const { entity, context } = builder;
  const rowsAsked =
    entity !== null && (entity === item.table || context.graph.toOne(entity, item.table) !== null);
  if (listed || order.length > 0 || limit !== null || rowsAsked) return false;
  const word = item.thing.of.tokens.at(-1)!;
  const natural = [column.label, ...column.synonyms].some((name) => name.endsWith(word.lower));
  return word.lemma === word.lower || natural;
}

/** `top 5 customers by revenue`: a measure that each of the asked has many of is summed for each. */
export function sumOrder(builder: Builder, item: Item): Item {
  const column = item.columns?.length === 1 ? item.columns[0]! : null;
  const home = builder.entity ?? builder.items[0]!.table;
  if (
    item.thing.aggregate !== null ||
    !column ||
    !isNumeric(column.type) ||
    column.additive !== true
  )
    return item;
  if (builder.frame.groups.length > 0 || builder.items.some((one) => one.thing.aggregate !== null))
    return item;
  if (builder.context.graph.toOne(home, item.table) !== null || item.table === home) return item;
  builder.context.assume(`${column.label} is summed for each of them.`);
  return { ...item, thing: { ...item.thing, aggregate: 'sum' } };
}

/** `customers with revenue above 5000`: what each of the asked has many of is summed before it is compared. */
export function compareSums(frame: Frame, context: BuildContext): Frame {
  const home = frame.entity ?? frame.select[0]!.of;
  if (frame.select.some((thing) => thing.aggregate !== null && thing.of !== home)) return frame;
  const conditions = frame.conditions.map((one): Condition => {
    if ((one.kind !== 'compare' && one.kind !== 'between') || !one.of || one.negated) return one;
    const bounded = one.kind === 'between' || !['=', '<>'].includes(one.op);
    const said = one.ctx === null || one.ctx === home;
    if (!bounded || !said || !hasManyAmounts(one.of, home, context)) return one;
    return { ...one, of: { ...one.of, aggregate: 'sum' } };
  });
  return { ...frame, conditions };
}

/** Whether a thing is an amount that the rows of a mention have many of; whole numbers may be of one moment each. */
function hasManyAmounts(thing: Thing, home: Mention, context: BuildContext): boolean {
  const sense = context.sense(thing.of);
  const asked = context.sense(home).table;
  if (thing.aggregate !== null || sense.kind !== 'column' || sense.table === asked) return false;
  const [column] = sense.columns;
  const word = thing.of.tokens.at(-1)!;
  const amount = column!.additive === true && ['decimal', 'float'].includes(column!.type);
  const many = context.graph.toOne(asked, sense.table) === null;
  const rows = thing.of.tables.length > 0;
  if (many && !rows && column!.additive === true && word.lemma !== word.lower)
    throw new Declined(
      'ambiguous',
      `Are the ${column!.label} of all ${context.table(sense.table).label} of each meant, or of one? Say "total ${column!.label}", or ask for ${context.table(sense.table).label}.`,
      thing.of.text,
    );
  if (!amount || !many || word.lemma !== word.lower) return false;
  context.assume(`${column!.label} is summed for each of them.`);
  return true;
}
