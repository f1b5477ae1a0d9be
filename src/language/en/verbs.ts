import lemmatizer from 'wink-lemmatizer';

/** What verbs tell of the rows that they are said of, by the noun that a column may be called: `products that cost 5`. */
export const TOLD_BY_VERBS: ReadonlyMap<string, string> = new Map([
  ['cost', 'price'],
  ['costs', 'price'],
  ['weigh', 'weight'],
  ['weighs', 'weight'],
]);

/** `shipped`, `taken`: a form of a verb that tells what was done. */
export const isParticiple = (word: string): boolean => /(?:ed|en)$/.test(word);

/** Whether a word is a verb by its form; null where the form does not tell: `teach`. */
export function isVerbForm(word: string): boolean | null {
  const base = lemmatizer.verb(word);
  if (/(?:ed|ing|en)$/.test(word) || (base !== word && !word.endsWith('s'))) return base !== word;
  // `didnt` denies.
  return word.endsWith('nt') ? false : null;
}
