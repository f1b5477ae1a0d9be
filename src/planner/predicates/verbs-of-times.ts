import lemmatizer from 'wink-lemmatizer';
import { VERBS_OF_TIMES } from '#src/language/en/grammar.ts';
import { isAkin } from '#src/language/en/stem.ts';
import type { Phrase } from '#src/language/tables.ts';

/** The words of a verb that a date is said of by another one: `joined in 2018`, of a date that customers became it. */
export const saidOtherwise = (verb: string, words: readonly string[]): Phrase | undefined =>
  VERBS_OF_TIMES.find(
    ({ phrase, means }) =>
      lemmatizer.verb(phrase[0]!) === verb &&
      means.verbs.some((one) => words.some((word) => isAkin(word, one))),
  )?.phrase;

/** The base form of a verb that tells a time of rows, whatever that is called: `hired`, of a `start date`. */
export const verbOfTime = (word: string): string | null =>
  VERBS_OF_TIMES.some(({ phrase }) => phrase.length === 1 && phrase[0] === word)
    ? lemmatizer.verb(word)
    : null;
