import type { CatalogTable, PhysicalName, ReadColumn } from '#src/plugin-api/catalog.ts';

/** How a column of a table is closed. */
export type Closed = 'hidden' | 'sensitive' | null;

/** What a view shows of closed columns. */
export interface ViewClosure {
  /** Its conditions, keys or joins read a closed column: it can be shown no more than a statement that does. */
  readonly whole: Closed;
  column(name: string): Closed;
}

type Viewed = Pick<CatalogTable, 'reads'>;

/**
 * What is closed of a view since it shows columns of other tables that are: a column that is made of a hidden one is
 * hidden, of a sensitive one sensitive, and only where nothing is told of that but whether there is a value neither.
 * `closed` tells of the columns of all tables of the database.
 */
export function viewClosure({ reads }: Viewed, closed: (read: ReadColumn) => Closed): ViewClosure {
  const strictest = (columns: readonly ReadColumn[]): Closed => {
    const found = columns.map((read) => {
      const how = closed(read);
      return how === 'sensitive' && read.counted ? null : how;
    });
    if (found.includes('hidden')) return 'hidden';
    return found.includes('sensitive') ? 'sensitive' : null;
  };
  return {
    whole: strictest(reads?.elsewhere ?? []),
    column: (name) =>
      strictest(reads && Object.hasOwn(reads.columns, name) ? reads.columns[name]! : []),
  };
}

/** Names a column of a database, whatever the case: servers differ in it. */
export const readKey = ({ schema, table, column }: ReadColumn): string =>
  JSON.stringify([schema, table, column]).toLowerCase();

export const columnKey = ({ schema, table }: PhysicalName, column: string): string =>
  readKey({ schema, table, column });
