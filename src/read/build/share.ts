import { Scope } from '#src/planner/scope.ts';
import type { Expr, Literal, SelectQuery } from '#src/plugin-api/query.ts';
import { placeConditions } from '#src/read/build/conditions.ts';
import { type BuildContext, unsound } from '#src/read/build/context.ts';
import { requireAll } from '#src/read/build/predicates.ts';

const ROWS: Expr = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };
const HUNDRED: Literal = { kind: 'literal', type: 'decimal', value: 100 };

/** The percentage of rows that are so: their number over that of all rows, or of those that are called so. Null where none is asked. */
export function buildShare(build: BuildContext): SelectQuery | null {
  const { items, groups, orders, either, conditions, shareOf, limit } = build.ask;
  if (!shareOf) return null;
  const [item, second] = items;
  if (!item || second || groups.length + orders.length > 0 || limit !== null)
    unsound('A share and something else are asked at once.');
  if (conditions.length + either.length === shareOf.length) unsound('Nothing tells the part.');
  const { table } = build.target(item.of);
  const part = new Scope(table, build.schema.graph, build.aliases);
  placeConditions(build, part, table);
  if (part.where.length === 0) unsound('Nothing tells the part.');
  const whole = new Scope(table, build.schema.graph, build.aliases);
  requireAll(build, whole, shareOf);
  const all: Expr = {
    kind: 'subquery',
    query: { ...whole.skeleton(), select: [{ expr: ROWS, as: 'value' }] },
  };
  const percent: Expr = { kind: 'arithmetic', op: '*', left: HUNDRED, right: ROWS };
  const expr: Expr = { kind: 'arithmetic', op: '/', left: percent, right: all };
  const { label } = build.table(table);
  build.assumptions.add(
    shareOf.length === 0
      ? `The percentage is that of all rows of ${label}.`
      : `The percentage is that of the rows of ${label} that are called so.`,
  );
  return { ...part.skeleton(), select: [{ expr, as: 'percentage' }] };
}
