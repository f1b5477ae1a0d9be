import { wordsOf } from '#src/catalog/name-keys.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import type { Frame, Order, Thing } from '#src/planner/frame.ts';
import type { NamedColumns } from '#src/planner/lexicon/senses.ts';
import { checkVerb } from '#src/planner/predicates/periods.ts';
import { timeColumn } from '#src/planner/predicates/time-column.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { MONEY_WORDS } from '#src/query/money.ts';

/** A thing with its mention resolved. */
export interface Item {
  readonly thing: Thing;
  readonly table: string;
  /** Null: the rows themselves. */
  readonly columns: NamedColumns | null;
  /** Table whose rows an average is taken over, where that is not the table of the column. */
  readonly per?: string | null;
}

export function itemOf(builder: Builder, thing: Thing): Item {
  const sense = builder.context.sense(thing.of);
  if (sense.kind === 'value') throw new Error("A table isn't a value");
  if (thing.implied)
    builder.context.assume(`Rows of ${builder.context.table(sense.table).label} are counted.`);
  if (thing.dated) return datedItem(builder, thing, sense.table);
  const columns = sense.kind === 'column' ? sense.columns : null;
  if (isQuantity(thing, sense.table, columns)) {
    builder.context.assume(`${columns![0]!.label} is summed.`);
    return { thing: { ...thing, aggregate: 'sum' }, table: sense.table, columns };
  }
  return { thing, table: sense.table, columns };
}

/** Whether the values of an item are each of one row. */
export function tellsApart(builder: Builder, item: Item): boolean {
  return isKeyed(builder, item) || item.columns!.some((column) => column.profile?.unique === true);
}

/** Whether an item tells rows apart: grouping by it would make groups of one. */
export function isKeyed(builder: Builder, item: Item): boolean {
  const key = builder.context.table(item.table).primaryKey;
  return item.columns!.some((column) => key?.length === 1 && key[0] === column.name);
}

/** What building one query works on. */
export interface Builder {
  readonly frame: Frame;
  readonly context: BuildContext;
  readonly items: readonly Item[];
  readonly orders: readonly { readonly order: Order; readonly item: Item | null }[];
  /** Table whose rows are asked; null where none is named. */
  readonly entity: string | null;
}

/** `how many units`: a column that holds numbers of things is added up, not counted. */
function isQuantity(thing: Thing, home: string, columns: readonly CatalogColumn[] | null): boolean {
  const column = columns?.length === 1 ? columns[0]! : null;
  const word = thing.of.tokens.at(-1)!;
  return (
    thing.aggregate === 'count' &&
    !thing.distinct &&
    // `how many engineers` of a column that refers to other rows, which are called so.
    thing.of.tables.every(({ table }) => table.name === home) &&
    column?.type === 'integer' &&
    column.kind === 'measure' &&
    column.additive === true &&
    !wordsOf(column.label).some((one) => MONEY_WORDS.has(one)) &&
    word.lemma !== word.lower
  );
}

function datedItem({ context }: Builder, thing: Thing, home: string): Item {
  const { table, column } = timeColumn(context, home, null, thing.dated?.verb ?? null);
  if (thing.dated?.verb) checkVerb(thing.dated.verb, table, column, context);
  return { thing, table, columns: [column] };
}
