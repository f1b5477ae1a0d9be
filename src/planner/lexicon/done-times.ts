import lemmatizer from 'wink-lemmatizer';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Day } from '#src/planner/day.ts';
import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import type { ColumnSense } from '#src/planner/lexicon/senses.ts';
import { isPast } from '#src/planner/past.ts';
import type { Token } from '#src/planner/tokens.ts';
import { LINKING } from '#src/planner/words.ts';

/** Nouns that are no longer verb with an ending. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['bear', 'birth'],
  ['die', 'death'],
  ['marry', 'wedding'],
]);

/** The dates that a past form is said of: `delivered` of `delivery date`, `born` of `birth date`. */
export function doneTimes(token: Token, lexicon: Lexicon, now: Day): readonly ColumnSense[] {
  const verb = token.kind === 'word' && isPast(token.lower) ? lemmatizer.verb(token.lower) : null;
  if (verb === null || LINKING.has(verb)) return [];
  const noun = NOUNS.get(verb);
  const says = (word: string) =>
    word === noun || word === verb || (verb.length >= 4 && word.startsWith(verb));
  return lexicon.times
    .filter(({ columns: [column] }) => wordsOf(column.label).some(says))
    .map((sense) => ({ ...sense, planned: (sense.columns[0].profile?.max ?? '') > now }));
}
