import type { ExprNode, SelectFacts } from '#src/plugin-api/query-facts.ts';

/** A SELECT and all that are nested in it: branches, derived tables, subqueries; outermost first. */
export function allBlocks(root: SelectFacts): readonly SelectFacts[] {
  return rowBlocks(root).flatMap((block) => [block, ...block.subqueries.flatMap(allBlocks)]);
}

/** A SELECT with its branches and derived tables, whose rows it is made of; without subqueries in expressions. */
export function rowBlocks(root: SelectFacts): readonly SelectFacts[] {
  const branches = root.setOperation?.branches ?? [];
  const derived = root.sources.flatMap((source) => source.derived ?? []);
  return [root, ...[...branches, ...derived].flatMap(rowBlocks)];
}

/** The expressions that a SELECT writes down itself, without those of the SELECTs in it. */
export const expressionsOf = ({
  outputs,
  filters,
  having,
  groupBy,
  orderBy,
  joins,
}: SelectFacts): readonly ExprNode[] => [
  ...[...outputs, ...filters, ...having, ...groupBy].map(({ node }) => node),
  ...orderBy.map(({ expr }) => expr.node),
  ...joins.flatMap(({ conditions = [] }) => conditions.map(({ node }) => node)),
];
