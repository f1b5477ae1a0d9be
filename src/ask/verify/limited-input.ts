import { rowBlocks } from '#src/ask/blocks.ts';
import type { Check } from '#src/ask/types.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'limited_input';

/** Whether something is computed from the first rows only, in no order that is said: a LIMIT inside a total. */
export function checkLimitedInput({ root }: QueryFacts): Check {
  const limited = rowBlocks(root).filter(
    ({ sources, outputs }) =>
      outputs.some(({ aggregates }) => aggregates.length > 0) &&
      sources.some(({ derived }) => derived?.limit != null),
  );
  if (limited.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'Nothing is computed from first rows.' };
  const unordered = limited.some(({ sources }) =>
    sources.some(({ derived }) => derived?.limit != null && derived.orderBy.length === 0),
  );
  return unordered
    ? {
        name: NAME,
        outcome: 'warning',
        detail: 'Only some rows are computed from, in no order: a LIMIT stands inside.',
      }
    : {
        name: NAME,
        outcome: 'passed',
        detail: 'The first rows computed from are those of an order.',
      };
}
