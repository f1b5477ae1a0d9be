import { foldToLemmas } from '#src/catalog/fold.ts';
import { words } from '#src/language/tables.ts';
import { amountCalledAs } from '#src/planner/amounts-of-rows.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { AskBack, Declined, type Thing } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { MONEY_WORDS } from '#src/query/money.ts';

/** Words of a column that holds what a row is worth. */
const WORTH = words('total amount value price revenue sum cost fee');

/** A sum of money and the like: it adds up over rows. */
export const isAmount = (column: CatalogColumn) =>
  column.additive === true &&
  column.kind === 'measure' &&
  !column.hidden &&
  (column.type === 'decimal' || column.type === 'float' || isMoney(column));

/** Whole numbers are amounts where their name says so. */
const isMoney = ({ type, label }: CatalogColumn): boolean =>
  type === 'integer' &&
  foldToLemmas(label)
    .split(' ')
    .some((word) => MONEY_WORDS.has(word));

const isWorded = ({ label }: CatalogColumn) =>
  foldToLemmas(label)
    .split(' ')
    .some((word) => WORTH.has(word));

/** The one amount of a table's rows; of several the one whose name says so: `total` beside `tax`. */
function worthColumn({ columns }: CatalogTable): CatalogColumn | null {
  const amounts = columns.filter(isAmount);
  const found = amounts.length === 1 ? amounts : amounts.filter(isWorded);
  return found.length === 1 ? found[0]! : null;
}

/** Rows without a name (orders, visits): nobody asks for a list of them with an average each. */
export function isEvent(context: BuildContext, name: string): boolean {
  const table = context.table(name);
  const shown = displayColumns(table);
  return shown.every((column) => table.primaryKey?.includes(column.name));
}

/** `average order value`, `average payment`: the amount that the rows have, or the rows that belong to them. */
export function worthItem(builder: Builder, thing: Thing, home: string): Item {
  const { context } = builder;
  const found = worthOf(context, home);
  if (thing.aggregate === 'sum') return totalItem(context, thing, home, found?.column ?? null);
  if (found && isCounted(thing))
    throw new Declined(
      'ambiguous',
      `Do you want the average number of ${thing.of.text}, or the average ${found.column.label} of a single one?`,
      thing.of.text,
    );
  if (!found)
    throw new Declined(
      'unsupported_question',
      `Which number is the value of ${context.table(home).label}?`,
      thing.of.text,
    );
  const { table, column } = found;
  if (table === home)
    context.assume(`The value of ${context.table(home).label} is taken from ${column.label}.`);
  return { thing, table, columns: [column], per: table === home ? null : home };
}

/** `average orders per day` is rather said of their number, unlike `average order`. */
function isCounted({ aggregate, of }: Thing): boolean {
  const { lemma, lower } = of.tokens.at(-1)!;
  return aggregate === 'avg' && lemma !== lower;
}

function worthOf(
  context: BuildContext,
  home: string,
): { readonly table: string; readonly column: CatalogColumn } | null {
  if (!isEvent(context, home)) return null;
  const own = worthColumn(context.table(home));
  if (own) return { table: home, column: own };
  const found = [...context.tables.values()].flatMap((table) => {
    const path = table.name === home ? null : context.graph.toOne(table.name, home);
    if (!path || path.length > 1) return [];
    return table.columns.filter(isAmount).map((column) => ({ table: table.name, column }));
  });
  const none = !context.table(home).columns.some(isAmount);
  return none && found.length === 1 ? found[0]! : null;
}

/** `total customers` are counted; of `total payments` either the number or the amount can be meant. */
function totalItem(
  context: BuildContext,
  thing: Thing,
  home: string,
  worth: CatalogColumn | null,
): Item {
  const { text } = thing.of;
  refuseMass(context, thing, home);
  if (thing.amount && !worth)
    throw new Declined('not_in_data', `Which number is the amount of ${text}?`, text);
  if (amountCalledAs(context.table(home)))
    return { thing: { ...thing, aggregate: 'count', worth: false }, table: home, columns: null };
  // `total amount of van hires`, where each hire has an amount.
  if (thing.amount && worth?.label.split(' ').includes('amount'))
    return { thing: { ...thing, worth: false }, table: home, columns: [worth] };
  if (worth)
    throw new AskBack(
      `Do you want the number of ${text}, or the sum of their ${worth.label}?`,
      thing.of,
      [`number of ${text}`, `${worth.label} of ${text}`],
    );
  refuseAmountOfRows(context, thing, home);
  context.assume(`Rows of ${context.table(home).label} are counted.`);
  return { thing: { ...thing, aggregate: 'count', worth: false }, table: home, columns: null };
}

/** `total sales` of rows that are called after an amount and have none: their number is not what is asked. */
function refuseAmountOfRows(context: BuildContext, { of }: Thing, home: string): void {
  const { lemma } = of.tokens.at(-1)!;
  if (!MONEY_WORDS.has(lemma)) return;
  throw new Declined(
    'not_in_data',
    `${context.table(home).label} have no amount to add up. Ask for the "number of ${of.text}".`,
    of.text,
  );
}

/** Units of what lasts. */
export const TIMES: ReadonlySet<string> = new Set(['s', 'min', 'h', 'days', 'ms']);

/** `the most downtime`: of rows that each last for a while, said in the singular, their number or how long they last. */
export function refuseMass(context: BuildContext, { of }: Thing, home: string): void {
  const { lemma, lower } = of.tokens.at(-1)!;
  const numbers = context
    .table(home)
    .columns.filter(({ kind, hidden }) => kind === 'measure' && !hidden);
  const [column] = numbers.filter(({ unit }) => unit !== null && TIMES.has(unit));
  if (lemma !== lower || !column || numbers.length > 1 || column.additive !== true) return;
  throw new Declined(
    'ambiguous',
    `Do you want the number of ${context.table(home).label}, or their ${column.label}?`,
    of.text,
  );
}

/** `the biggest payment`: the column that rows without a name are ranked by; null where none is sure. */
export function rankingWorth(context: BuildContext, home: string): CatalogColumn | null {
  const column = isEvent(context, home) ? worthColumn(context.table(home)) : null;
  if (column) context.assume(`${context.table(home).label} are compared by their ${column.label}.`);
  return column;
}
