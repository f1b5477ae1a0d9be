import lemmatizer from 'wink-lemmatizer';
import tagged from 'wink-lexicon/src/lexicon.js';
import words from 'wink-lexicon/src/wn-words.js';

const KNOWN = words as Readonly<Record<string, unknown>>;
const COMMON = tagged as Readonly<Record<string, unknown>>;

/** Whether WordNet 3.1 has a word, in any of its forms: what it has is no typing error of another one. */
export const isEnglish = (word: string): boolean =>
  [word, lemmatizer.noun(word), lemmatizer.verb(word), lemmatizer.adjective(word)].some((one) =>
    Object.hasOwn(KNOWN, one),
  );

/** Whether a word is common in English texts, by wink's lexicon of parts of speech. WordNet has `acc` and `mon`, too. */
export const isCommon = (word: string): boolean => Object.hasOwn(COMMON, word);
