import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeQuery } from '#src/sql/select/tree.ts';

/** The deepest tree that is handed on, in nodes: chains like `a + b + c + …` and UNION nest to the left. */
const MAX_TREE_DEPTH = 600;

/** Refuses a tree that those who walk it by recursion could not bear. */
export function checkDepth(tree: TreeQuery): void {
  let level: object[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_TREE_DEPTH)
      throw new Refused('too_deep', 'The statement is nested too deeply. Split it into steps.');
    level = level.flatMap((node) => Object.values(node).filter(isNode));
  }
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
