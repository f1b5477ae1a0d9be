import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Assignment, Sense } from '#src/planner/resolve.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** `genre` where genres are told apart by a column of that name: their rows and their names are the same. */
export function namesSame(
  some: Assignment,
  other: Assignment,
  tables: ReadonlyMap<string, CatalogTable>,
): boolean {
  const shows = (rows: Sense, named: Sense): boolean => {
    if (rows.kind !== 'table' || named.kind !== 'column' || rows.table !== named.table)
      return false;
    const shown = displayColumns(tables.get(rows.table)!);
    const same = JSON.stringify(shown.map(({ name }) => name));
    return (
      same === JSON.stringify(named.columns.map(({ name }) => name)) &&
      shown.every(({ profile }) => profile?.unique === true)
    );
  };
  return [...some].every(([mention, one]) => {
    const two = other.get(mention)!;
    return JSON.stringify(one) === JSON.stringify(two) || shows(one, two) || shows(two, one);
  });
}
