import { labelOf, tableOf } from '#src/catalog/catalog-names.ts';
import { NEVER } from '#src/language/en/asked-for.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { subqueriesIn } from '#src/sql/nodes.ts';

/**
 * "Never" by `status <> 'cancelled'`: rows of other values say nothing of whether there are any of this one. Only what
 * looks at all rows of a thing does: NOT EXISTS, NOT IN, EXCEPT, an outer join without a partner, a count over its rows.
 */
export function neverByRows(facts: QueryFacts, catalog: Catalog, question: string): string | null {
  if (!NEVER.test(question)) return null;
  const blocks = allBlocks(facts.root);
  const looksAtAll = blocks.some(
    ({ joins, filters, having, setOperation }) =>
      setOperation?.op === 'except' ||
      having.length > 0 ||
      joins.some(({ type }) => type === 'anti' || type === 'left' || type === 'full') ||
      filters.some(({ node, op }) => op === 'is null' || subqueriesIn(node).length > 0),
  );
  if (looksAtAll) return null;
  for (const { joins, filters, sources } of blocks) {
    const other = filters.find(({ op }) => op === '<>' || op === 'not in');
    const table = other?.column && tableOf(catalog, other.column.table);
    if (joins.length === 0 || !other?.column || !table || sources.length < 2) continue;
    return `The question says "never", but the SQL only looks for rows with a different ${labelOf(catalog, other.column)}.`;
  }
  return null;
}
