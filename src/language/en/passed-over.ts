import lemmatizer from 'wink-lemmatizer';
import { isPlainDeed } from '#src/language/en/verbs.ts';
import { words } from '#src/language/tables.ts';

/**
 * Words that ask nothing of the data where nothing is read in them: they say how the rest is meant to be counted, put in order
 * or shown.
 *
 * `the names in alphabetical order`
 */
const OF_ASKING = words(
  `how many much long often far old times once twice only ever yet still so together along well across among between per
   alphabetical alphabetically alphabetic lexicographic lexicographical lexicographically increasing decreasing order ordering
   way manner information info word words letter letters phrase string substring text part everybody everyone anyone anybody
   somebody someone kinds sort sorts overall total altogether summed available using difference differences regarding compared`,
);

/** Verbs that say no more than that rows are there, or have to do with others. */
const OF_BELONGING = words(
  `belong correspond associate relate exist happen occur appear come go lie locate situate base live reside participate possess
   classify work see know`,
);

/** Whether a word, where nothing was read in it, leaves nothing of a question out. */
export const isIdleWord = (word: string): boolean =>
  OF_ASKING.has(word) || isPlainDeed(word) || OF_BELONGING.has(lemmatizer.verb(word));
