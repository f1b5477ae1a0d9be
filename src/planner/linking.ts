import lemmatizer from 'wink-lemmatizer';
import { type Cursor, isNamed, isTable } from '#src/planner/cursor.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { LINKING } from '#src/planner/words.ts';

/** Words after which a form that could be a noun is a verb: `who order`, `does it ship`. */
const BEFORE_VERB = new Set(
  'who that which do does did have has had not never to can could they it we you also both ever i'.split(
    ' ',
  ),
);

/**
 * Whether the word here is a verb that only links the mentions around it. A form that is a noun too (`orders`) counts
 * as one only where the words before it make it a verb, so that no content is passed over.
 */
export function isLinkingVerb(cursor: Cursor): boolean {
  const word = cursor.word();
  if (isParticle(cursor)) return true;
  const lemma = word === '' ? '' : lemmatizer.verb(word);
  if (!LINKING.has(lemma)) return false;
  const mention = cursor.peek()!;
  if (mention.values.length > 0 || mention.acts) return false;
  if (word !== lemma && word !== `${lemma}s` && word !== `${lemma}es`) return true;
  const previous: Mention | undefined = cursor.mentions[cursor.at - 1];
  if (!previous) return false;
  return (
    BEFORE_VERB.has(previous.word) ||
    isTable(previous) ||
    previous.values.length > 0 ||
    (isNamed(previous) && word === lemma)
  );
}

/** `up` in `signed up`: belongs to the verb before it. */
export function isParticle(cursor: Cursor): boolean {
  const before = cursor.mentions[cursor.at - 1];
  const mention = cursor.peek();
  if (!before || !mention || mention.word !== 'up' || isNamed(mention)) return false;
  return LINKING.has(lemmatizer.verb(before.word));
}
