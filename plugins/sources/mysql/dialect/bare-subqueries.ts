import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeQuery } from '#src/sql/select/tree.ts';

/**
 * Refuses a nested SELECT without FROM that names a column of the query around it. MariaDB 10.11.19 ends with a
 * segmentation fault when `x IN (SELECT y)` is executed as a prepared statement over a derived table, which is what the
 * rewriting makes of every table; and it says nothing that the column alone does not.
 */
export function refuseBareSubqueries(tree: TreeQuery): void {
  visit(tree, true);
}

function visit(node: unknown, isRoot: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  if (!isRoot && isBare(node) && namesColumn(Object.values(node)))
    throw new Refused(
      'node_not_allowed',
      'Replace the subquery that has no FROM with the column it selects.',
    );
  for (const each of Object.values(node)) visit(each, Array.isArray(node) && isRoot);
}

const isBare = (node: object): boolean =>
  'kind' in node &&
  node.kind === 'select' &&
  'from' in node &&
  Array.isArray(node.from) &&
  node.from.length === 0;

/** Whether a column is named here, outside of SELECTs that are nested further down and have a FROM of their own. */
function namesColumn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('kind' in node && node.kind === 'column') return true;
  if ('kind' in node && node.kind === 'select' && !isBare(node)) return false;
  return Object.values(node).some(namesColumn);
}
