import lemmatizer from 'wink-lemmatizer';

/** `shipped`, `taken`: a form of a verb that tells what was done. */
export const isParticiple = (word: string): boolean => /(?:ed|en)$/.test(word);

/** Whether a word is a verb by its form; null where the form does not tell: `teach`. */
export function isVerbForm(word: string): boolean | null {
  const base = lemmatizer.verb(word);
  if (/(?:ed|ing|en)$/.test(word) || (base !== word && !word.endsWith('s'))) return base !== word;
  // `didnt` denies.
  return word.endsWith('nt') ? false : null;
}
