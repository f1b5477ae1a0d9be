import { type Builder, type Item, itemOf } from '#src/planner/build/builder.ts';
import { Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr } from '#src/plugin-api/query.ts';

/** A sum of money and the like: it adds up over rows. */
export const isAmount = (column: CatalogColumn) =>
  column.additive === true &&
  column.kind === 'measure' &&
  !column.hidden &&
  (column.type === 'decimal' || column.type === 'float');

/** `average order value`: the one amount that the rows of a table have, or the rows that belong to them. */
export function worthItem(builder: Builder, thing: Thing, home: string): Item {
  const { context } = builder;
  const found = [...context.tables.values()].flatMap((table) => {
    const path = table.name === home ? [] : context.graph.toOne(table.name, home);
    if (!path || path.length > 1) return [];
    return table.columns.filter(isAmount).map((column) => ({ table: table.name, column }));
  });
  if (found.length !== 1 || !isEvent(builder, home))
    throw new Declined(
      'unsupported_question',
      `What is the value of ${context.table(home).label}?`,
      thing.of.text,
    );
  const [{ table, column }] = found as [(typeof found)[0]];
  return { thing, table, columns: [column], per: table === home ? null : home };
}

/**
 * `average order revenue`, `average revenue per order`: an amount that each order has many of is divided by the number
 * of orders. Averages that may be of single rows or of their totals are declined.
 */
export function dividedItem(builder: Builder, item: Item): Item {
  const { context, frame } = builder;
  const { ctx, aggregate, compound } = item.thing;
  const column = item.columns?.length === 1 ? item.columns[0]! : null;
  if (aggregate !== 'avg' || !column || !isAmount(column) || item.per) return item;
  const per = frame.groups.find((group) => group.per);
  if (per?.unit) throw twoAverages(per.unit, item);
  const of = per?.of ?? (compound ? ctx : null);
  if (!of) return item;
  const home = context.sense(of).table;
  const path = home === item.table ? null : context.graph.toOne(item.table, home);
  if (!path) return item;
  const rows = context.sense(of).kind === 'table' && path.length === 1;
  if (!rows || !isEvent(builder, home)) throw twoAverages(of.text, item);
  return { ...item, per: home };
}

/** Rows without a name (orders, visits): nobody asks for a list of them with an average each. */
function isEvent({ context }: Builder, name: string): boolean {
  const table = context.table(name);
  const shown = displayColumns(table);
  return shown.length > 0 && shown.every((column) => table.primaryKey?.includes(column.name));
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
  const groups = frame.groups.filter(
    ({ per, of }) => !(per && of && divided.has(itemOf(builder, plain(of)).table)),
  );
  return groups.length === frame.groups.length ? frame : { ...frame, groups };
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
