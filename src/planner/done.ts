import type { Condition } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isPast } from '#src/planner/past.ts';

/**
 * Whether a verb says what was done to rows that have a date of it (`closed`, where tickets have a `closed on`), rather
 * than asks for that date.
 */
export const isDone = (mention: Mention | null): boolean =>
  mention !== null &&
  mention.tables.length === 0 &&
  mention.columns.length > 0 &&
  mention.columns.every(({ columns }) => columns[0].kind === 'time') &&
  isPast(mention.word);

/** Whether some rows lack the date, so that the verb tells rows apart. */
export const tellsRows = ({ columns }: Mention): boolean =>
  columns.some(
    ({ columns: [column], planned }) => !planned && (column.profile?.nullCount ?? 0) > 0,
  );

/** Rows to which it was done have its date. */
export const doneCondition = (of: Mention, ctx: Mention | null): Condition => ({
  kind: 'empty',
  ctx,
  negated: true,
  of,
});
