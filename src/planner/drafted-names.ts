import type { Mention } from '#src/planner/lattice.ts';
import type { Assignment, Sense } from '#src/planner/resolve.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** One sentence for each word of a question that was taken for a table or column by a synonym nobody confirmed. */
export function draftedNames(
  senses: Assignment,
  tables: ReadonlyMap<string, CatalogTable>,
): readonly string[] {
  return [...senses].flatMap(([mention, sense]) =>
    sense.kind !== 'value' && isDrafted(mention, sense)
      ? [readAs(mention.text, nameOf(sense, tables.get(sense.table)!))]
      : [],
  );
}

/** The assumption that a drafted synonym is. */
export const readAs = (text: string, name: string): string =>
  `"${text}" was taken to mean the ${name}, based on a draft synonym.`;

type Named = Exclude<Sense, { kind: 'value' }>;

function isDrafted({ tables, columns }: Mention, sense: Named): boolean {
  const own =
    sense.kind === 'table'
      ? tables.find(({ table }) => table.name === sense.table)
      : columns.find((one) => one.table.name === sense.table && one.columns === sense.columns);
  return own?.drafted === true;
}

const nameOf = (sense: Named, table: CatalogTable): string =>
  sense.kind === 'table'
    ? `table ${table.label}`
    : `column ${sense.columns.map(({ label }) => label).join(' and ')} of ${table.label}`;
