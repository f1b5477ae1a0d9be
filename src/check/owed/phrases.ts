import type { Phrase, PhraseRow } from '#src/language/tables.ts';
import type { Token } from '#src/planner/tokens.ts';

const isAt = (tokens: readonly Token[], start: number, phrase: Phrase) =>
  start >= 0 && phrase.every((word, index) => tokens[start + index]?.lower === word);

/** Where a phrase begins that ends right before a token, with what may stand between; null where there is none. */
export function startBefore(
  tokens: readonly Token[],
  at: number,
  phrases: readonly Phrase[],
  between: ReadonlySet<string>,
): number | null {
  return found(tokens, at, phrases, between)?.start ?? null;
}

/** The phrase with a meaning that ends right before a token, with what may stand between: "over the 20". */
export function meaningBefore<Meaning>(
  tokens: readonly Token[],
  at: number,
  rows: readonly PhraseRow<Meaning>[],
  between: ReadonlySet<string>,
): { readonly start: number; readonly means: Meaning } | null {
  const phrases = rows.map(({ phrase }) => phrase);
  const here = found(tokens, at, phrases, between);
  const row = here && rows[here.index];
  return row ? { start: here.start, means: row.means } : null;
}

function found(
  tokens: readonly Token[],
  at: number,
  phrases: readonly Phrase[],
  between: ReadonlySet<string>,
): { readonly start: number; readonly index: number } | null {
  let end = at;
  while (end > 0 && between.has(tokens[end - 1]?.lower ?? '')) end--;
  for (const stop of end === at ? [at] : [at, end])
    for (const [index, phrase] of phrases.entries()) {
      const start = stop - phrase.length;
      if (isAt(tokens, start, phrase)) return { start, index };
    }
  return null;
}

/** The phrase with a meaning that begins at a token. */
export function meaningAt<Meaning>(
  tokens: readonly Token[],
  at: number,
  rows: readonly PhraseRow<Meaning>[],
): { readonly end: number; readonly means: Meaning } | null {
  const row = rows.find(({ phrase }) => isAt(tokens, at, phrase));
  return row ? { end: at + row.phrase.length, means: row.means } : null;
}

/** Whether a phrase stands somewhere among the words. */
export const hasPhrase = (tokens: readonly Token[], phrases: readonly Phrase[]): boolean =>
  tokens.some((_, at) => phrases.some((phrase) => isAt(tokens, at, phrase)));
