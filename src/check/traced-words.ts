import { fold } from '#src/catalog/fold.ts';
import { sameStem } from '#src/check/name-words.ts';
import { FUNCTION_WORDS, GLUE } from '#src/planner/words.ts';

/** What words of somebody else's may be made of. */
export type KnownWords = ReadonlySet<string>;

/** The words of texts that are known: names of the data, values, the question's own. */
export const knownWords = (texts: readonly string[]): KnownWords => new Set(texts.flatMap(wordsIn));

/** Words of a text, folded; single letters and digits alone say nothing. */
export const wordsIn = (text: string): readonly string[] =>
  (fold(text.replaceAll('_', ' ')).match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).filter(
    (word) => !/^(.)\1*$/u.test(word),
  );

/** The first word of a text that says something and is not known; null where all trace to what is. */
export function untracedWord(text: string, known: KnownWords): string | null {
  const all = [...known];
  const isKnown = (word: string) =>
    known.has(word) ||
    FUNCTION_WORDS.has(word) ||
    GLUE.has(word) ||
    all.some((one) => sameStem(one, word));
  return wordsIn(text).find((word) => !isKnown(word)) ?? null;
}
