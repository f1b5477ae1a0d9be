import { columnOf as catalogColumn, readable } from '#src/catalog/catalog-names.ts';
import { baseWords } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { FUNCTIONS, rowOf } from '#src/query/functions.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import {
  aggregatesIn,
  callsIn,
  columnOf,
  derivedOutputs,
  divides,
  quotientOf,
  sameNode,
} from '#src/sql/nodes.ts';

const NAME = 'average_of_averages';
const AVERAGE_WORDS: readonly string[] = FUNCTIONS.avg.named.split(' ');

/** Whether an average is taken of values that are averages (or ratios) of groups: small groups weigh as much as large. */
export function checkAverages(facts: QueryFacts, catalog: Catalog): Check {
  let seen = false;
  for (const block of rowBlocks(facts.root))
    for (const aggregate of block.outputs.flatMap(({ aggregates }) => aggregates)) {
      const isMean = rowOf(aggregate.fn)?.averages || isAveragedByHand(aggregate, block);
      if (!isMean || !aggregate.arg) continue;
      seen = true;
      const what = averaged(aggregate, block, catalog);
      if (what)
        return {
          name: NAME,
          outcome: 'warning',
          detail: `${what} is already an average, so small groups count as much as large ones.`,
        };
    }
  return seen
    ? {
        name: NAME,
        outcome: 'passed',
        detail: 'Averages are calculated from rows, not from other averages.',
      }
    : { name: NAME, outcome: 'skipped', detail: 'No values are averaged.' };
}

/** `SUM(x) / COUNT(*)`: the average that is written out. */
const isAveragedByHand = ({ fn, arg }: AggregateFacts, { outputs }: SelectFacts) =>
  fn === 'sum' &&
  arg !== null &&
  outputs.some(({ node }) => {
    const quotient = quotientOf(node);
    const [sum, more] = quotient ? aggregatesIn(quotient.dividend) : [];
    const [count, another] = quotient ? aggregatesIn(quotient.divisor) : [];
    const [summed] = sum?.args ?? [];
    return (
      sum?.name === 'sum' &&
      count?.name === 'count' &&
      !count.distinct &&
      !more &&
      !another &&
      summed !== undefined &&
      sameNode(summed, arg.node)
    );
  });

function averaged({ arg }: AggregateFacts, block: SelectFacts, catalog: Catalog): string | null {
  if (!arg) return null;
  const inner = derivedOutputs(arg.node, block).find(({ output }) => isAverage(output));
  if (inner) return readable(inner.output.name);
  const column = columnOf(arg.node);
  const known = column && catalogColumn(catalog, column);
  const isStored = known && baseWords(known.label).some((word) => AVERAGE_WORDS.includes(word));
  return isStored ? known.label : null;
}

/** An average of a group, or a ratio of two of its aggregates. */
function isAverage({ aggregates, node }: OutputFacts): boolean {
  if (callsIn(node).some(({ over }) => over !== null)) return false;
  if (aggregates.some(({ fn }) => rowOf(fn)?.averages)) return true;
  return aggregates.length >= 2 && divides(node);
}
