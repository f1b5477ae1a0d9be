import { words } from '#src/language/tables.ts';
import type { Cursor } from '#src/planner/cursor.ts';
import { GRADED, SUPERLATIVES, type Superlative, VERB_COLUMNS } from '#src/planner/words.ts';

/** `most`, `least`, `fewest` and what they order. */
export type SuperlativeWord =
  | { readonly kind: 'graded'; readonly meaning: Superlative }
  /** `most`, `fewest`: of a number of rows or of a column. */
  | { readonly kind: 'many'; readonly direction: 'asc' | 'desc' }
  /** `most common`: of the rows that share a value. */
  | { readonly kind: 'frequent'; readonly direction: 'asc' | 'desc' };

const FREQUENT = words('common popular frequent frequently often commonly used prominent numerous');

/** Reads a superlative at the cursor. */
export function readSuperlative(cursor: Cursor): SuperlativeWord | null {
  return cursor.attempt(() => {
    cursor.skip(['the', 'a', 'an']);
    const word = cursor.word();
    if (word === 'top' && !cursor.peek(1)?.value) return null;
    if (word === 'most' && cursor.word(1) === 'recently') {
      cursor.at += 2;
      return { kind: 'graded', meaning: GRADED.get('recent')! };
    }
    if (word === 'most' || word === 'least' || word === 'fewest') {
      cursor.at++;
      const direction = word === 'most' ? 'desc' : 'asc';
      const next = cursor.word();
      if (FREQUENT.has(next) && word !== 'fewest') {
        cursor.at++;
        if (next === 'frequently' || next === 'commonly')
          cursor.takeAny(['used', 'occurring', 'ordered', 'mentioned']);
        return { kind: 'frequent', direction };
      }
      const graded = GRADED.get(next);
      if (graded) {
        cursor.at++;
        return { kind: 'graded', meaning: word === 'most' ? graded : flip(graded) };
      }
      return { kind: 'many', direction };
    }
    const done = readDoneMost(cursor);
    if (done) return { kind: 'graded', meaning: done };
    const meaning = SUPERLATIVES.get(word);
    if (!meaning) return null;
    cursor.at++;
    return { kind: 'graded', meaning };
  });
}

const MOST_DONE: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ['highest', 'desc'],
  ['best', 'desc'],
  ['top', 'desc'],
  ['lowest', 'asc'],
  ['worst', 'asc'],
]);
const DONE = new Set(['rated', 'paid', 'priced']);

/** `highest paid`, `best rated`: the verb names the column. */
function readDoneMost(cursor: Cursor): Superlative | null {
  const direction = MOST_DONE.get(cursor.word());
  const verb = cursor.word(1);
  const of = DONE.has(verb) ? VERB_COLUMNS.get(verb) : undefined;
  if (!direction || !of) return null;
  cursor.at += 2;
  return { direction, of };
}

function flip(meaning: Superlative): Superlative {
  return { ...meaning, direction: meaning.direction === 'asc' ? 'desc' : 'asc' };
}
