import { columnOf, sameName, tableOf } from '#src/ask/catalog-names.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Join, Query, SelectQuery } from '#src/plugin-api/query.ts';

/** Groups that a breakdown may have: fewer say nothing, more say too much. */
const MIN_GROUPS = 2;
const MAX_GROUPS = 25;
/** Relationships that are followed to find a dimension. */
const MAX_HOPS = 2;
/** What totals are looked at by in business, before anything else; the first is the most telling. */
const TELLING = 'region country market category segment department division channel'.split(' ');

interface Candidate {
  readonly alias: string;
  readonly column: CatalogColumn;
  readonly joins: readonly Join[];
}

/**
 * The same total by its most telling group, for a plan that has none of its own; null for anything but one bare sum or
 * count. A dimension of another table is reached by outer joins to its key, so that no row is lost or repeated and the
 * groups add up to the total.
 */
export function breakdownQuery(query: Query, catalog: Catalog): SelectQuery | null {
  if (query.kind !== 'select' || query.groupBy.length + query.having.length > 0) return null;
  const [measure, second] = query.select;
  if (!measure || second || query.limit || query.distinct) return null;
  const { expr } = measure;
  if (expr.kind !== 'aggregate' || expr.distinct || !['sum', 'count'].includes(expr.fn))
    return null;
  if (!addsUp(expr, query, catalog)) return null;
  const best = candidates(query, catalog).sort((a, b) => cost(a) - cost(b))[0];
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

/** Whether groups of the measure give its total: rows do, sums of prices, rates and balances do not. */
function addsUp({ fn, arg }: Aggregate, query: SelectQuery, catalog: Catalog): boolean {
  if (fn === 'count' || arg?.kind !== 'column') return true;
  const sources = [query.from, ...query.joins.map(({ source }) => source)];
  const table = sources.find(({ alias }) => alias === arg.alias)?.table;
  const known = table && columnOf(catalog, { table, column: arg.column });
  return !known || (known.additive === true && known.kind === 'measure');
}

function candidates(query: SelectQuery, catalog: Catalog): Candidate[] {
  const sources = [query.from, ...query.joins.map(({ source }) => source)];
  const filtered = new Set(columnsIn(query.where));
  const own = sources.flatMap(({ table, alias }) =>
    dimensions(tableOf(catalog, table))
      .filter(({ name }) => !filtered.has(`${alias}.${name}`))
      .map((column) => ({ alias, column, joins: [] })),
  );
  const used = new Set(sources.map(({ table }) => table.toLowerCase()));
  return [
    ...own,
    ...sources.flatMap(({ table, alias }) => reached(table, alias, catalog, used, [])),
  ];
}

/** Dimensions of tables that each row of `table` has at most one row of. */
function reached(
  table: string,
  alias: string,
  catalog: Catalog,
  used: ReadonlySet<string>,
  joins: readonly Join[],
): Candidate[] {
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
    const here = dimensions(tableOf(catalog, to.table)).map((column) => ({
      alias: next,
      column,
      joins: path,
    }));
    const seen = new Set([...used, to.table.toLowerCase()]);
    return [...here, ...reached(to.table, next, catalog, seen, path)];
  });
}

function dimensions(table: CatalogTable | null): readonly CatalogColumn[] {
  return (table?.columns ?? []).filter(({ kind, type, hidden, sensitive, profile }) => {
    const groups = profile?.distinctCount ?? 0;
    const fits = groups >= MIN_GROUPS && groups <= MAX_GROUPS;
    return kind === 'dimension' && type === 'text' && !hidden && !sensitive && fits;
  });
}

/** Lower is better: telling names first, then near tables, then few groups. */
function cost({ column, joins }: Candidate): number {
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
