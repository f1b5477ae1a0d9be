import type { FilterFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { bare, hasSubquery } from '#src/sql/nodes.ts';

/** The conjuncts of WHERE and ON that compare something; what says only how tables or subqueries are tied does not. */
export function comparisons({ filters, joins }: SelectFacts): readonly FilterFacts[] {
  const joined = joins.flatMap(({ type, conditions = [] }) =>
    type === 'inner' || type === 'cross' || type === 'semi' ? conditions : [],
  );
  return [...filters, ...joined].filter((filter) => filter.op !== null || !isTie(filter));
}

/** What rows of the answer are kept by, wherever they are read: the period of an answer is read from these. */
export const rowConditions = ({ root }: QueryFacts): readonly FilterFacts[] =>
  rowBlocks(root).flatMap(comparisons);

/** `orders.customer_id = customers.id`, or a nested SELECT that looks at the rows of another table. */
function isTie({ columns, node }: FilterFacts): boolean {
  const tables = new Set(columns.map(({ table }) => table)).size;
  if (hasSubquery(node)) return tables !== 1;
  const isEquality = node.kind === 'operation' && node.op === '=';
  return tables > 1 && isEquality && node.args.every((side) => bare(side).kind === 'column');
}
