import { AppError } from '#src/errors.ts';
import type { Catalog, CatalogTable, CellValue, ValueHit } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { RowPolicy } from '#src/principal.ts';

export interface SearchValuesDeps {
  /** Values that words may mean, from the value index. */
  readonly hits: (
    about: { readonly catalog: Catalog; readonly policy: RowPolicy },
    words: string,
    signal: AbortSignal,
  ) => Promise<readonly ValueHit[]>;
  /** Runs a query through the guard, under the rows that the caller may see. */
  readonly readRows: (request: {
    readonly catalog: Catalog;
    readonly policy: RowPolicy;
    readonly query: SelectQuery;
    readonly maxRows: number;
    readonly signal: AbortSignal;
  }) => Promise<readonly (readonly CellValue[])[]>;
}

export interface ValueSearch {
  readonly catalog: Catalog;
  readonly policy: RowPolicy;
  readonly text: string;
  /** Where one column is looked through; else the index of all. */
  readonly column: { readonly table: string; readonly column: string } | null;
  readonly limit: number;
}

interface FoundValue {
  readonly table: string;
  readonly column: string;
  readonly value: CellValue;
  /** Rows that have it; null where they were not counted. */
  readonly rows: number | null;
}

export interface FoundValues {
  readonly values: readonly FoundValue[];
  /** Why there may be more than is shown; null where that is all. */
  readonly note: string | null;
}

/**
 * Values of the data that a text means. In all columns: whole values, by the index, under a row filter those that
 * rows of the caller have. In one column: values that contain the text, by a query through the guard, which
 * sees the caller's rows only and refuses hidden and sensitive columns. Fails with `not_found` for a column that is not
 * there, with `forbidden` where the guard refuses it.
 */
export async function searchValues(
  deps: SearchValuesDeps,
  search: ValueSearch,
  signal: AbortSignal,
): Promise<FoundValues> {
  const { catalog, policy, text, column, limit } = search;
  if (column) return inColumn(deps, search, column, signal);
  const found = await deps.hits({ catalog, policy }, text, signal);
  const values = found.slice(0, limit).map(({ table, column, value, rowCount }) => ({
    ...{ table, column, value },
    rows: rowCount > 0 ? rowCount : null,
  }));
  return {
    values,
    note: 'Only whole values match. To find values that contain the text, send table and column.',
  };
}

async function inColumn(
  { readRows }: SearchValuesDeps,
  { catalog, policy, text, limit }: ValueSearch,
  named: { readonly table: string; readonly column: string },
  signal: AbortSignal,
): Promise<FoundValues> {
  const table = catalog.tables.find((one) => same(one.name, named.table));
  const column = table?.columns.find((one) => same(one.name, named.column) && !one.hidden);
  if (!table || !column)
    throw new AppError(
      'not_found',
      `This workspace has no column "${named.column}" in a table "${named.table}". Check both names.`,
    );
  if (column.type !== 'text')
    throw new AppError(
      'bad_request',
      `The column "${column.name}" has ${column.type} values, not text. Ask for its range, or use a SELECT.`,
    );
  const rows = await readRows({
    ...{ catalog, policy, signal },
    query: valuesThatContain(table, column.name, text, limit + 1),
    maxRows: limit + 1,
  });
  const values = rows.slice(0, limit).map(([value = null, count = null]) => ({
    ...{ table: table.name, column: column.name, value },
    rows: count === null ? null : Number(count),
  }));
  const note =
    rows.length > limit ? `There are more than ${limit} values. Send a longer text.` : null;
  return { values, note };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Most frequent first. */
function valuesThatContain(
  table: CatalogTable,
  column: string,
  text: string,
  count: number,
): SelectQuery {
  const expr = { kind: 'column', alias: 't', column } as const;
  const rows = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
  return {
    kind: 'select',
    from: { table: table.name, alias: 't' },
    joins: [],
    where: [{ kind: 'match', mode: 'contains', expr, text, negated: false }],
    groupBy: [expr],
    having: [],
    select: [
      { expr, as: column },
      { expr: rows, as: 'row_count' },
    ],
    distinct: false,
    orderBy: [
      { expr: rows, direction: 'desc' },
      { expr, direction: 'asc' },
    ],
    limit: { count, withTies: false },
  };
}
