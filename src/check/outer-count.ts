import { readable } from '#src/catalog/catalog-names.ts';
import { aggregatesOf, unrepeatedGrains } from '#src/check/fan-out.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { AggregateFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { bare } from '#src/sql/nodes.ts';

/**
 * Whether COUNT(*) counts rows that an outer join made up: of customers LEFT JOIN orders it says 1, not 0, for a
 * customer without orders. COUNT of a column of the joined table is what is meant.
 */
export function checkOuterCount(facts: QueryFacts, catalog: Catalog): Check {
  const name = 'outer_join_count';
  const blocks = allBlocks(facts.root).filter(
    (block) => optionalAliases(block).size > 0 && aggregatesOf(block).some(countsRows),
  );
  for (const block of blocks) {
    const optional = optionalAliases(block);
    const rows = aggregatesOf(block).find(countsRows);
    if (!rows) continue;
    const grains = unrepeatedGrains(rows, block, catalog);
    if (grains.length === 0 || grains.some((alias) => !optional.has(alias))) continue;
    const source = block.sources.find(({ alias }) => alias === grains[0]);
    const what = readable(source?.table ?? grains[0]!);
    return {
      name,
      outcome: 'warning',
      detail: `Groups without ${what} are counted as 1 instead of 0.`,
    };
  }
  return blocks.length === 0
    ? { name, outcome: 'skipped', detail: 'No outer-join rows are counted.' }
    : { name, outcome: 'passed', detail: 'Counts leave out rows without a match.' };
}

/** COUNT(*), COUNT(1). */
const countsRows = ({ fn, distinct, arg }: AggregateFacts) =>
  arg === null || (fn === 'count' && !distinct && bare(arg.node).kind === 'literal');

/** Sources that a row may lack: the right side of LEFT JOIN. */
function optionalAliases(block: SelectFacts): ReadonlySet<string> {
  return new Set(block.joins.filter(({ type }) => type === 'left').map(({ alias }) => alias));
}
