import type { AskedWords } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { numberOf } from '#src/sql/nodes.ts';

/** "Top 5", "the 3 cheapest": how many rows of an order are shown. */
export const firstRowsOwed: ReadObligations = (asked) => [
  ...countOwed(asked),
  ...startOwed(asked),
  ...placeOwed(asked),
];

/** "The second most expensive": the rows before it are passed over, or counted. */
function placeOwed({ tokens, text, words: language }: AskedWords): readonly Obligation[] {
  return tokens.flatMap(({ lower }, at): readonly Obligation[] => {
    const place = language.places.get(lower);
    const next = tokens[at + 1]?.lower ?? '';
    if (!place || !(language.superlatives.has(next) || language.extremes.has(next))) return [];
    const words = text(at, at + 2);
    return [
      {
        kind: 'first rows',
        words,
        unmetBy: ({ blocks, nodes, limits, calls }) => {
          const isCounted = nodes.some((node) => numberOf(node) === place);
          const isPassed = blocks.some(({ offset }) => offset === null || offset === place - 1);
          const isNested = nodes.some(({ kind }) => kind === 'subquery');
          const isTold = isCounted || isPassed || isNested || calls.some(({ over }) => over);
          return isTold || limits.every((limit) => limit !== 1)
            ? null
            : `The question asks for the ${words}, but the SQL takes the first.`;
        },
      },
    ];
  });
}

function startOwed({
  tokens,
  question,
  words: { later, isOrdinal },
}: AskedWords): readonly Obligation[] {
  if (tokens.some(({ lower }) => later.has(lower) || isOrdinal(lower))) return [];
  return [
    {
      kind: 'first rows',
      words: question,
      unmetBy: ({ blocks }) => {
        const skipped = blocks.find(({ offset }) => (offset ?? 0) > 0)?.offset;
        return skipped
          ? `The SQL skips the first ${skipped} rows, which the question doesn't ask for.`
          : null;
      },
    },
  ];
}

const countOwed = ({
  tokens,
  inPeriod,
  text,
  words: language,
}: AskedWords): readonly Obligation[] =>
  tokens.flatMap(({ value }, at): readonly Obligation[] => {
    if (value === null || !Number.isInteger(value) || value < 1 || inPeriod.has(at)) return [];
    const [before, after] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
    if (language.timeUnits.has(after)) return [];
    const leads = language.leading.has(before) || language.superlatives.has(before);
    const follows = language.extremesAfter.has(after) || language.superlatives.has(after);
    if (!leads && !follows) return [];
    const words = text(leads ? at - 1 : at, leads ? at + 1 : at + 2);
    return [
      {
        kind: 'first rows',
        words,
        unmetBy: ({ limits, comparisons, facts }) => {
          if (limits.length === 0 || limits.includes(value)) return null;
          if (comparisons.some(({ numbers }) => numbers.includes(value))) return null;
          return `The question asks for "${words}", but the SQL stops after ${facts.root.limit ?? limits[0]} rows.`;
        },
      },
    ];
  });
