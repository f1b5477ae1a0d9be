import type { BoardFilter } from '#src/boards/filter-types.ts';
import { readableColumn } from '#src/boards/filters/apply.ts';
import { type RunDeps, runSaved } from '#src/boards/run.ts';
import type { BoardReader, FilterValues } from '#src/boards/types.ts';
import { tableOf } from '#src/catalog/catalog-names.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

export interface FilterValuesDeps extends RunDeps {
  readonly dialectOf: (catalog: Catalog) => Promise<Dialect>;
}

/**
 * The values that a filter's columns have in the rows that the reader sees, read through the guard. Fails with
 * `unprocessable` where they can't be read.
 */
export async function valuesOf(
  deps: FilterValuesDeps,
  reader: BoardReader,
  { catalog, filter }: { readonly catalog: Catalog; readonly filter: BoardFilter },
  search: string | null,
  signal: AbortSignal,
): Promise<FilterValues> {
  const most = deps.config.boards.max_filter_values;
  const dialect = await deps.dialectOf(catalog);
  const found = new Set<CellValue>();
  let isCut = false;
  for (const column of filter.columns) {
    const known = readableColumn(catalog, column);
    if (!known) continue;
    const sql = dialect.lower(distinctValues(known, search, most + 1), catalog);
    const run = await runSaved(deps, reader, { sql, columns: [] }, signal);
    if ('failure' in run) throw new AppError('unprocessable', run.failure);
    const totals = totalsOf(catalog, known);
    const { rows, truncated } = run.result;
    if (rows.length > most || truncated) isCut = true;
    for (const [value = null] of rows.slice(0, most)) if (!totals.has(value)) found.add(value);
  }
  const values = [...found].toSorted(ordered);
  return { values: values.slice(0, most), truncated: isCut || values.length > most };
}

function distinctValues(
  { table, column }: BaseColumn,
  search: string | null,
  count: number,
): SelectQuery {
  const expr = { kind: 'column', alias: 'values_of', column } as const;
  return {
    kind: 'select',
    from: { table, alias: 'values_of' },
    joins: [],
    where:
      search === null
        ? []
        : [{ kind: 'match', mode: 'contains', expr, text: search, negated: false }],
    groupBy: [],
    having: [],
    select: [{ expr, as: 'value' }],
    distinct: true,
    orderBy: [{ expr, direction: 'asc' }],
    limit: { count, withTies: false },
  };
}

/** Values of rows that sum others: answers leave these rows out. */
const totalsOf = (catalog: Catalog, { table, column }: BaseColumn): ReadonlySet<CellValue> =>
  new Set(
    (tableOf(catalog, table)?.totalRows ?? [])
      .filter((rows) => rows.column === column)
      .flatMap(({ values }) => values.filter((value) => value !== null)),
  );

/** Rows without a value come last. */
function ordered(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
