import type { TreeExpr, TreeItem, TreeOrder } from '#src/sql/select/tree.ts';

/**
 * The keys of an order without those that only put NULL last: `x IS NULL, x` is how NULLS LAST is written here, also
 * where the second `x` is the name of the result column that computes it.
 */
export function withoutNullKeys(
  keys: readonly TreeOrder[],
  items: readonly TreeItem[],
): readonly TreeOrder[] {
  return keys.filter((key, index) => !putsNullsLast(key, keys[index + 1], items));
}

function putsNullsLast(
  { expr, direction }: TreeOrder,
  next: TreeOrder | undefined,
  items: readonly TreeItem[],
): boolean {
  if (!next || direction === 'desc' || expr.kind !== 'operation' || expr.op !== 'is null')
    return false;
  const wanted = JSON.stringify(expr.args[0]);
  return [next.expr, computedBy(next.expr, items)].some((each) => JSON.stringify(each) === wanted);
}

function computedBy(key: TreeExpr, items: readonly TreeItem[]): TreeExpr | undefined {
  const [name, ...more] = key.kind === 'column' ? key.names : [];
  return more.length > 0 ? undefined : items.find((item) => item.alias === name)?.expr;
}
