import { columnOf, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { sourcesOf, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, Join, Query, SelectQuery } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

/** Groups that a breakdown has at the least: fewer say nothing. */
const MIN_GROUPS = 2;
/** Relationships that are followed to find a dimension. */
const MAX_HOPS = 2;
/** What totals are looked at by in business, before anything else; the first is the most telling. */
const TELLING = 'region country market category segment department division channel'.split(' ');

/** A dimension that the rows of a query have at most one member of, and the outer joins that reach it. */
export interface ReachedDimension {
  readonly alias: string;
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
  readonly joins: readonly Join[];
}

/**
 * The same total by its most telling group, for a plan that has none of its own; null for anything but one bare sum or
 * count. A dimension of another table is reached by outer joins to its key, so that no row is lost or repeated and the
 * groups add up to the total.
 */
export function breakdownQuery(
  query: Query,
  catalog: Catalog,
  maxGroups: number,
): SelectQuery | null {
  if (query.kind !== 'select' || query.groupBy.length + query.having.length > 0) return null;
  const [measure, second] = query.select;
  if (!measure || second || query.limit || query.distinct) return null;
  const { expr } = measure;
  if (!isTotal(expr, query, catalog)) return null;
  const [best] = reachedDimensions(query, catalog, maxGroups);
  if (!best) return null;
  const group = { kind: 'column', alias: best.alias, column: best.column.name } as const;
  const as = sameName(best.column.name, measure.as)
    ? `${best.column.name}_group`
    : best.column.name;
  return {
    ...query,
    joins: [...query.joins, ...best.joins],
    groupBy: [group],
    select: [{ expr: group, as }, measure],
    orderBy: [{ expr, direction: 'desc' }],
  };
}

/** Whether a measure is a sum, a count, or a metric that is one. */
function isTotal(expr: Expr, query: SelectQuery, catalog: Catalog): boolean {
  if (expr.kind === 'fragment') return expr.additive === true;
  if (expr.kind !== 'aggregate' || expr.distinct) return false;
  return FUNCTIONS[expr.fn].combine === 'sum' && addsUp(expr, query, catalog);
}

/** Whether groups of the measure give its total: rows do, sums of prices, rates and balances do not. */
function addsUp({ fn, arg }: Aggregate, query: SelectQuery, catalog: Catalog): boolean {
  if (!FUNCTIONS[fn].keepsUnit || arg?.kind !== 'column') return true;
  const table = tablesByAlias(query).get(arg.alias);
  const known = table && columnOf(catalog, { table, column: arg.column });
  return !known || (known.additive === true && known.kind === 'measure');
}

/** Dimensions of few enough groups that the query does not filter by, the most telling first. */
export function reachedDimensions(
  query: SelectQuery,
  catalog: Catalog,
  maxGroups: number,
): readonly ReachedDimension[] {
  const sources = sourcesOf(query);
  const filtered = new Set(columnsIn(query.where));
  const own = sources.flatMap(({ table, alias }) =>
    dimensions(tableOf(catalog, table), alias, [], maxGroups).filter(
      ({ column }) => !filtered.has(`${alias}.${column.name}`),
    ),
  );
  const used = new Set(sources.map(({ table }) => table.toLowerCase()));
  const scope = { catalog, maxGroups };
  return [
    ...own,
    ...sources.flatMap(({ table, alias }) => reached(table, alias, scope, used, [])),
  ].sort((a, b) => cost(a) - cost(b));
}

/** Dimensions of tables that each row of `table` has at most one row of. */
function reached(
  table: string,
  alias: string,
  scope: { readonly catalog: Catalog; readonly maxGroups: number },
  used: ReadonlySet<string>,
  joins: readonly Join[],
): ReachedDimension[] {
  const { catalog, maxGroups } = scope;
  if (joins.length === MAX_HOPS) return [];
  return catalog.relationships.flatMap(({ from, to }) => {
    if (!sameName(from.table, table) || used.has(to.table.toLowerCase())) return [];
    const next = `breakdown_${joins.length + 1}`;
    const on = from.columns.map((column, index) => ({
      left: { kind: 'column', alias, column } as const,
      right: { kind: 'column', alias: next, column: to.columns[index]! } as const,
    }));
    const path: readonly Join[] = [
      ...joins,
      { type: 'left', source: { table: to.table, alias: next }, on },
    ];
    const here = dimensions(tableOf(catalog, to.table), next, path, maxGroups);
    const seen = new Set([...used, to.table.toLowerCase()]);
    return [...here, ...reached(to.table, next, scope, seen, path)];
  });
}

function dimensions(
  table: CatalogTable | null,
  alias: string,
  joins: readonly Join[],
  maxGroups: number,
): readonly ReachedDimension[] {
  if (!table) return [];
  const usable = table.columns.filter(({ kind, type, hidden, sensitive, profile }) => {
    const groups = profile?.distinctCount ?? 0;
    const fits = groups >= MIN_GROUPS && groups <= maxGroups;
    return kind === 'dimension' && type === 'text' && !hidden && !sensitive && fits;
  });
  return usable.map((column) => ({ alias, table, column, joins }));
}

/** Lower is better: telling names first, then near tables, then few groups. */
function cost({ column, joins }: ReachedDimension): number {
  const words = column.label.toLowerCase().split(' ');
  const rank = TELLING.findIndex((word) => words.includes(word));
  const groups = column.profile?.distinctCount ?? 0;
  return (rank < 0 ? TELLING.length + 2 : rank) * 20 + joins.length * 10 + groups;
}

/** `alias.column` of every column that a part of the IR names. */
function columnsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(columnsIn);
  if (typeof part !== 'object' || part === null) return [];
  const { kind, alias, column } = part as Readonly<Record<string, unknown>>;
  return kind === 'column' ? [`${alias}.${column}`] : Object.values(part).flatMap(columnsIn);
}
