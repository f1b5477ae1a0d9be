import { readable } from '#src/catalog/catalog-names.ts';
import { NEIGHBOURS } from '#src/check/sql-functions.ts';
import { timeColumn } from '#src/check/timeline.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { callsIn, columnNodes } from '#src/sql/nodes.ts';

/** Periods that are compared with the one before in another order than time: LAG(revenue) OVER (ORDER BY revenue). */
export function otherRowBefore(facts: QueryFacts, catalog: Catalog): string | null {
  const isTime = (node: ExprNode): boolean =>
    columnNodes(node).some(
      ({ column, of }) => timeColumn(catalog, column) !== null || (of !== null && isTime(of)),
    );
  for (const { outputs } of allBlocks(facts.root)) {
    if (
      !outputs.some(({ node }) => callsIn(node).every(({ over }) => over === null) && isTime(node))
    )
      continue;
    const compared = outputs
      .flatMap(({ node }) => callsIn(node, NEIGHBOURS))
      .find(({ args, over }) => over !== null && !args.some(isTime) && !over.orderBy.some(isTime));
    const [by] = compared?.over?.orderBy ?? [];
    if (compared && by && columnNodes(by).some(({ column, of }) => column ?? of))
      return `Each row is compared with the previous one in order of ${readable(columnNodes(by)[0]?.name ?? '')}, not of time.`;
  }
  return null;
}
