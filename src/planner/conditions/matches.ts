import type { Clause } from '#src/planner/conditions/clause.ts';
import { askedColumn, isTheirName } from '#src/planner/conditions/their-name.ts';
import { type Cursor, isColumn, meansTable } from '#src/planner/cursor.ts';
import type { Condition, MatchMode } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { FUNCTION_WORDS } from '#src/planner/words.ts';

/** `contains 'ab'`, `starts with A`, `with the letter s`. */
export function readMatch(clause: Clause, column: Mention | null): Condition | null {
  const { cursor } = clause;
  return cursor.attempt(() => {
    cursor.skip(['that', 'which']);
    const inside = column ? null : readInside(clause);
    if (inside) return inside;
    const mode = readMode(cursor);
    const of = column ?? clause.last ?? onlyColumn(clause);
    if (!mode || !of) return null;
    cursor.takeAny(
      'the word|the phrase|the substring|the string|the letters|the letter|letter|word|substring|phrase',
    );
    // `starts with a T`, unlike `starts with A`.
    if (cursor.word() === 'a' && /^[\p{L}\p{N}]/u.test(cursor.peek(1)?.text ?? '')) cursor.at++;
    const text = cursor.peek();
    if (!text || text.word === ',' || text.word === '?') return null;
    if (FUNCTION_WORDS.has(text.word) && text.word.length > 1) return null;
    cursor.at++;
    return { kind: 'match', ctx: clause.ctx, negated: false, of, mode, text: text.text };
  });
}

/** `the substring 'ab' in their names`. */
function readInside(clause: Clause): Condition | null {
  const { cursor } = clause;
  return cursor.attempt(() => {
    cursor.skip(['the', 'a']);
    if (!cursor.takeAny(['substring', 'word', 'phrase', 'letter', 'letters', 'string']))
      return null;
    const text = cursor.peek();
    if (!text || FUNCTION_WORDS.has(text.word)) return null;
    cursor.at++;
    cursor.takeAny(['as a part of', 'as part of', 'in', 'as a substring in']);
    cursor.skip(['their', 'its', 'the', 'his', 'her']);
    const of = cursor.peek();
    if (!isColumn(of)) return null;
    cursor.at++;
    return {
      kind: 'match',
      ctx: clause.ctx,
      negated: false,
      of: isTheirName(clause, of) ? askedColumn(clause)! : of,
      mode: 'contains',
      text: text.text,
    };
  });
}

/** The column that is asked, where it is one. */
function onlyColumn(clause: Clause): Mention | null {
  const { select } = clause.frame;
  const only = select.length === 1 && select[0]!.aggregate === null ? select[0]!.of : null;
  return isColumn(only) && !meansTable(only) ? only : null;
}

function readMode(cursor: Cursor): MatchMode | null {
  if (
    cursor.takeAny([
      'contains',
      'contain',
      'containing',
      'includes the',
      'include the',
      'including the',
      'like',
      'has the substring',
      'with the substring',
      'has the word',
      'has the letter',
      'with the letter',
      'have the letter',
      'contained',
    ])
  )
    return 'contains';
  if (
    cursor.takeAny(
      'starts with|start with|starting with|begins with|begin with|beginning with|started with',
    )
  )
    return 'starts';
  if (cursor.takeAny(['ends with', 'end with', 'ending with', 'ends in', 'ending in']))
    return 'ends';
  return null;
}
