import type { TreeCall, TreeExpr, TreeOperation } from './tree.ts';

/** Nodes of the tree as every dialect's mapper makes them. */
export const operation = (op: string, ...args: readonly TreeExpr[]): TreeOperation => ({
  kind: 'operation',
  op,
  args,
});

/** A call of nothing but its arguments: no DISTINCT, FILTER, order or window. */
export const plainCall = (name: string, args: readonly TreeExpr[]): TreeCall => ({
  kind: 'call',
  name,
  args,
  ...{ distinct: false, filter: null, orderBy: [], over: null },
});
