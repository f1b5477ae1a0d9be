import { same } from '#src/planner/compile/finish.ts';
import type { JoinGraph } from '#src/planner/joins.ts';
import type { Plan } from '#src/planner/plan.ts';
import { sourcesOf } from '#src/planner/select-blocks.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Aggregate, ColumnRef, Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { along } from '#src/read/composed/group-rows.ts';
import type { Schema } from '#src/read/resolve.ts';

/** The one number that a question asks for, of all rows or of each group. */
export interface GroupedNumber {
  readonly query: SelectQuery;
  readonly expr: Aggregate;
  readonly assumptions: readonly string[];
  readonly confidence: number;
}

/** Reads a question that asks for one number, of all rows or of each group; null where it asks for something else. */
export type ReadGrouped = (question: string) => GroupedNumber | null;

export function groupedNumber(plan: Plan): GroupedNumber | null {
  if (plan.kind !== 'query' || plan.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = plan;
  if (query.having.length > 0 || query.distinct) return null;
  const exprs = [...query.select, ...query.orderBy]
    .map(({ expr }) => expr)
    .filter((expr) => !query.groupBy.some((group) => same(group, expr)));
  const [expr] = exprs;
  if (expr?.kind !== 'aggregate' || expr.when || !exprs.every((one) => same(one, expr)))
    return null;
  return { query, expr, assumptions, confidence };
}

/** The query with another number in the place of its own. */
export function withNumber(
  { query, expr: own }: Pick<GroupedNumber, 'query' | 'expr'>,
  expr: Expr,
  as: string,
): SelectQuery {
  const put = <Item extends { readonly expr: Expr }>(item: Item): Item =>
    same(item.expr, own) ? { ...item, expr } : item;
  return {
    ...query,
    select: query.select.map((item) => (same(item.expr, own) ? { expr, as } : item)),
    orderBy: query.orderBy.map(put),
  };
}

/** The table whose rows a number counts, or adds up a column of. */
export function tableOf({ query, expr }: Pick<GroupedNumber, 'query' | 'expr'>): string | null {
  if (expr.arg === null) return query.from.table;
  if (expr.arg.kind !== 'column') return null;
  const { alias } = expr.arg;
  return sourcesOf(query).find((source) => source.alias === alias)?.table ?? null;
}

/** A query that a table is joined to of which each row has one at the most, and the alias of that table there. */
export interface Reached {
  readonly query: SelectQuery;
  readonly alias: string;
}

/** Null where there is no single way to the table. */
export function reaching(query: SelectQuery, table: string, graph: JoinGraph): Reached | null {
  const own = sourcesOf(query).filter((source) => source.table === table);
  if (own.length > 0) return own.length === 1 ? { query, alias: own[0]!.alias } : null;
  const path = graph.toOne(query.from.table, table);
  return path && along(path, query.from.alias, query);
}

/** A query in which the key of a table stands, of which each row has one. */
export interface KeyReached {
  readonly query: SelectQuery;
  readonly key: ColumnRef;
}

/** The key of a table in a query: the reference to it, where no row lacks one, so that nothing is joined for it. */
export function keyIn(query: SelectQuery, table: string, schema: Schema): KeyReached | null {
  const name = keyOf(schema.tables.get(table)!);
  if (name === null) return null;
  const path = schema.graph.toOne(query.from.table, table);
  const last = path?.at(-1);
  const [pair, second] = last?.pairs ?? [];
  if (last && pair && !second && pair[1] === name && isFilled(last.from, pair[0], schema)) {
    const before = reaching(query, last.from, schema.graph);
    return (
      before && {
        query: before.query,
        key: { kind: 'column', alias: before.alias, column: pair[0] },
      }
    );
  }
  const reached = reaching(query, table, schema.graph);
  return (
    reached && {
      query: reached.query,
      key: { kind: 'column', alias: reached.alias, column: name },
    }
  );
}

/** The column that tells the rows of a table apart; null where none does. */
export const keyOf = ({ primaryKey }: CatalogTable): string | null =>
  primaryKey?.length === 1 ? primaryKey[0]! : null;

/** Whether every row of a table has a value in a column. */
export const isFilled = (table: string, column: string, { tables }: Schema): boolean =>
  tables.get(table)!.columns.find(({ name }) => name === column)?.profile?.nullCount === 0;
