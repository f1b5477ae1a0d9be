import { ABSENCE } from '#src/planner/condition-words.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { type Cursor, isColumn, meansTable } from '#src/planner/cursor.ts';
import type { Condition } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isFlag } from '#src/planner/lexicon/flags.ts';

const ARTICLES = new Set(['a', 'an', 'any']);
const HAVING = new Set(['have', 'has', 'had', 'having']);
const AFTER = new Set(['?', '.', ',', ';', 'and', 'or', 'but', 'in', 'for', 'from', 'by', 'per']);

/** `without a delivery date`, `have no email`, `with a discount`: whether rows have a value in a column at all. */
export function readHeld({ cursor, ctx }: Clause, mention: Mention): Condition | null {
  if (!isColumn(mention) || meansTable(mention) || isEvent(mention) || !opensHeld(cursor, mention))
    return null;
  const next = cursor.peek(1);
  if (next && !next.period && !AFTER.has(next.word)) return null;
  // `have cost and price over 40`: what is said of the second is said of both.
  if ((next?.word === 'and' || next?.word === 'or') && isColumn(cursor.peek(2))) return null;
  cursor.at++;
  return { kind: 'held', ctx, negated: false, of: mention };
}

/** `with a trial` where a column says when one ended: a date is held only where it is named in full. */
const isEvent = ({ columns }: Mention): boolean =>
  columns.some(({ columns: [column], score }) => column.kind === 'time' && score < 0.85);

/** `with salary` may ask for the column; a denial, an article, a verb or a column of yes and no tells rows apart. */
function opensHeld({ mentions, at }: Cursor, mention: Mention): boolean {
  const article = ARTICLES.has(mentions[at - 1]?.word ?? '');
  const before = mentions[at - (article ? 2 : 1)]?.word ?? '';
  const told = article || isFlag(mention);
  return ABSENCE.has(before) || HAVING.has(before) || (told && before === 'with');
}
