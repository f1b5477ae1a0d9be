import { columnOf, labelOf } from '#src/catalog/catalog-names.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

const NAME = 'set_values';
/** MySQL's type of several values in one cell: `wifi,pool`. */
const SET = /^set\(/i;
const EQUALITIES: ReadonlySet<FilterFacts['op']> = new Set(['=', '<>', 'in', 'not in']);

/** Whether one value of a SET is compared with whole cells, which may hold others beside it. */
export function checkSetValues(facts: QueryFacts, catalog: Catalog): Check {
  const isSet = (column: BaseColumn) => SET.test(columnOf(catalog, column)?.nativeType ?? '');
  if (!facts.columns.some(isSet))
    return { name: NAME, outcome: 'skipped', detail: 'No column of several values is read.' };
  for (const { filters, having, joins } of allBlocks(facts.root))
    for (const filter of [...filters, ...having, ...joins.flatMap((join) => join.conditions ?? [])])
      if (filter.column && isSet(filter.column) && EQUALITIES.has(filter.op)) {
        const found = filter.values.find((value) =>
          isPart(value, columnOf(catalog, filter.column!)!),
        );
        if (found !== undefined)
          return {
            name: NAME,
            outcome: 'warning',
            detail: `A row may have several ${labelOf(catalog, filter.column)}: only rows with just "${found}" are compared with it here. FIND_IN_SET finds it beside others.`,
          };
      }
  return {
    name: NAME,
    outcome: 'passed',
    detail: 'Cells of several values are compared as a whole.',
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
