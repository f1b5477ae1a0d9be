import { allBlocks } from '#src/ask/blocks.ts';
import { columnOf, labelOf } from '#src/ask/catalog-names.ts';
import type { Check } from '#src/ask/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';

/**
 * Whether a sum means something: rates, prices and percentages do not add up, and snapshots (stock, balance) not over
 * time.
 */
export function checkNonAdditiveSum(facts: QueryFacts, catalog: Catalog): Check {
  const name = 'non_additive_sum';
  let sums = 0;
  for (const block of allBlocks(facts.root))
    for (const { fn, arg } of block.outputs.flatMap(({ aggregates }) => aggregates)) {
      if (fn !== 'sum' || !arg) continue;
      sums++;
      const additive = arg.column ? columnOf(catalog, arg.column)?.additive : true;
      const label = arg.column ? labelOf(catalog, arg.column) : arg.text;
      if (additive === false)
        return { name, outcome: 'warning', detail: `Adding up ${label} may mean nothing.` };
      if (additive === 'snapshot' && !oneInstant(block, catalog))
        return {
          name,
          outcome: 'warning',
          detail: `${label} is a state at an instant: adding it up over time may mean nothing.`,
        };
    }
  return sums === 0
    ? { name, outcome: 'skipped', detail: 'Nothing is summed.' }
    : { name, outcome: 'passed', detail: 'What is summed can be summed.' };
}

/** Whether each group lies at one instant: grouped by a date itself, or filtered to one. */
function oneInstant(block: SelectFacts, catalog: Catalog): boolean {
  const isTime = (column: { readonly table: string; readonly column: string } | null) =>
    column !== null && columnOf(catalog, column)?.kind === 'time';
  return (
    block.groupBy.some((expr) => isTime(expr.column)) ||
    block.filters.some(
      ({ op, column, values }) => op === '=' && values.length === 1 && isTime(column),
    )
  );
}
