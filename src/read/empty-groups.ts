import { plural } from '#src/catalog/catalog-names.ts';
import { blocksIn, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Aggregate, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import { referringTies } from '#src/read/licensed.ts';
import type { Schema } from '#src/read/resolve.ts';

interface WithEmptyGroups {
  readonly query: SelectQuery;
  readonly told: readonly string[];
}

/**
 * `Which mechanic has the fewest cancelled jobs`, `customers with fewer than 2 unpaid jobs`: groups none of whose rows are so have the
 * fewest. The query that counts those within each group, rather than leaving all others out before there are groups, and what is told of
 * it; null of any other. What is said of a time narrows the rows themselves, which is told.
 */
export function withEmptyGroups(query: SelectQuery, schema: Schema): WithEmptyGroups | null {
  const { groupBy, orderBy, having, limit, where, distinct } = query;
  if (groupBy.length === 0 || distinct || limit?.within || blocksIn(query).length > 1) return null;
  const [first] = orderBy;
  const isFewest = limit !== null && first?.direction === 'asc' && countsRows(first.expr);
  const isBelow = having.length === 1 && having.every(isUpperBound);
  if (!isFewest && !isBelow) return null;
  const own = manySide(query, schema);
  if (own === null) return null;
  const grouped = columnsIn(groupBy);
  const isOfGroup = (one: Predicate) =>
    columnsIn(one).every(({ alias, column }) =>
      grouped.some((group) => group.alias === alias && (alias !== own || group.column === column)),
    );
  const parts = where.filter((one) => one.kind !== 'range' && !isOfGroup(one));
  const table = tablesByAlias(query).get(own) ?? '';
  const told = where.some((one) => one.kind === 'range')
    ? [
        `Only those with ${plural(schema.tables.get(table)?.label ?? table)} in that period are included.`,
      ]
    : [];
  const [only, ...more] = parts;
  if (only === undefined) return told.length > 0 ? { query, told } : null;
  const when: Predicate = more.length === 0 ? only : { kind: 'and', parts };
  const counted: Aggregate = {
    kind: 'aggregate',
    fn: 'count_if',
    arg: null,
    distinct: false,
    when,
  };
  const change = (expr: Expr): Expr => (countsRows(expr) ? counted : expr);
  const counting = {
    ...query,
    where: where.filter((one) => !parts.includes(one)),
    select: query.select.map((item) => ({ ...item, expr: change(item.expr) })),
    orderBy: orderBy.map((item) => ({ ...item, expr: change(item.expr) })),
    having: having.map((one) =>
      one.kind === 'compare' ? { ...one, left: change(one.left) } : one,
    ),
  };
  return { query: counting, told };
}

/** `COUNT(*)` */
const countsRows = (expr: Expr): boolean =>
  expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg === null && !expr.when;

const isUpperBound = (one: Predicate): boolean =>
  one.kind === 'compare' && (one.op === '<' || one.op === '<=') && countsRows(one.left);

/** The rows that a query has one by one: none refers to them. */
function manySide(query: SelectQuery, schema: Schema): string | null {
  const referred = new Set(referringTies([query], schema).map(({ to }) => to.alias));
  const [only, more] = [...tablesByAlias(query).keys()].filter((alias) => !referred.has(alias));
  return more === undefined ? (only ?? null) : null;
}
