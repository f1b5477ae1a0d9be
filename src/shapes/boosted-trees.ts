/** A binary tree: leaves have a value, other nodes a feature and a bound; rows at or below it go left. */
export type Tree = number | readonly [feature: number, bound: number, left: Tree, right: Tree];

/** Boosted trees whose sum is a log-odds (Friedman 2001). */
export interface Model {
  readonly base: number;
  readonly trees: readonly Tree[];
}

/** The probability that a row of features is of the positive kind. */
export function probabilityOf({ base, trees }: Model, features: readonly number[]): number {
  let sum = base;
  for (const tree of trees) sum += leafOf(tree, features);
  return 1 / (1 + Math.exp(-sum));
}

function leafOf(tree: Tree, features: readonly number[]): number {
  let node = tree;
  while (typeof node !== 'number') node = (features[node[0]] ?? 0) <= node[1] ? node[2] : node[3];
  return node;
}
