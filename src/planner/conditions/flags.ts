import type { Clause } from '#src/planner/conditions/clause.ts';
import type { Condition } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isFlag } from '#src/planner/lexicon/flags.ts';
import { isPast } from '#src/planner/past.ts';

const STATING = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'not']);
const YES = new Set(['yes', 'true', 'set']);
const NO = new Set(['no', 'false', 'unset']);

/** `are active`, `active is false`: what follows the name of a column of yes and no. */
export function readFlag(clause: Clause, column: Mention): Condition | null {
  const { cursor, ctx } = clause;
  if (!isFlag(column)) return null;
  let negated = column.denied;
  cursor.attempt(() => {
    cursor.skip(['is', 'are', 'was', '=', 'equal', 'equals', 'to', 'set']);
    const said = cursor.word();
    if (!YES.has(said) && !NO.has(said)) return null;
    cursor.at++;
    if (NO.has(said)) negated = !negated;
    return true;
  });
  const near = STATING.has(cursor.mentions[column.index - 1]?.word ?? '') || isPast(column.word);
  return { kind: 'flag', ctx, negated, of: column, near };
}
