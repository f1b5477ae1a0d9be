import lemmatizer from 'wink-lemmatizer';
import { words } from '#src/language/tables.ts';
import { type Cursor, isNamed, isTable } from '#src/planner/cursor.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { RELATIVE } from '#src/planner/question-words.ts';
import { LINKING } from '#src/planner/words.ts';

/** Words after which a form that could be a noun is a verb: `who order`, `does it ship`. */
const BEFORE_VERB = words(
  'who that which do does did have has had not never to can could they it we you also both ever i',
);

/** Whether a verb only links what is said, whatever the data has. */
export const isLinking = (word: string): boolean => LINKING.has(lemmatizer.verb(word));

/** Plain forms that rather tell a state: `accounts open in June`. */
const ADJECTIVES = new Set(['open', 'direct']);
const ASKED = new Set(['do', 'does', 'did']);

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
  if (mention.acts || (mention.values.length > 0 && !isPlainVerb(cursor, lemma))) return false;
  if (word !== lemma && word !== `${lemma}s` && word !== `${lemma}es`) return true;
  const previous: Mention | undefined = cursor.mentions[cursor.at - 1];
  if (!previous) return false;
  if (ADJECTIVES.has(word))
    return (
      BEFORE_VERB.has(previous.word) ||
      cursor.mentions.slice(0, cursor.at).some((one) => ASKED.has(one.word))
    );
  return (
    BEFORE_VERB.has(previous.word) ||
    isTable(previous) ||
    previous.values.length > 0 ||
    (isNamed(previous) && word === lemma)
  );
}

/** `tracks that belong to …` where a track is called "Belong": a verb in its plain form, written like none of the values. */
function isPlainVerb(cursor: Cursor, lemma: string): boolean {
  const { word, values } = cursor.peek()!;
  const before = cursor.mentions[cursor.at - 1] ?? null;
  const said = RELATIVE.has(before?.word ?? '') || isTable(before);
  const plain = word === lemma || word === `${lemma}s`;
  return said && plain && values.every(({ match }) => match !== 'exact');
}

/** `up` in `signed up`: belongs to the verb before it. */
export function isParticle(cursor: Cursor): boolean {
  const before = cursor.mentions[cursor.at - 1];
  const mention = cursor.peek();
  if (!before || !mention || mention.word !== 'up' || isNamed(mention)) return false;
  return LINKING.has(lemmatizer.verb(before.word));
}
