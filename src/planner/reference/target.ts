import type { Reference } from '#src/planner/reference/find.ts';
import { aliasOf, type Referred } from '#src/planner/referred-rows.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Expr, Query, SelectQuery } from '#src/plugin-api/query.ts';

/** What of an answer a reference means: by its name, else what the answer is about. Null where that is not clear. */
export function referredBy(
  { noun, single }: Reference,
  query: Query,
  catalog: Catalog,
): Referred | null {
  if (query.kind !== 'select') return null;
  if (!noun) return isNumber(query, single) ? null : subjectOf(query, catalog);
  const rows = noun.tables
    .toSorted((a, b) => b.score - a.score)
    .find(({ table }) => aliasOf(query, table.name) !== null);
  const shown = shownColumns(query);
  const values = noun.columns.find(
    ({ table, columns }) =>
      columns.length === 1 &&
      shown.some((one) => tableOf(query, one) === table.name && one.column === columns[0].name),
  );
  if (rows && rows.score >= (values?.score ?? 0)) return { table: rows.table, column: null };
  return values ? { table: values.table, column: values.columns[0].name } : null;
}

const isColumn = (expr: Expr): expr is ColumnRef => expr.kind === 'column';

/** Columns whose values the answer shows. */
const shownColumns = ({ select, groupBy }: SelectQuery): readonly ColumnRef[] =>
  [...select.map(({ expr }) => expr), ...groupBy].filter(isColumn);

const tableOf = (query: SelectQuery, { alias }: ColumnRef): string | null =>
  tablesByAlias(query).get(alias) ?? null;

/** `total revenue` → `what is it by region`: the number is meant; `how many customers` → `their names`: what is counted. */
const isNumber = ({ select, groupBy }: SelectQuery, single: boolean): boolean =>
  groupBy.length === 0 &&
  select.some(({ expr }) => !isColumn(expr)) &&
  (single || !select.every(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count'));

/** The rows that an answer lists, counts or ranks; the values that it groups by. */
function subjectOf(query: SelectQuery, catalog: Catalog): Referred | null {
  const { groupBy } = query;
  const tables = new Set(shownColumns(query).map((one) => tableOf(query, one)));
  if (tables.size > 1) return null;
  const [name] = tables.size === 1 ? tables : [query.from.table];
  const table = catalog.tables.find((one) => one.name === name);
  if (!table) return null;
  if (groupBy.length === 0 || isKeyed(query, table.primaryKey ?? []))
    return { table, column: null };
  // `customers by segment` → `show them`: the customers, or the segments.
  if (countsRowsOf(query, table.name)) return null;
  const [only] = groupBy;
  return groupBy.length === 1 && isColumn(only!) ? { table, column: only.column } : null;
}

/** Whether rows of the very table whose values make the groups are counted. */
const countsRowsOf = ({ from, select }: SelectQuery, table: string): boolean =>
  from.table === table &&
  select.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg === null);

/** Whether each group is one row of the table. */
const isKeyed = ({ groupBy }: SelectQuery, key: readonly string[]) =>
  key.length > 0 &&
  key.every((name) => groupBy.some((expr) => isColumn(expr) && expr.column === name));
