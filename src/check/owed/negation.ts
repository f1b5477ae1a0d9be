import { isNamed } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';

/** "Never", "without", "not": something is left out, or told by what it has none of. */
export const negationOwed: ReadObligations = (asked) => {
  const { tokens, text, words: language } = asked;
  const at = tokens.findIndex(
    ({ kind, lower }, place) =>
      kind === 'word' &&
      language.negating.has(lower) &&
      !language.notNegating.has(tokens[place + 1]?.lower ?? '') &&
      (tokens[place + 1]?.value == null ||
        language.negatedNumbers?.has(tokens[place + 1]!.lower)) &&
      !isNamed(asked, place),
  );
  if (at < 0 || language.alternative.has(tokens[at - 1]?.lower ?? '')) return [];
  const words = text(at, at + 1);
  const owed: Obligation = {
    kind: 'negation',
    words,
    unmetBy: ({ leavesOut, limits }) =>
      leavesOut || limits.length > 0
        ? null
        : `The question says "${words}"; the statement leaves nothing out.`,
  };
  return [owed];
};
