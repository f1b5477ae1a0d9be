import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { type Builder, type Item, itemOf } from '#src/planner/compile/builder.ts';
import { isAmount, isEvent } from '#src/planner/compile/worth.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { AskBack, Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr } from '#src/plugin-api/query.ts';

/**
 * `average order revenue`, `average revenue per order`: an amount that each order has many of is divided by the number
 * of orders. Averages that may be of single rows or of their totals are declined.
 */
export function dividedItem(builder: Builder, item: Item): Item {
  const { context, frame } = builder;
  const { ctx, aggregate, compound } = item.thing;
  const column = item.columns?.length === 1 ? item.columns[0] : null;
  const per = frame.groups.find((group) => group.per);
  if (aggregate === 'avg' && per?.of) refuseRatio(per.of, builder);
  if (aggregate !== 'avg' || !column || !isAmount(column) || item.per) return item;
  // `average salary per department`: nobody asks for the total of what each employee has one of.
  const isOfThings = !isEvent(context, item.table);
  const isOfRows = per !== undefined && (isOfThings || namesItsRows(builder, item, column));
  const time = per?.unit ?? per?.part;
  if (time && isOfRows) return item;
  if (time) throw twoAverages(time, item);
  const of = per?.of ?? (compound ? ctx : null);
  if (!of) return item;
  const home = context.sense(of).table;
  const path = home === item.table ? null : context.graph.toOne(item.table, home);
  if (!path) return item;
  const rows = context.sense(of).kind === 'table' && path.length === 1;
  const isDivided = rows && isEvent(builder.context, home);
  if (!isDivided && isOfRows) return item;
  if (!isDivided) throw twoAverages(of.text, item);
  return { ...item, per: home };
}

/** `average invoice total per clinic`: each invoice has one, and the clinics are groups of them. */
function namesItsRows(
  { context }: Builder,
  { thing, table }: Item,
  { label }: CatalogColumn,
): boolean {
  const { ctx, of } = thing;
  const rows = wordsOf(context.table(table).label).at(-1)!;
  const isNamed = (words: readonly string[]) => words.some((word) => lemma(word) === lemma(rows));
  const isOfRows = ctx !== null && context.sense(ctx).table === table;
  return isOfRows || (isNamed(of.tokens.map(({ lower }) => lower)) && !isNamed(wordsOf(label)));
}

/** `average price per square foot`: one number divided by another. */
function refuseRatio(of: Thing['of'], { context }: Builder): void {
  const sense = context.sense(of);
  const [column] = sense.kind === 'column' ? sense.columns : [];
  if (column?.kind !== 'measure' || !isNumeric(column.type)) return;
  throw new Declined(
    'unsupported_question',
    `Ratios of two columns aren't supported. To get one number for each ${column.label}, ask "by ${column.label}".`,
    of.text,
  );
}

const twoAverages = (of: string, { thing }: Item) =>
  new Declined(
    'ambiguous',
    `Do you want the average over the rows of each ${of}, or the average of their totals?`,
    thing.of.text,
  );

/** Groups that an average is divided by are no groups. */
export function undivided(frame: Frame, items: readonly Item[], builder: Builder): Frame {
  const divided = new Set(items.map((item) => item.per));
  const groups = frame.groups.filter((group) => {
    if (!group.per || !group.of) return true;
    return !divided.has(itemOf(builder, plain(group.of)).table) && !isOwn(group.of, items, builder);
  });
  return groups.length === frame.groups.length ? frame : { ...frame, groups };
}

/**
 * `average price per product`: each product has one, so that the average is over the products; so it is per value of a
 * column that differs in each row.
 */
function isOwn(of: Thing['of'], items: readonly Item[], { context }: Builder): boolean {
  const sense = context.sense(of);
  const averaged = items.every(
    ({ thing, table }) => thing.aggregate === 'avg' && table === sense.table,
  );
  const [column] = sense.kind === 'column' ? sense.columns : [];
  if (!averaged || (sense.kind !== 'table' && column?.profile?.unique !== true)) return false;
  if (sense.kind === 'table') refuseTheirs(items[0]!, context);
  context.assume(`The average is calculated over rows of ${context.table(sense.table).label}.`);
  return true;
}

/** `average premium per product`, which has a base premium, and whose policies have an annual premium each. */
function refuseTheirs({ thing, table, columns }: Item, context: BuildContext): void {
  const [column] = columns ?? [];
  const senses = thing.of.columns;
  const own = senses.find((one) => one.table.name === table && one.columns[0] === column);
  const other = senses.find(
    (one) =>
      one.table.name !== table &&
      one.score >= (own?.score ?? 1) &&
      isAmount(one.columns[0]) &&
      context.graph.toOne(one.table.name, table) !== null,
  );
  if (column && other)
    throw new AskBack(
      `Do you mean the ${column.label} of ${context.table(table).label}, or the ${other.columns[0].label} of ${other.table.label}?`,
      thing.of,
      [column.label, other.columns[0].label],
    );
}

const plain = (of: Thing['of']): Thing => ({ of, ctx: null, aggregate: null, distinct: false });

/** The sum over the rows, divided by the number of what they belong to. */
export function averagePer(builder: Builder, sum: Expr, per: string, scope: Scope): Expr {
  const { context } = builder;
  if (!scope.reach(per))
    throw new Declined(
      'unsupported_question',
      "The question doesn't say which average to calculate.",
    );
  const rows = context.table(per).label;
  context.assume(`The average is the total divided by the number of ${rows} with values.`);
  const right: Expr = {
    kind: 'aggregate',
    fn: 'count',
    arg: scope.column(per, context.key(per)),
    distinct: true,
  };
  return { kind: 'arithmetic', op: '/', left: sum, right };
}
