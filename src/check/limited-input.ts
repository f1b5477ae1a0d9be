import type { Check } from '#src/check/types.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks, rowBlocks } from '#src/sql/blocks.ts';

const NAME = 'limited_input';

/** Whether something is computed from the first rows only, in no order that is said: a LIMIT inside a total. */
export function checkLimitedInput({ root }: QueryFacts): Check {
  const limited = rowBlocks(root).filter(
    ({ sources, outputs }) =>
      outputs.some(({ aggregates }) => aggregates.length > 0) &&
      sources.some(({ derived }) => derived?.limit != null),
  );
  const arbitrary = allBlocks(root).some(
    (block) => block !== root && isUnordered(block) && isRead(block),
  );
  const groups = isUnordered(root) && root.groupBy.length > 0;
  if (arbitrary || groups)
    return {
      name: NAME,
      outcome: 'warning',
      detail: groups
        ? 'Only some groups are shown, in no particular order, because LIMIT has no ORDER BY.'
        : 'Only some rows are used, in no particular order, because an inner LIMIT has no ORDER BY.',
    };
  if (limited.length === 0)
    return {
      name: NAME,
      outcome: 'skipped',
      detail: 'No calculation is limited to the first rows.',
    };
  const unordered = limited.some(({ sources }) =>
    sources.some(({ derived }) => derived?.limit != null && derived.orderBy.length === 0),
  );
  return unordered
    ? {
        name: NAME,
        outcome: 'warning',
        detail:
          'The calculation uses only some rows, in no particular order, because an inner LIMIT has no ORDER BY.',
      }
    : {
        name: NAME,
        outcome: 'passed',
        detail: 'The first rows used in the calculation are sorted.',
      };
}

/** A cut of rows in no order that is said. */
const isUnordered = ({ limit, orderBy }: SelectFacts) =>
  limit !== null && limit > 0 && orderBy.length === 0;

/** Not one total, which is one row in any order, nor what EXISTS only looks for. */
const isRead = ({ outputs, groupBy, sources }: SelectFacts) =>
  sources.length > 0 &&
  outputs.some(({ columns }) => columns.length > 0) &&
  (groupBy.length > 0 || outputs.some(({ aggregates }) => aggregates.length === 0));
