import { Declined, Unread } from '#src/planner/frame.ts';
import type { Slot } from '#src/planner/slots.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** Why a mention fits nowhere; `anchor` is what it is said of. */
export function unfit(
  slot: Slot,
  anchor: { readonly table: string } | null,
  tables: ReadonlyMap<string, CatalogTable>,
): Declined {
  const { mention, roles } = slot;
  return roles.has('value')
    ? new Declined(
        'value_not_found',
        `"${mention.text}" was not found where the question looks for it.${foundIn(slot, anchor, tables)}`,
        mention.text,
      )
    : new Unread(
        'not_in_data',
        `"${mention.text}" does not hang together with the rest of the question.`,
        mention.text,
      );
}

/** Where the data has a value that the question looks for elsewhere. */
function foundIn(
  { mention }: Slot,
  anchor: { readonly table: string } | null,
  tables: ReadonlyMap<string, CatalogTable>,
): string {
  const [hit] = mention.values.filter(({ match }) => match !== 'near');
  if (!hit || !anchor || anchor.table === hit.table) return '';
  const [found, asked] = [tables.get(hit.table)!, tables.get(anchor.table)!];
  const column = found.columns.find(({ name }) => name === hit.column)!;
  return ` It is the ${column.label} of ${found.label}; ask for ${asked.label} by what they have to do with ${found.label}.`;
}
