import type { Check } from '#src/check/types.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';

const NAME = 'groupless_having';

/** Whether HAVING holds groups to something: without GROUP BY it shows or hides the one total. */
export function checkGrouplessHaving({ root }: QueryFacts): Check {
  const held = rowBlocks(root).filter(({ having }) => having.length > 0);
  if (held.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No conditions on groups.' };
  return held.some(({ groupBy }) => groupBy.length === 0)
    ? {
        name: NAME,
        outcome: 'warning',
        detail:
          "HAVING without GROUP BY only shows or hides the total. It doesn't filter any rows.",
      }
    : { name: NAME, outcome: 'passed', detail: 'HAVING is used with GROUP BY.' };
}
