import { reachedDimensions } from '#src/ask/breakdown-query.ts';
import type { Drillable } from '#src/ask/drill/drillable.ts';
import { baseColumn } from '#src/ask/drill/drillable.ts';
import type { DrillDimension } from '#src/ask/drill/types.ts';
import { saidLabel, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { daysBetween, isDay } from '#src/planner/day.ts';
import { columnsIn, hasNode, sourcesOf } from '#src/planner/select-blocks.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, DateUnit, Expr, Join, SelectQuery } from '#src/plugin-api/query.ts';

/** A dimension with its place in the query, and the outer joins that reach it. */
export interface Reached extends DrillDimension {
  readonly label: string;
  readonly expr: Expr;
  readonly joins: readonly Join[];
}

/** Dimensions of the data that are offered at the most, beside the periods. */
const MOST = 6;

/**
 * What the numbers of a query can be broken down by: periods, then dimensions that each of its rows has at most one
 * member of, so that no row is lost or counted twice. Not what its rows are grouped or filtered by already.
 */
export function dimensionsOf(
  { query, measures }: Drillable,
  catalog: Catalog,
  maxGroups: number,
): readonly Reached[] {
  const grouped = columnsIn(query.groupBy);
  const isGrouped = (alias: string, column: string) =>
    grouped.some((one) => one.alias === alias && one.column === column);
  const found = new Map<string, Reached>();
  for (const { alias, table, column, joins } of reachedDimensions(query, catalog, maxGroups)) {
    const id = `${table.name}.${column.name}`;
    if (isGrouped(alias, column.name) || found.has(id)) continue;
    const of = { table: table.name, column: column.name };
    const expr = { kind: 'column', alias, column: column.name } as const;
    found.set(id, { ...of, unit: null, label: saidLabel(catalog, of), expr, joins });
  }
  const isBalance = columnsIn(measures).some(
    (one) => baseColumn(one, query, catalog)?.additive === 'snapshot',
  );
  const periods = isBalance ? [] : periodsOf(query, catalog);
  return [...periods, ...[...found.values()].slice(0, MOST)];
}

/** The periods of the time that a query speaks of, or of the only one that its rows have. */
function periodsOf(query: SelectQuery, catalog: Catalog): readonly Reached[] {
  const time = timeOf(query, catalog);
  if (!time) return [];
  return unitsOf(query, time.ref).map((unit) => ({
    table: time.table,
    column: time.column.name,
    unit,
    label: unit,
    expr: { kind: 'bucket', unit, arg: time.ref },
    joins: [],
  }));
}

interface Time {
  readonly table: string;
  readonly column: CatalogColumn;
  readonly ref: ColumnRef;
}

function timeOf(query: SelectQuery, catalog: Catalog): Time | null {
  const all = sourcesOf(query).flatMap(({ table, alias }) =>
    (tableOf(catalog, table)?.columns ?? [])
      .filter(
        ({ kind, type, hidden, sensitive }) =>
          kind === 'time' && (type === 'date' || type === 'timestamp') && !hidden && !sensitive,
      )
      .map(
        (column): Time => ({
          ...{ table, column },
          ref: { kind: 'column', alias, column: column.name },
        }),
      ),
  );
  const used = columnsIn([query.groupBy, query.where]);
  const spoken = all.filter(({ ref }) =>
    used.some(({ alias, column }) => alias === ref.alias && sameName(column, ref.column)),
  );
  const [only, second] = spoken.length > 0 ? spoken : all;
  return only && !second ? only : null;
}

/** Days of a year, of a quarter and of a month, with some to spare. */
const DAYS = { year: 367, quarter: 93, month: 32 } as const;

/** Periods that are shorter than what the rows lie in. */
function unitsOf(query: SelectQuery, time: ColumnRef): readonly DateUnit[] {
  const isThis = (part: unknown) =>
    columnsIn(part).some(({ alias, column }) => alias === time.alias && column === time.column);
  const spans = query.where.flatMap((one) => {
    if (one.kind !== 'range' || !isThis(one.expr)) return [];
    const [from, to] = [one.from?.value, one.to?.value].map(String);
    return from && to && isDay(from) && isDay(to) ? [daysBetween(from, to)] : [];
  });
  const isPart = hasNode(query.groupBy, (node) => 'part' in node && isThis(node));
  const span = Math.min(Number.POSITIVE_INFINITY, ...spans);
  const grouped = query.groupBy.flatMap((key) =>
    key.kind === 'bucket' && isThis(key) ? [key.unit] : [],
  );
  const units: readonly DateUnit[] =
    span <= 1
      ? []
      : span <= DAYS.month
        ? ['day']
        : span <= DAYS.quarter
          ? ['month']
          : span <= DAYS.year
            ? ['month', 'quarter']
            : ['month', 'year'];
  return isPart ? ['month'] : units.filter((unit) => !grouped.includes(unit));
}
