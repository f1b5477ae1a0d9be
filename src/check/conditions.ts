import type { FilterFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/** All conditions of a statement: of rows, of groups and of joins, at any depth. */
export const conditionsOf = (facts: QueryFacts): readonly FilterFacts[] =>
  conditionsIn(allBlocks(facts.root));

/** The conditions that these blocks write down themselves. */
export const conditionsIn = (blocks: readonly SelectFacts[]): readonly FilterFacts[] =>
  blocks.flatMap(({ filters, having, joins }) => [
    ...filters,
    ...having,
    ...joins.flatMap(({ conditions = [] }) => conditions),
  ]);
