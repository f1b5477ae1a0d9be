import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { ColumnRef, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * What tells the results of two queries apart, so that two ways to write one result are not taken for a doubt: a
 * reference stands for the key that it refers to, columns of a group that its key decides are left out, and so are
 * joins to one row of another table that nothing but its key is used of.
 */
export function signatureOf(picked: SelectQuery, { tables, references }: Schema): string {
  const query = withoutGroups(withoutPick(picked));
  const sources = tablesByAlias(query);
  const named = ({ alias, column }: ColumnRef): string | null => {
    const table = sources.get(alias);
    if (table === undefined) return null;
    return references.get(`${table}\0${column}`) ?? `${table}\0${column}`;
  };
  const written = (value: Expr | Predicate | null): string =>
    JSON.stringify(value, (_, part) =>
      part !== null && typeof part === 'object' && part.kind === 'column'
        ? (named(part) ?? part)
        : part,
    );
  const keys = new Set(
    query.groupBy.flatMap((one) => {
      const name = one.kind === 'column' ? named(one) : null;
      const [table, column] = name?.split('\0') ?? [];
      return table && tables.get(table)?.primaryKey?.join('\0') === column ? [table] : [];
    }),
  );
  const groups = query.groupBy.filter((one) => {
    const [table, column] = (one.kind === 'column' ? named(one) : null)?.split('\0') ?? [];
    return !table || !keys.has(table) || tables.get(table)?.primaryKey?.join('\0') === column;
  });
  // What ties are put in order by tells nothing apart.
  const orders = query.orderBy.filter(({ expr }, at) => at === 0 || expr.kind !== 'column');
  const used = ''.concat(
    ...query.select.map(({ expr }) => written(expr)),
    ...query.where.map(written),
    ...query.having.map(written),
    ...groups.map(written),
    ...orders.map(({ expr }) => written(expr)),
  );
  const isNeeded = ({ source }: SelectQuery['joins'][number]): boolean => {
    const key = tables.get(source.table)?.primaryKey ?? [];
    const name = (column: string) => JSON.stringify(`${source.table}\0${column}`).slice(1, -1);
    const own = (tables.get(source.table)?.columns ?? []).map((one) => one.name);
    if (key.length !== 1 || !tiedToOne(query, source.alias, key[0]!)) return true;
    return own.some((column) => column !== key[0] && used.includes(`"${name(column)}"`));
  };
  return JSON.stringify([
    query.from.table,
    query.joins
      .filter(isNeeded)
      .map(({ source, type }) => [source.table, type])
      .toSorted(),
    query.select.map(({ expr }) => written(expr)).toSorted(),
    query.where.map(written).toSorted(),
    groups.map(written).toSorted(),
    query.having.map(written).toSorted(),
    query.distinct,
    orders.map(({ expr, direction }) => [written(expr), direction]),
    query.limit,
  ]);
}

/**
 * Groups by the row that their rows belong to, as a query over these: the group with the most rows is that of the row that
 * most of them belong to, and groups of which nothing is computed are the rows that have some.
 */
function withoutGroups(query: SelectQuery): SelectQuery {
  const { from, joins, groupBy, orderBy, select, where, having, limit } = query;
  const [join, second] = joins;
  const [tie, other] = join?.on ?? [];
  if (!join || second || !tie || other || having.length > 0) return query;
  const { left, right } = tie;
  const { source } = join;
  const [key, ...rest] = groupBy;
  const isOf = (expr: Expr, alias: string) => expr.kind === 'column' && expr.alias === alias;
  const isByKey =
    left.kind === 'column' &&
    key?.kind === 'column' &&
    isOf(left, from.alias) &&
    isOf(key, from.alias) &&
    key.column === left.column;
  const shown = [...rest, ...select.map(({ expr }) => expr)];
  if (!isByKey || !shown.every((one) => isOf(one, source.alias))) return query;
  const belongs: Predicate = { kind: 'compare', op: '=', left, right };
  // The parts stand in the order in which `build` writes them, as what is written is compared.
  const own = (columns: SelectQuery['select']): SelectQuery => ({
    ...{ kind: 'select', from, joins: [], where: [belongs, ...where], groupBy: [], having: [] },
    ...{ select: columns, distinct: false, orderBy: [], limit: null },
  });
  const rows = { ...query, from: source, joins: [], where: [], groupBy: [], orderBy: [] };
  const [order] = orderBy;
  if (limit === null && orderBy.every(({ expr }) => expr.kind === 'column'))
    return { ...rows, where: [{ kind: 'exists', query: own([]), negated: false }] };
  if (limit?.count !== 1 || order?.direction !== 'desc' || !isCount(order.expr)) return query;
  const counted = own([{ expr: order.expr, as: 'value' }]);
  const expr = { kind: 'subquery' as const, query: counted };
  return { ...rows, orderBy: [{ expr, direction: order.direction }] };
}

const isCount = (expr: Expr): boolean =>
  expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg === null;

/** Rows whose key is that of the first of their table are the first of it; rows that those belong to are theirs. */
function withoutPick(query: SelectQuery): SelectQuery {
  const [where, second] = query.where;
  const isOpen = query.limit === null && query.groupBy.length + query.orderBy.length === 0;
  if (!where || second || !isOpen) return query;
  if (where.kind === 'inQuery') return ofPick(query, where, query) ?? query;
  if (where.kind !== 'exists' || where.negated || where.query.kind !== 'select') return query;
  const { from, joins, where: inner } = where.query;
  const tie = inner.find((one) => one.kind === 'compare');
  const pick = inner.find((one) => one.kind === 'inQuery');
  if (joins.length > 0 || inner.length !== 2 || tie?.kind !== 'compare') return query;
  const { left, right } = tie;
  if (left.kind !== 'column' || right.kind !== 'column' || pick?.kind !== 'inQuery') return query;
  const join = { type: 'inner' as const, source: query.from, on: [{ left, right }] };
  const turned = { ...query, distinct: false, from, joins: [join, ...query.joins] };
  const picked = ofPick(turned, pick, where.query);
  return picked?.limit?.count === 1 ? picked : query;
}

/** A query whose rows are told by a pick among those that it is over. */
function ofPick(
  query: SelectQuery,
  { query: inner, expr, negated }: Extract<Predicate, { kind: 'inQuery' }>,
  { from }: Pick<SelectQuery, 'from'>,
): SelectQuery | null {
  const isOwn =
    !negated &&
    inner.kind === 'select' &&
    expr.kind === 'column' &&
    expr.alias === from.alias &&
    inner.from.table === from.table &&
    inner.where.length + inner.joins.length === 0;
  if (!isOwn) return null;
  const orderBy = JSON.parse(
    JSON.stringify(inner.orderBy).replaceAll(
      `"alias":"${inner.from.alias}"`,
      `"alias":"${from.alias}"`,
    ),
  ) as SelectQuery['orderBy'];
  return { ...query, where: [], orderBy, limit: inner.limit };
}

/** Whether a join is to the key of a table. */
function tiedToOne({ joins }: SelectQuery, alias: string, key: string): boolean {
  const join = joins.find(({ source }) => source.alias === alias)!;
  return join.on.every(
    ({ left, right }) =>
      (left.alias === alias && left.column === key) ||
      (right.alias === alias && right.column === key),
  );
}
