import type { BuildContext } from '#src/planner/compile-context.ts';
import { Declined, type Thing, Unread } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** The one column that a thing names. */
export function columnOf(
  thing: Thing,
  context: BuildContext,
): { table: string; column: CatalogColumn } {
  return columnIn(thing.of, context);
}

export function columnIn(
  mention: Thing['of'],
  context: BuildContext,
): { table: string; column: CatalogColumn } {
  const sense = context.sense(mention);
  if (sense.kind === 'column' && sense.columns.length === 1)
    return { table: sense.table, column: sense.columns[0] };
  if (sense.kind === 'table') {
    const columns = displayColumns(context.table(sense.table));
    if (columns.length === 1) return { table: sense.table, column: columns[0]! };
  }
  throw new Declined(
    'unsupported_question',
    `"${mention.text}" matches no column, or more than one. Name one column.`,
    mention.text,
  );
}

/** The column that a comparative speaks of without naming it: `older` → age. */
export function impliedColumn(
  implied: readonly string[],
  context: BuildContext,
  table: string,
): { table: string; column: CatalogColumn } {
  for (const word of implied) {
    const found = context
      .table(table)
      .columns.filter(
        (column) =>
          !column.hidden &&
          isNumeric(column.type) &&
          column.label.toLowerCase().split(' ').includes(word),
      );
    if (found.length > 1)
      throw new Declined(
        'ambiguous',
        `"${word}" can mean several columns: ${found.map((one) => one.label).join(', ')}.`,
        word,
      );
    if (found.length === 1) {
      context.assume(`The comparison uses ${found[0]!.label}.`);
      return { table, column: found[0]! };
    }
  }
  throw new Unread(
    'unsupported_question',
    "The question doesn't say which column to compare.",
    implied[0] ?? null,
  );
}
