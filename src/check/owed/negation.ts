import { NEGATING, NOT_NEGATING } from '#src/check/owed/english.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';

/** "Never", "without", "not": something is left out, or told by what it has none of. */
export const negationOwed: ReadObligations = ({ tokens, mentions, values, text }) => {
  const at = tokens.findIndex(
    ({ kind, lower }, place) =>
      kind === 'word' &&
      NEGATING.has(lower) &&
      !NOT_NEGATING.has(tokens[place + 1]?.lower ?? '') &&
      tokens[place + 1]?.value == null &&
      ![...mentions, ...values].some(({ start, end }) => start <= place && place < end),
  );
  if (at < 0 || tokens[at - 1]?.lower === 'or') return [];
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
