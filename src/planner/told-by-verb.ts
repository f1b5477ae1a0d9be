import type { PhraseRow } from '#src/language/tables.ts';
import { RELATIVE } from '#src/planner/question-words.ts';
import type { Token } from '#src/planner/tokens.ts';

/**
 * What a verb tells of the rows before it, where a bound follows: `products that cost more than 100` tells their price as
 * well as a number of theirs that is called cost. The noun of it; null where no such verb stands at the token.
 */
export function toldByVerb(
  tokens: readonly Token[],
  at: number,
  words: {
    readonly told: ReadonlyMap<string, string>;
    readonly comparators: readonly PhraseRow<unknown>[];
  },
  /** Whether the word before the verb names rows. */
  isRows: (before: Token) => boolean,
): string | null {
  const noun = words.told.get(tokens[at]?.lower ?? '');
  const before = tokens[at - 1];
  if (noun === undefined || !before) return null;
  const compares = words.comparators.some(({ phrase }) =>
    phrase.every((word, index) => {
      const token = tokens[at + 1 + index];
      return token?.kind !== 'quoted' && token?.lower === word;
    }),
  );
  if (!compares) return null;
  const isPlural = before.lower !== before.lemma;
  return RELATIVE.has(before.lower) || (isPlural && isRows(before)) ? noun : null;
}
