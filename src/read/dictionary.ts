import lemmatizer from 'wink-lemmatizer';
import words from 'wink-lexicon/src/wn-words.js';

const KNOWN = words as Readonly<Record<string, unknown>>;

/** Whether WordNet 3.1 has a word, in any of its forms: what it has is no typing error of another one. */
export const isEnglish = (word: string): boolean =>
  [word, lemmatizer.noun(word), lemmatizer.verb(word), lemmatizer.adjective(word)].some((one) =>
    Object.hasOwn(KNOWN, one),
  );
