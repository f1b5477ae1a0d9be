import { readable } from '#src/catalog/catalog-names.ts';
import type { Check } from '#src/check/types.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { callsIn, divides, dividesWhole, hasSubquery, nodesIn } from '#src/sql/nodes.ts';

const NAME = 'integer_division';
const ROUNDING: ReadonlySet<string> = new Set([
  'round',
  'floor',
  'ceil',
  'ceiling',
  'trunc',
  'int',
]);
const RATIO = /\b(share|ratio|rate|percent|percentage|pct|proportion|average|avg|mean|per|part)\b/;

/** Whether a ratio lost its fraction: 2 / 3 = 0 where whole numbers are divided. */
export function checkDivision(facts: QueryFacts): Check {
  const divided = allBlocks(facts.root)
    .flatMap(({ outputs }) => outputs)
    .filter(({ node }) => divides(node));
  const lossy = divided.find((output) => dividesWhole(output.node) && isRatio(output));
  if (lossy) return lost(lossy.name);
  return divided.length === 0
    ? { name: NAME, outcome: 'skipped', detail: 'Nothing is divided.' }
    : { name: NAME, outcome: 'passed', detail: 'No division drops decimals.' };
}

/** The same from the result: a quotient of aggregates that came back as a whole number. */
export function checkQuotients(
  facts: QueryFacts,
  columns: readonly ResultColumn[],
): readonly Check[] {
  const found = facts.root.outputs.find((output, index) => {
    const { node } = output;
    const isRounded =
      callsIn(node, ROUNDING).length > 0 || [...nodesIn(node)].some(({ kind }) => kind === 'cast');
    const isWhole = columns[index]?.type === 'integer';
    return divides(node) && !isRounded && isRatio(output) && isWhole;
  });
  return found ? [lost(found.name)] : [];
}

/** A quotient that is asked for as a part, not as the number of a bin (`amount // 100`). */
function isRatio({ aggregates, name, node }: OutputFacts): boolean {
  return aggregates.length >= 2 || RATIO.test(readable(name).toLowerCase()) || hasSubquery(node);
}

const lost = (output: string): Check => ({
  name: NAME,
  outcome: 'failed',
  detail: `${readable(output)} divides whole numbers and drops the decimals.`,
});
