import lemmatizer from 'wink-lemmatizer';
import { MEASURING } from '#src/language/en/operators.ts';
import { isAkin } from '#src/language/en/stem.ts';

/** Endings of nouns and verbs that have one stem. */
const ENDING =
  /^(?:e|y|i|ies|es|s|ed|d|ped|ing|ping|ment|yment|ation|tion|ion|al|ance|ery|ry|er|ers|ge|ged|ging)?$/;

/** Whether two words are forms of one: `shipped` and `ship`, `emergencies` and `emergency`, `delayed` and `delay`. */
export function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long) return true;
  if (short.length < 3) return false;
  const stems = short.length === 3 ? [short] : [short, short.replace(/(?:e|y|ies|ed|ing|er)$/, '')];
  return stems.some(
    (stem) => stem.length >= 3 && long.startsWith(stem) && ENDING.test(long.slice(stem.length)),
  );
}

/** Whether a word speaks of who plays a part: `sent` and `sender`, `received` and `receiver`, `managers` and `manager`. */
export function isRole(word: string, role: string): boolean {
  const verb = lemmatizer.verb(word);
  return isFormOf(role, word) || isFormOf(role, verb) || isAkin(verb, role);
}

/** Whether a word is a verb of what rows do or measure: `scoring`, `cost`. */
export const isDoing = (word: string): boolean => /..ing$/.test(word) || MEASURING.has(word);
