import { Declined, Unread } from '#src/planner/frame.ts';
import type { Slot } from '#src/planner/slots.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** Why a mention fits nowhere; `anchor` is what it is said of, `slots` what else the question says. */
export function unfit(
  slot: Slot,
  anchor: { readonly table: string } | null,
  slots: readonly Slot[],
  tables: ReadonlyMap<string, CatalogTable>,
): Declined {
  const { mention, roles } = slot;
  if (!roles.has('value'))
    return new Unread(
      'not_in_data',
      `"${mention.text}" doesn't fit the rest of the question.`,
      mention.text,
    );
  // `customers in Hamburg` are not those of sales in a shop in Hamburg, where no shop is spoken of.
  const Reason = isOfNamedRows(slot, slots) ? Unread : Declined;
  return new Reason(
    'value_not_found',
    `"${mention.text}" wasn't found where the question looks for it.${foundIn(slot, anchor, tables)}`,
    mention.text,
  );
}

/** Whether the rows that have a value, or the column that does, are named in the question. */
function isOfNamedRows({ mention }: Slot, slots: readonly Slot[]): boolean {
  const named = new Set(
    slots
      .filter((one) => one.mention !== mention)
      .flatMap(({ mention: { tables, columns } }) =>
        [...tables, ...columns].filter(({ score }) => score >= NAMED),
      )
      .map(({ table }) => table.name),
  );
  return mention.values.some(({ table }) => named.has(table));
}

/** What names at least so surely names the thing by its own name. */
const NAMED = 0.85;

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
  return ` It's a value of ${column.label} in ${found.label}. Ask for ${asked.label} together with ${found.label}.`;
}
