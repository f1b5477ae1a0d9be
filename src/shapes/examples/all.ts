import { type Example, examplesOf, type Shape } from '#src/shapes/example.ts';
import { COMBINATIONS } from '#src/shapes/examples/combinations.ts';
import { COMPARISONS } from '#src/shapes/examples/comparisons.ts';
import { COUNTS } from '#src/shapes/examples/counts.ts';
import { EXTREMES } from '#src/shapes/examples/extremes.ts';
import { FILTERS } from '#src/shapes/examples/filters.ts';
import { FIRSTS } from '#src/shapes/examples/firsts.ts';
import { GROUPED_ROWS } from '#src/shapes/examples/grouped-rows.ts';
import { GROUPS } from '#src/shapes/examples/groups.ts';
import { LISTS } from '#src/shapes/examples/lists.ts';

/** All shapes of ours. */
export const SHAPES: readonly Shape[] = [
  ...LISTS,
  ...COUNTS,
  ...GROUPS,
  ...FIRSTS,
  ...EXTREMES,
  ...COMBINATIONS,
  ...FILTERS,
  ...COMPARISONS,
  ...GROUPED_ROWS,
];

/** All example questions of ours. */
export const allExamples = (): readonly Example[] => examplesOf(SHAPES);
