import type { Check } from '#src/check/types.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';

const NAME = 'groupless_having';

/** Whether HAVING holds groups to something: without GROUP BY it shows or hides the one total. */
export function checkGrouplessHaving({ root }: QueryFacts): Check {
  const held = rowBlocks(root).filter(({ having }) => having.length > 0);
  if (held.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No groups are held to anything.' };
  return held.some(({ groupBy }) => groupBy.length === 0)
    ? {
        name: NAME,
        outcome: 'warning',
        detail:
          'A condition of groups stands over one total: it is shown or not, and nothing is left out of it.',
      }
    : { name: NAME, outcome: 'passed', detail: 'Conditions of groups have groups.' };
}
