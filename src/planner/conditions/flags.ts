import type { Clause } from '#src/planner/conditions/clause.ts';
import { type Cursor, isTable } from '#src/planner/cursor.ts';
import { isFlag } from '#src/planner/flags.ts';
import type { Condition, Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isPast } from '#src/planner/past.ts';

/** `active customers`, `inactive customers`: a column of yes and no before the rows that it is of. */
export function readFlagBefore(cursor: Cursor, frame: Frame): boolean {
  const denies = ['non', 'not'].includes(cursor.word()) ? 1 : 0;
  const flag = cursor.peek(denies);
  const rows = cursor.peek(denies + 1);
  if (!flag || !isFlag(flag) || !isTable(rows) || isFlag(rows)) return false;
  cursor.at += denies + 1;
  const negated = flag.denied !== denies > 0;
  frame.conditions.push({ kind: 'flag', ctx: rows, negated, of: flag, near: true });
  return true;
}

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
