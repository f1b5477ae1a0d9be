import type { Builder } from '#src/planner/build/builder.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

export function finishQuery(
  builder: Builder,
  scope: Scope,
  parts: Partial<SelectQuery>,
): SelectQuery {
  const limit =
    builder.frame.limit === null ? null : { count: builder.frame.limit, withTies: false };
  if (limit)
    builder.context.assume(
      limit.count === 1
        ? 'Where several tie for the first place, one of them is shown.'
        : `Where rows tie for place ${limit.count}, not all of them are shown.`,
    );
  return { ...scope.skeleton(), ...parts, limit };
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
