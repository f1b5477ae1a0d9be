import type { Builder } from '#src/planner/compile/builder.ts';
import type { Scope } from '#src/planner/scope.ts';
import { tiesCut } from '#src/planner/ties-told.ts';
import type { Expr, OrderItem, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

export function finishQuery(
  builder: Builder,
  scope: Scope,
  parts: Partial<SelectQuery>,
): SelectQuery {
  const limit =
    builder.frame.limit === null ? null : { count: builder.frame.limit, withTies: false };
  if (limit) builder.context.assume(tiesCut(limit.count));
  const query = { ...scope.skeleton(), ...parts, limit };
  return { ...query, orderBy: [...query.orderBy, ...tieBreakers(query)] };
}

/** Rows that tie are put in the order of what they show, so that the same ones are kept on every engine and run. */
function tieBreakers({ distinct, orderBy, select }: SelectQuery): readonly OrderItem[] {
  if (distinct || orderBy.length === 0) return [];
  return select
    .filter(({ expr }) => expr.kind === 'column' || expr.kind === 'bucket' || expr.kind === 'part')
    .filter(({ expr }) => !orderBy.some((item) => same(item.expr, expr)))
    .map(({ expr }) => ({ expr, direction: 'asc' }) as const);
}

export const same = (left: Expr, right: Expr) => JSON.stringify(left) === JSON.stringify(right);

/** Result columns with names of their own; the same expression once. */
export function unique(items: readonly SelectItem[]): SelectItem[] {
  const found: SelectItem[] = [];
  for (const item of items) {
    if (found.some((one) => same(one.expr, item.expr))) continue;
    let name = item.as;
    for (let number = 2; found.some((one) => one.as.toLowerCase() === name.toLowerCase()); number++)
      name = `${item.as}_${number}`;
    found.push({ ...item, as: name });
  }
  return found;
}
