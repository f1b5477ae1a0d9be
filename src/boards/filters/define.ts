import type { BoardFilter, NewFilter } from '#src/boards/filter-types.ts';
import { readableColumn } from '#src/boards/filters/apply.ts';
import { isPeriodColumn, isValueColumn } from '#src/boards/filters/offer.ts';
import * as texts from '#src/boards/filters/texts.ts';
import { columnOf, sameName } from '#src/catalog/catalog-names.ts';
import { AppError } from '#src/errors.ts';
import { slugOf } from '#src/ids.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** Filters as a board keeps them: columns as the catalog spells them, ids for those that have none. Fails with `unprocessable`. */
export function definedFilters(
  catalog: Catalog | null,
  filters: readonly NewFilter[],
): readonly BoardFilter[] {
  const taken = new Set(filters.flatMap(({ id }) => id ?? []));
  if (taken.size < filters.filter(({ id }) => id !== undefined).length)
    throw refused('Two filters have the same ID. Leave it out for a new one.');
  return filters.map((filter) => {
    const columns = filter.columns.map((column) => {
      const known = catalog && readableColumn(catalog, column);
      const found = known && columnOf(catalog, known);
      if (!known || !found) throw refused(texts.notThere(column));
      if (filter.kind === 'period' && !isPeriodColumn(found)) throw refused(texts.noDate(known));
      if (filter.kind === 'values' && !isValueColumn(found))
        throw refused(texts.noDimension(known));
      return known;
    });
    if (columns.length === 0) throw refused(texts.NO_COLUMNS);
    const again = columns.find(({ table }, at) =>
      columns.slice(0, at).some((other) => sameName(other.table, table)),
    );
    if (again) throw refused(texts.twice(again.table));
    return {
      id: filter.id ?? newFilterId(filter.name, taken),
      name: filter.name,
      kind: filter.kind,
      columns,
    };
  });
}

/** Stands in the page's address, so it is made of the name: `region`, `region-2`. */
function newFilterId(name: string, taken: Set<string>): string {
  const slug = slugOf(name);
  let id = slug;
  for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`;
  taken.add(id);
  return id;
}

/** The filters without columns that nobody may read any more. */
export const shownFilters = (
  catalog: Catalog | null,
  filters: readonly BoardFilter[],
): readonly BoardFilter[] =>
  filters.map((filter) => ({
    ...filter,
    columns: filter.columns.flatMap((column) => (catalog && readableColumn(catalog, column)) ?? []),
  }));

const refused = (msg: string) =>
  new AppError('unprocessable', msg, {
    detail: [{ loc: ['body', 'filters'], msg, type: 'filters' }],
  });
