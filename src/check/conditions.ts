import type { FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/** All conditions of a statement: of rows, of groups and of joins, at any depth. */
export const conditionsOf = (facts: QueryFacts): readonly FilterFacts[] =>
  allBlocks(facts.root).flatMap(({ filters, having, joins }) => [
    ...filters,
    ...having,
    ...joins.flatMap(({ conditions = [] }) => conditions),
  ]);
