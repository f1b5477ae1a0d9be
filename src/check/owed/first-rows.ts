import type { AskedWords } from '#src/check/owed/asked-words.ts';
import { TIME_UNITS } from '#src/check/owed/english.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { SUPERLATIVES } from '#src/planner/words.ts';

const LEADING: ReadonlySet<string> = new Set('top bottom first best worst leading'.split(' '));
const MOST: ReadonlySet<string> = new Set('most least top best worst fewest'.split(' '));

/** "Top 5", "the 3 cheapest": how many rows of an order are shown. */
export const firstRowsOwed: ReadObligations = (asked) => [...countOwed(asked), ...startOwed(asked)];

/** Words that ask for rows after the first ones. */
const LATER: ReadonlySet<string> = new Set(
  'second third fourth fifth sixth seventh eighth ninth tenth next after skip skipping except excluding remaining rest other others page following runner'.split(
    ' ',
  ),
);

function startOwed({ tokens, question }: AskedWords): readonly Obligation[] {
  if (tokens.some(({ lower }) => LATER.has(lower) || /^\d+(?:st|nd|rd|th)$/.test(lower))) return [];
  return [
    {
      kind: 'first rows',
      words: question,
      unmetBy: ({ blocks }) => {
        const skipped = blocks.find(({ offset }) => (offset ?? 0) > 0)?.offset;
        return skipped
          ? `The statement passes over the first ${skipped} rows, which the question does not ask for.`
          : null;
      },
    },
  ];
}

const countOwed = ({ tokens, inPeriod, text }: AskedWords): readonly Obligation[] =>
  tokens.flatMap(({ value }, at): readonly Obligation[] => {
    if (value === null || !Number.isInteger(value) || value < 1 || inPeriod.has(at)) return [];
    const [before, after] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
    if (TIME_UNITS.has(after)) return [];
    const leads = LEADING.has(before) || SUPERLATIVES.has(before);
    const follows = MOST.has(after) || SUPERLATIVES.has(after);
    if (!leads && !follows) return [];
    const words = text(leads ? at - 1 : at, leads ? at + 1 : at + 2);
    return [
      {
        kind: 'first rows',
        words,
        unmetBy: ({ limits, comparisons, facts }) => {
          if (limits.length === 0 || limits.includes(value)) return null;
          if (comparisons.some(({ numbers }) => numbers.includes(value))) return null;
          return `The question asks for "${words}"; the statement stops after ${facts.root.limit ?? limits[0]} rows.`;
        },
      },
    ];
  });
