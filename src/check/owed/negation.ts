import { type AskedWords, isNamed } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { hasSubquery } from '#src/sql/nodes.ts';

/** "Including those without", "0 where there are none": rows that have none are shown, too. */
function emptyOnes({ tokens, text, words: language }: AskedWords): Obligation | null {
  const at = tokens.findIndex(({ lower }, place) => {
    const before = tokens.slice(Math.max(0, place - 3), place);
    const isWithout =
      language.absent.has(lower) && before.some((one) => language.including.has(one.lower));
    const isZero =
      language.zeros.has(lower) &&
      tokens
        .slice(Math.max(0, place - 1), place + 2)
        .some((one) => language.including.has(one.lower) || language.whenNone.has(one.lower));
    return isWithout || isZero;
  });
  if (at < 0) return null;
  const words = text(Math.max(0, at - 2), Math.min(tokens.length, at + 2));
  return {
    kind: 'negation',
    words,
    unmetBy: ({ facts, blocks }) => {
      const keeps =
        blocks.some(
          ({ joins, setOperation }) =>
            setOperation !== null ||
            joins.some(({ type }) => type === 'left' || type === 'right' || type === 'full'),
        ) || facts.root.outputs.some(({ node }) => hasSubquery(node));
      const joins = blocks.some((block) => block.joins.length > 0);
      const groups = blocks.some(({ groupBy }) => groupBy.length > 0);
      return keeps || !(joins || groups)
        ? null
        : `The question says "${words}", but the SQL leaves out those that have none.`;
    },
  };
}

/** "Never", "without", "not": something is left out, or told by what it has none of. */
export const negationOwed: ReadObligations = (asked) => {
  const { tokens, text, words: language } = asked;
  const added = emptyOnes(asked);
  if (added) return [added];
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
  // "Without the total row"
  const behind = tokens.slice(at + 1, at + 4);
  const owed: Obligation = {
    kind: 'negation',
    words,
    unmetBy: ({ leavesOut, totalsLeftOut, limits }) =>
      leavesOut || limits.length > 0 || behind.some(({ lemma }) => totalsLeftOut.has(lemma))
        ? null
        : `The question says "${words}", but the SQL doesn't exclude anything.`,
  };
  return [owed];
};
