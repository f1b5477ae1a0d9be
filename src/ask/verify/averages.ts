import { rowBlocks } from '#src/ask/blocks.ts';
import { columnOf, readable, sameName } from '#src/ask/catalog-names.ts';
import type { Check } from '#src/ask/types.ts';
import { namesIn, quotientOf } from '#src/ask/verify/expression-text.ts';
import { baseWords } from '#src/ask/verify/things.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';

const NAME = 'average_of_averages';
const AVERAGES: ReadonlySet<string> = new Set(['avg', 'mean', 'median', 'favg']);
const AVERAGE_WORDS = ['avg', 'average', 'mean'];

/** Whether an average is taken of values that are averages (or ratios) of groups: small groups weigh as much as large. */
export function checkAverages(facts: QueryFacts, catalog: Catalog): Check {
  let seen = false;
  for (const block of rowBlocks(facts.root))
    for (const aggregate of block.outputs.flatMap(({ aggregates }) => aggregates)) {
      const isMean = AVERAGES.has(aggregate.fn) || isAveragedByHand(aggregate, block);
      if (!isMean || !aggregate.arg) continue;
      seen = true;
      const what = averaged(aggregate, block, catalog);
      if (what)
        return {
          name: NAME,
          outcome: 'warning',
          detail: `${what} is an average already: small groups weigh as much as large ones.`,
        };
    }
  return seen
    ? { name: NAME, outcome: 'passed', detail: 'Averages are taken over rows, not over averages.' }
    : { name: NAME, outcome: 'skipped', detail: 'Nothing is averaged.' };
}

/** `SUM(x) / COUNT(*)`: the average that is written out. */
const isAveragedByHand = (aggregate: AggregateFacts, { outputs }: SelectFacts) =>
  aggregate.fn === 'sum' &&
  outputs.some(({ text, aggregates }) => {
    const quotient = quotientOf(text);
    return (
      quotient !== null &&
      aggregates.includes(aggregate) &&
      aggregates.length === 2 &&
      aggregates.some(({ fn, distinct }) => fn === 'count' && !distinct) &&
      quotient.dividend.includes(`(${aggregate.arg?.text})`) &&
      /\bcount/i.test(quotient.divisor)
    );
  });

function averaged({ arg }: AggregateFacts, block: SelectFacts, catalog: Catalog): string | null {
  const inner = derivedOutputs(arg!.text, block).find(isAverage);
  if (inner) return readable(inner.name);
  const known = arg!.column && columnOf(catalog, arg!.column);
  const isStored = known && baseWords(known.label).some((word) => AVERAGE_WORDS.includes(word));
  return isStored ? known.label : null;
}

/** The result columns of derived tables that an expression names. */
export function derivedOutputs(text: string, block: SelectFacts): readonly OutputFacts[] {
  const names = namesIn(text);
  return block.sources.flatMap(({ derived }) =>
    (derived?.outputs ?? []).filter(({ name }) => names.some((one) => sameName(one, name))),
  );
}

/** An average of a group, or a ratio of two of its aggregates. */
function isAverage({ aggregates, text }: OutputFacts): boolean {
  if (/ OVER \(/.test(text)) return false;
  if (aggregates.some(({ fn }) => AVERAGES.has(fn))) return true;
  return aggregates.length >= 2 && / \/+ /.test(text);
}
