import type { Token } from '#src/planner/tokens.ts';

type Phrases<T> = readonly (readonly [readonly string[], T])[];

/** The phrase that ends right before a token, with what may stand between (`over the 20`, `not in the East`). */
export function phraseBefore<T>(
  tokens: readonly Token[],
  at: number,
  phrases: Phrases<T>,
  between: ReadonlySet<string>,
): { readonly start: number; readonly meaning: T } | null {
  let end = at;
  while (end > 0 && between.has(tokens[end - 1]?.lower ?? '')) end--;
  for (const stop of end === at ? [at] : [at, end])
    for (const [words, meaning] of phrases) {
      const start = stop - words.length;
      if (start >= 0 && words.every((word, index) => tokens[start + index]?.lower === word))
        return { start, meaning };
    }
  return null;
}

/** The phrase that begins at a token. */
export function phraseAt<T>(tokens: readonly Token[], at: number, phrases: Phrases<T>) {
  for (const [words, meaning] of phrases)
    if (words.every((word, index) => tokens[at + index]?.lower === word))
      return { end: at + words.length, meaning };
  return null;
}
