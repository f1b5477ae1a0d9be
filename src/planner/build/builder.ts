import type { BuildContext } from '#src/planner/build-context.ts';
import type { Frame, Order, Thing } from '#src/planner/frame.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** A thing with its mention resolved. */
export interface Item {
  readonly thing: Thing;
  readonly table: string;
  /** Null: the rows themselves. */
  readonly columns: readonly CatalogColumn[] | null;
}

export function itemOf(builder: Builder, thing: Thing): Item {
  const sense = builder.context.sense(thing.of);
  if (sense.kind === 'value') throw new Error('A thing is no value');
  return { thing, table: sense.table, columns: sense.kind === 'column' ? sense.columns : null };
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
