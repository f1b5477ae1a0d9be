import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Assignment } from '#src/planner/resolve.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';

/** By the name of each table the other tables that have the same columns: one file a month, one a branch. */
export type SameShape = ReadonlyMap<string, readonly CatalogTable[]>;

/** Finds the tables of one shape: the same names of columns, in any order and case. */
export function sameShape({ tables }: Catalog): SameShape {
  const shapes = Map.groupBy(tables, ({ columns }) =>
    JSON.stringify(columns.map(({ name }) => name.toLowerCase()).sort()),
  );
  const found = new Map<string, readonly CatalogTable[]>();
  for (const group of shapes.values())
    for (const table of group)
      if (group.length > 1)
        found.set(
          table.name,
          group.filter((one) => one !== table),
        );
  return found;
}

/**
 * Declines a reading that takes one of several tables of one shape although no word of the question tells it from the
 * others: its answer would be that of a part, and look like that of all.
 */
export function refuseOneOfShape(senses: Assignment, shapes: SameShape): void {
  for (const table of new Set([...senses.values()].map((sense) => sense.table))) {
    const twins = (shapes.get(table) ?? []).filter((twin) => !isTold(table, twin.name, senses));
    if (twins.length === 0) continue;
    const names = [table, ...twins.map(({ name }) => name)].sort();
    throw new Declined(
      'ambiguous',
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)} have the same columns. Name the table you mean.`,
    );
  }
}

/** Whether a word that was taken for something of a table could not be of its twin. */
const isTold = (table: string, twin: string, senses: Assignment): boolean =>
  [...senses].some(([mention, sense]) => sense.table === table && !mayBeOf(mention, twin));

const mayBeOf = ({ tables, columns, values }: Mention, twin: string): boolean =>
  [...tables, ...columns].some((one) => one.table.name === twin) ||
  values.some(({ table, match }) => table === twin && match !== 'near');
