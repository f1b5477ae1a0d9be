import { type Builder, type Item, itemOf } from '#src/planner/compile/builder.ts';
import { isAmount, isEvent } from '#src/planner/compile/worth.ts';
import { Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Scope } from '#src/planner/scope.ts';
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
  const time = per?.unit ?? per?.part;
  if (time) throw twoAverages(time, item);
  const of = per?.of ?? (compound ? ctx : null);
  if (!of) return item;
  const home = context.sense(of).table;
  const path = home === item.table ? null : context.graph.toOne(item.table, home);
  if (!path) return item;
  const rows = context.sense(of).kind === 'table' && path.length === 1;
  if (!rows || !isEvent(builder.context, home)) throw twoAverages(of.text, item);
  return { ...item, per: home };
}

/** `average price per square foot`: one number divided by another. */
function refuseRatio(of: Thing['of'], { context }: Builder): void {
  const sense = context.sense(of);
  const [column] = sense.kind === 'column' ? sense.columns : [];
  if (column?.kind !== 'measure' || !isNumeric(column.type)) return;
  throw new Declined(
    'unsupported_question',
    `Is the number for each ${column.label} meant? Then ask "by ${column.label}"; ratios of two columns are not computed.`,
    of.text,
  );
}

const twoAverages = (of: string, { thing }: Item) =>
  new Declined(
    'ambiguous',
    `Is the average of single rows within each ${of} asked, or the average over their totals?`,
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
  context.assume(`The average is over rows of ${context.table(sense.table).label}.`);
  return true;
}

const plain = (of: Thing['of']): Thing => ({ of, ctx: null, aggregate: null, distinct: false });

/** The sum over the rows, divided by the number of what they belong to. */
export function averagePer(builder: Builder, sum: Expr, per: string, scope: Scope): Expr {
  const { context } = builder;
  if (!scope.reach(per)) throw new Declined('unsupported_question', 'The average is not clear.');
  const rows = context.table(per).label;
  context.assume(`The average is the total divided by the number of ${rows} that have any.`);
  const right: Expr = {
    kind: 'aggregate',
    fn: 'count',
    arg: scope.column(per, context.key(per)),
    distinct: true,
  };
  return { kind: 'arithmetic', op: '/', left: sum, right };
}
