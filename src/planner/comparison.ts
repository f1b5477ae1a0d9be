import { words } from '#src/language/tables.ts';
import type { Cursor } from '#src/planner/cursor.ts';
import { COMPARATIVES, type Superlative } from '#src/planner/words.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';

export interface Comparator {
  readonly op: ComparisonOperator;
  /** The comparative that named it, `older than`; null for plain ones. */
  readonly by: Superlative | null;
}

const PHRASES: readonly (readonly [string, ComparisonOperator])[] = [
  ['greater than or equal to', '>='],
  ['more than or equal to', '>='],
  ['larger than or equal to', '>='],
  ['higher than or equal to', '>='],
  ['less than or equal to', '<='],
  ['smaller than or equal to', '<='],
  ['lower than or equal to', '<='],
  ['equal to or more than', '>='],
  ['equal to or greater than', '>='],
  ['equal to or less than', '<='],
  ['equal or more than', '>='],
  ['no less than', '>='],
  ['no fewer than', '>='],
  ['not less than', '>='],
  ['no more than', '<='],
  ['not more than', '<='],
  ['no greater than', '<='],
  ['at least', '>='],
  ['a minimum of', '>='],
  ['at most', '<='],
  ['up to', '<='],
  ['a maximum of', '<='],
  ['more than', '>'],
  ['greater than', '>'],
  ['bigger than', '>'],
  ['higher than', '>'],
  ['larger than', '>'],
  ['in excess of', '>'],
  ['fewer than', '<'],
  ['less than', '<'],
  ['smaller than', '<'],
  ['lower than', '<'],
  ['not equal to', '<>'],
  ['other than', '<>'],
  ['equal to', '='],
  ['equals to', '='],
  ['exceeding', '>'],
  ['exceeds', '>'],
  ['exceed', '>'],
  ['above', '>'],
  ['over', '>'],
  ['beyond', '>'],
  ['below', '<'],
  ['under', '<'],
  ['exactly', '='],
  ['>=', '>='],
  ['<=', '<='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['>', '>'],
  ['<', '<'],
  ['=', '='],
];

const SPLIT = PHRASES.map(([phrase, op]) => [phrase.split(' '), op] as const);

/** Reads a comparison before its value: `at least`, `more than`, `older than`, `>=`. */
export function readComparator(cursor: Cursor): Comparator | null {
  for (const [words, op] of SPLIT) if (cursor.take(...words)) return { op, by: null };
  if (['only', 'just'].includes(cursor.word()) && cursor.peek(1)?.value != null) {
    cursor.at++;
    return { op: '=', by: null };
  }
  const by = COMPARATIVES.get(cursor.word());
  if (by && cursor.word(1) === 'than') {
    cursor.at += 2;
    const orEqual = cursor.take('or', 'equal', 'to');
    const op = by.direction === 'desc' ? '>' : '<';
    return { op: orEqual ? `${op}=` : op, by };
  }
  return null;
}

const UP = words('more above greater higher larger over older longer up');
const DOWN = new Set(['less', 'fewer', 'below', 'lower', 'smaller', 'under', 'younger', 'shorter']);

/** Reads what may follow a number: `or more`, `and above`. */
export function readAfterNumber(cursor: Cursor): ComparisonOperator | null {
  if (cursor.word() !== 'or' && cursor.word() !== 'and') return null;
  const word = cursor.word(1);
  const op = UP.has(word) ? '>=' : DOWN.has(word) ? '<=' : null;
  // `under 500 or over 2000` is another bound.
  if (op === null || cursor.word(2) === 'than' || cursor.peek(2)?.value != null) return null;
  cursor.at += 2;
  return op;
}

/** A plain number, or null. */
export function readNumber(cursor: Cursor): number | null {
  const value = cursor.peek()?.value ?? null;
  if (value === null) return null;
  cursor.at++;
  return value;
}
