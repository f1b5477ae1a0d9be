import { blocksIn, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Aggregate, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import { tiesIn } from '#src/read/lost-way.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `Which mechanic has the fewest cancelled jobs`, `customers with fewer than 2 unpaid jobs`: groups none of whose rows are so have the
 * fewest. The query that counts those within each group, rather than leaving all others out before there are groups; null of any other.
 */
export function withEmptyGroups(query: SelectQuery, schema: Schema): SelectQuery | null {
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
  const parts = where.filter((one) => !isOfGroup(one));
  const [only, ...more] = parts;
  if (only === undefined) return null;
  const when: Predicate = more.length === 0 ? only : { kind: 'and', parts };
  const counted: Aggregate = {
    kind: 'aggregate',
    fn: 'count_if',
    arg: null,
    distinct: false,
    when,
  };
  const change = (expr: Expr): Expr => (countsRows(expr) ? counted : expr);
  return {
    ...query,
    where: where.filter(isOfGroup),
    select: query.select.map((item) => ({ ...item, expr: change(item.expr) })),
    orderBy: orderBy.map((item) => ({ ...item, expr: change(item.expr) })),
    having: having.map((one) =>
      one.kind === 'compare' ? { ...one, left: change(one.left) } : one,
    ),
  };
}

/** `COUNT(*)` */
const countsRows = (expr: Expr): boolean =>
  expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg === null && !expr.when;

const isUpperBound = (one: Predicate): boolean =>
  one.kind === 'compare' && (one.op === '<' || one.op === '<=') && countsRows(one.left);

/** The rows that a query has one by one: none refers to them. */
function manySide(query: SelectQuery, { references }: Schema): string | null {
  const sources = tablesByAlias(query);
  const referred = new Set(
    tiesIn([query]).flatMap(({ left, right }) => {
      const end = (one: typeof left) => `${sources.get(one.alias)}\0${one.column}`;
      return references.get(end(left)) === end(right)
        ? [right.alias]
        : references.get(end(right)) === end(left)
          ? [left.alias]
          : [];
    }),
  );
  const [only, more] = [...sources.keys()].filter((alias) => !referred.has(alias));
  return more === undefined ? (only ?? null) : null;
}
