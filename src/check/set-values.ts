import { columnOf, labelOf } from '#src/catalog/catalog-names.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'set_values';
/** MySQL's type of several values in one cell: `wifi,pool`. */
const SET = /^set\(/i;
const EQUALITIES: ReadonlySet<FilterFacts['op']> = new Set(['=', '<>', 'in', 'not in']);

/** Whether one value of a SET is compared with whole cells, which may hold others beside it. */
export function checkSetValues(facts: QueryFacts, catalog: Catalog): Check {
  let seen = false;
  for (const { column: compared, op, values } of conditionsOf(facts)) {
    const column = compared && columnOf(catalog, compared);
    if (!compared || !column || !SET.test(column.nativeType) || !EQUALITIES.has(op)) continue;
    seen = true;
    const found = values.find((value) => isPart(value, column));
    if (found !== undefined)
      return {
        name: NAME,
        outcome: 'warning',
        detail: `A row can have several ${labelOf(catalog, compared)}, but only rows with exactly "${found}" match. To match rows that also have other values, use FIND_IN_SET.`,
      };
  }
  if (!seen)
    return { name: NAME, outcome: 'skipped', detail: 'No multi-value cells are compared.' };
  return {
    name: NAME,
    outcome: 'passed',
    detail: 'Multi-value cells are compared as a whole.',
  };
}

/** Whether other cells may hold the value beside others, as far as the cells are known. */
function isPart(value: string, { profile }: CatalogColumn): boolean {
  if (value === '') return false;
  const wanted = new Set(value.toLowerCase().split(','));
  const isComplete = profile !== null && profile.samples.length >= profile.distinctCount;
  if (!isComplete) return true;
  return profile.samples.some((cell) => {
    const parts = new Set(String(cell).toLowerCase().split(','));
    return parts.size > wanted.size && [...wanted].every((one) => parts.has(one));
  });
}
