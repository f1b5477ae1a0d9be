import { lemma } from '#src/catalog/fold.ts';
import { words } from '#src/language/tables.ts';
import { type Builder, type Item, tellsApart } from '#src/planner/compile/builder.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import type { Condition, Frame, Order, Thing } from '#src/planner/frame.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { areCalled } from '#src/planner/shared-names.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/**
 * `revenue by month`, `the revenue in 2025`, `number of orders and revenue by month`: a measure that adds up is summed where no
 * rows are asked.
 */
export function sumMeasures(builder: Builder, items: Item[]): Item[] {
  const columns = items.map(measureColumn);
  const measures = columns.filter((column) => column !== null);
  const others = items.filter((_, at) => columns[at] === null);
  const isGrouped = builder.frame.groups.length > 0;
  // `average price and quantity by brand` may mean either of both.
  if (measures.length === 0 || others.some(({ thing }) => thing.aggregate !== 'count'))
    return items;
  if (others.length > 0 && !isGrouped) return items;
  const additive = measures.every((column) => column.additive === true);
  if (!isGrouped) {
    const bare = items.length === 1 && asksOneNumber(builder, items[0]!, measures[0]!);
    if (!bare || !additive) return items;
    refuseOfOthers(builder, items[0]!);
  }
  if (!additive)
    throw new Declined(
      'ambiguous',
      `Do you want the average of ${measures[0]!.label} or another number?`,
      items[0]!.thing.of.text,
    );
  for (const column of measures) builder.context.assume(`${column.label} is summed.`);
  return items.map((item, at) =>
    columns[at] ? { ...item, thing: { ...item.thing, aggregate: 'sum' } } : item,
  );
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
  if (areCalled(context.table(item.table), builder.frame, context)) return false;
  const rowsAsked =
    entity !== null && (entity === item.table || context.graph.toOne(entity, item.table) !== null);
  if (listed || order.length > 0 || limit !== null || rowsAsked) return false;
  const word = item.thing.of.tokens.at(-1)!;
  const natural = [column.label, ...column.synonyms].some((name) => name.endsWith(word.lower));
  return word.lemma === word.lower || natural;
}

/** `salary of Mia Brandt`, who is a guest of those who earn one: what they earn is not hers. */
function refuseOfOthers({ frame, context }: Builder, { table }: Item): void {
  for (const one of frame.conditions) {
    if (one.kind !== 'value' || one.ctx || one.of || one.verb) continue;
    const [value] = one.values;
    const sense = context.sense(value!);
    if (sense.table === table || context.graph.toOne(table, sense.table) !== null) continue;
    if (context.graph.path(table, sense.table).kind !== 'path') continue;
    const [rows, others] = [table, sense.table].map((name) => context.table(name).label);
    throw new Unread(
      'ambiguous',
      `"${value!.text}" is in ${others}, which are only related to ${rows}. Which ${rows} do you mean?`,
      value!.text,
    );
  }
}

/** `top 5 customers by revenue`: a measure that each of the asked has many of is summed for each. */
export function sumOrder(builder: Builder, order: Order, item: Item): Item {
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
  if (item.table === home) refuseMixedRows(builder, column);
  const shared = item.table === home && showsShared(builder);
  const onePerRow = item.table === home || builder.context.graph.toOne(home, item.table) !== null;
  if (onePerRow && !shared) return item;
  if (shared) refuseOpenAmount(builder, order, item, column);
  const each = shared ? builder.items[0]!.columns![0]!.label : 'of them';
  builder.context.assume(`${column.label} is summed for each ${each}.`);
  return { ...item, thing: { ...item.thing, aggregate: 'sum' } };
}

/** `units sold of the top 2 products by sales` of one sheet: those of each product, or of the two rows that come first. */
function refuseMixedRows({ items, entity, frame, ...builder }: Builder, by: CatalogColumn): void {
  const [shown, ...others] = items;
  const [amount] = others
    .flatMap(({ columns }) => columns ?? [])
    .filter(({ kind, additive }) => kind === 'measure' && additive === true);
  if (!amount || entity !== null || frame.limit === null) return;
  if (!picksShared({ ...builder, entity, frame, items: [shown!] })) return;
  const [{ label }] = shown!.columns as [CatalogColumn];
  throw new Declined(
    'ambiguous',
    `Do you want the ${amount.label} and ${by.label} of all rows of each ${label}, or of one row? For all rows, say "total".`,
    amount.label,
  );
}

/** Whether first rows are shown by a column that many of them share: `which region has the highest revenue`. */
export const picksShared = (builder: Builder): boolean =>
  builder.frame.limit !== null && showsShared(builder);

/**
 * Whether rows are shown by one column alone, which several of them share: the regions of a sheet of sales, or the
 * customers whom its rows refer to by their number.
 */
export function showsShared(builder: Builder): boolean {
  const { items, entity } = builder;
  const [item] = items;
  if (entity !== null || items.length !== 1) return false;
  const [column] = item!.columns?.length === 1 ? item!.columns : [];
  if (!column || column.kind === 'measure') return false;
  return !tellsApart(builder, item!);
}

/** Amounts that are those of all rows where something is said to have the highest: a region has revenue, no quantity. */
const FLOWS = words('revenue sale turnover profit earning income cost expense spending');

/** `customer with the highest amount`: that of one row, or of all rows of the customer. */
function refuseOpenAmount(builder: Builder, order: Order, { thing }: Item, column: CatalogColumn) {
  const { text } = thing.of;
  const flows = column.label.split(' ').some((word) => FLOWS.has(lemma(word)));
  if (order.shown || order.many || flows || /^total\b/i.test(text)) return;
  throw new Declined(
    'ambiguous',
    `Do you want the total ${column.label} for each ${builder.items[0]!.columns![0]!.label}, or that of a single row? Say "total ${column.label}", or ask for the rows.`,
    text,
  );
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
      `Do you want the total ${column!.label} of all ${context.table(sense.table).label}, or the value of a single one? Say "total ${column!.label}", or ask for ${context.table(sense.table).label}.`,
      thing.of.text,
    );
  if (!amount || !many || word.lemma !== word.lower) return false;
  context.assume(`${column!.label} is summed for each row.`);
  return true;
}
