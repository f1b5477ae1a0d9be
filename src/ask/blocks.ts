import type { SelectFacts } from '#src/plugin-api/query-facts.ts';

/** A SELECT and all that are nested in it: branches, derived tables, subqueries; outermost first. */
export function allBlocks(root: SelectFacts): readonly SelectFacts[] {
  const found: SelectFacts[] = [];
  const visit = (block: SelectFacts) => {
    found.push(block);
    for (const branch of block.setOperation?.branches ?? []) visit(branch);
    for (const source of block.sources) if (source.derived) visit(source.derived);
    for (const subquery of block.subqueries) visit(subquery);
  };
  visit(root);
  return found;
}
