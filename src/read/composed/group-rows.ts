import { same } from '#src/planner/compile/finish.ts';
import type { Path } from '#src/planner/joins.ts';
import { Aliases } from '#src/planner/scope.ts';
import { aliasesIn, sourcesOf } from '#src/planner/select-blocks.ts';
import type {
  Aggregate,
  ColumnRef,
  Expr,
  Join,
  Predicate,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import type { Schema } from '#src/read/resolve.ts';

/** The rows that a query picks first ones of: those of a table, where they are no values of a column. */
export function rankedTable(query: SelectQuery, schema: Schema): string | null {
  if (query.groupBy.length === 0) return query.from.table;
  const grouped = new Set(query.groupBy.flatMap((expr) => keyNamed(expr, query, schema) ?? []));
  const whole = [...schema.tables.values()].find(
    ({ name, primaryKey }) =>
      primaryKey?.length && primaryKey.every((column) => grouped.has(`${name}\0${column}`)),
  );
  return whole?.name ?? null;
}

/** A column as `table\0column`, a reference as the key that it refers to. */
function keyNamed(expr: Expr, query: SelectQuery, { references }: Schema): string | null {
  if (expr.kind !== 'column') return null;
  const source = sourcesOf(query).find(({ alias }) => alias === expr.alias);
  const name = source && `${source.table}\0${expr.column}`;
  return name ? (references.get(name) ?? name) : null;
}

/** The alias of a table that stands in a query once. */
export function aliasOf(table: string, query: SelectQuery): string | null {
  const [source, second] = sourcesOf(query).filter((one) => one.table === table);
  return source && !second ? source.alias : null;
}

/** A query with what a path leads to, and the alias of its end. */
export function along(
  path: Path,
  from: string,
  query: SelectQuery,
): { readonly query: SelectQuery; readonly alias: string } {
  let alias = from;
  let joins = query.joins;
  for (const { to, pairs } of path) {
    const aliases = new Aliases(aliasesIn({ ...query, joins }));
    const known = joins.find(
      ({ source, on }) => source.table === to && ties(on, alias, source.alias, pairs),
    );
    const next = known?.source.alias ?? aliases.next(to);
    if (!known) {
      const on = pairs.map(([left, right]) => ({
        left: column(alias, left),
        right: column(next, right),
      }));
      joins = [...joins, { type: 'inner', source: { table: to, alias: next }, on }];
    }
    alias = next;
  }
  return { query: { ...query, joins }, alias };
}

export const column = (alias: string, name: string): ColumnRef => ({
  ...{ kind: 'column', alias, column: name },
});

function ties(
  on: Join['on'],
  from: string,
  to: string,
  pairs: readonly (readonly [string, string])[],
): boolean {
  return (
    on.length === pairs.length &&
    pairs.every(([left, right]) =>
      on.some(
        (one) =>
          (same(one.left, column(from, left)) && same(one.right, column(to, right))) ||
          (same(one.right, column(from, left)) && same(one.left, column(to, right))),
      ),
    )
  );
}

/**
 * Rows that are ranked by a number over others, as groups of those: `customers` by their number of orders, so that the
 * orders may be told apart by more. Those without any are in no group. Null where they are ranked by something else.
 */
export function asGroups(query: SelectQuery, { tables }: Schema): SelectQuery | null {
  const [by] = query.orderBy;
  const { from, joins, groupBy } = query;
  if (by?.expr.kind !== 'subquery' || by.expr.query.kind !== 'select' || groupBy.length > 0)
    return null;
  const nested = by.expr;
  const inner = by.expr.query;
  const number = inner.select[0]?.expr;
  const key = tables.get(from.table)?.primaryKey;
  if (number?.kind !== 'aggregate' || inner.groupBy.length > 0 || !key?.length) return null;
  const own = inner.where.flatMap((one) => tieTo(from.alias, one) ?? []);
  const where = inner.where.filter((one) => tieTo(from.alias, one) === null);
  if (own.length === 0) return null;
  const counted = (expr: Expr): Expr => (same(expr, nested) ? (number satisfies Aggregate) : expr);
  const shown = query.select.flatMap(({ expr }) => (expr.kind === 'column' ? [expr] : []));
  return {
    ...query,
    from: inner.from,
    joins: [...inner.joins, { type: 'inner', source: from, on: own }, ...joins],
    where: [...where, ...query.where],
    groupBy: [...key.map((name) => column(from.alias, name)), ...shown].filter(
      (expr, at, all) => all.findIndex((one) => same(one, expr)) === at,
    ),
    select: query.select.map((item) => ({ ...item, expr: counted(item.expr) })),
    orderBy: query.orderBy.map((item) => ({ ...item, expr: counted(item.expr) })),
  };
}

/** The columns by which a nested query is tied to the rows around it. */
function tieTo(outer: string, one: Predicate): Join['on'][number] | null {
  if (one.kind !== 'compare' || one.op !== '=') return null;
  const { left, right } = one;
  if (left.kind !== 'column' || right.kind !== 'column') return null;
  return left.alias === outer || right.alias === outer ? { left, right } : null;
}
