import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';

/**
 * Whether averages are taken over groups of a single row each: `the average staff per site in each year`, of one number
 * a site and year. Something else is meant.
 */
export function averagesSingleRows(
  { from, joins, groupBy, select }: SelectQuery,
  tables: ReadonlyMap<string, CatalogTable>,
): boolean {
  const isAveraged = select.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'avg');
  if (!isAveraged || groupBy.length < 2) return false;
  const own = (one: Expr): readonly string[] => {
    if (one.kind !== 'column') return [];
    if (one.alias === from.alias) return [one.column];
    const join = joins.find(({ source }) => source.alias === one.alias)!;
    const told = tables.get(join.source.table)!.columns.find(({ name }) => name === one.column);
    return told?.profile?.unique === true
      ? join.on.flatMap(({ left }) => (left.alias === from.alias ? [left.column] : []))
      : [];
  };
  const groups = new Set(groupBy.flatMap(own));
  const { primaryKey, columns, rowCount } = tables.get(from.table)!;
  if (groups.size < 2) return false;
  if (primaryKey) return primaryKey.every((name) => groups.has(name));
  const combinations = columns
    .filter(({ name }) => groups.has(name))
    .reduce((product, { profile }) => product * (profile?.distinctCount ?? NaN), 1);
  return combinations === rowCount;
}

/**
 * Whether things are counted that each group has one of: `documents at each location`, where the groups are single stays of
 * one document each, and `count of each type` of a table with a row for each type. Something else is meant.
 */
export function countsSingleRows(
  { from, joins, groupBy, select, orderBy }: SelectQuery,
  tables: ReadonlyMap<string, CatalogTable>,
): boolean {
  const counts = [...select, ...orderBy].flatMap(({ expr }) =>
    expr.kind === 'aggregate' && expr.fn === 'count' && (expr.distinct || !expr.arg) ? [expr] : [],
  );
  const isOfColumn = counts.every(({ arg }) => !arg || arg.kind === 'column');
  if (counts.length === 0 || !isOfColumn) return false;
  const table = tables.get(from.table);
  const key = table?.primaryKey;
  const ofGroups = groupBy.flatMap((one) =>
    one.kind === 'column' && one.alias === from.alias ? [one.column] : [],
  );
  // What no two rows have the same of may still be asked of each, unless rows are called so.
  const isAlone =
    key?.every((name) => ofGroups.includes(name)) === true ||
    (table !== undefined &&
      displayColumns(table).some(
        ({ name, profile }) => ofGroups.includes(name) && profile?.unique === true,
      ));
  if (!isAlone) return false;
  // Whether each row has one at the most: the joins lead to keys alone.
  return joins.every(({ source, on }) => {
    const own = tables.get(source.table)?.primaryKey;
    const met = on.flatMap(({ left, right }) =>
      [left, right].flatMap(({ alias, column }) => (alias === source.alias ? [column] : [])),
    );
    return own?.every((name) => met.includes(name)) ?? false;
  });
}
