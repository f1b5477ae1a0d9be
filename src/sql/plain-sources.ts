import type { QueryFacts, SelectFacts, SourceFacts } from '#src/plugin-api/query-facts.ts';

/**
 * The facts with each derived table that only hands on the rows of a table (`(SELECT * FROM orders) AS o`, a WITH of it)
 * read as that table; the same facts where there is none.
 */
export function withPlainSources(facts: QueryFacts): QueryFacts {
  const root = plain(facts.root);
  return root === facts.root ? facts : { ...facts, root };
}

function plain(block: SelectFacts): SelectFacts {
  const sources = block.sources.map(plainSource);
  const subqueries = block.subqueries.map(plain);
  const branches = block.setOperation?.branches.map(plain) ?? [];
  const isSame =
    sources.every((one, at) => one === block.sources[at]) &&
    subqueries.every((one, at) => one === block.subqueries[at]) &&
    branches.every((one, at) => one === block.setOperation?.branches[at]);
  if (isSame) return block;
  const setOperation = block.setOperation && { ...block.setOperation, branches };
  return { ...block, sources, subqueries, setOperation };
}

function plainSource(source: SourceFacts): SourceFacts {
  if (!source.derived) return source;
  const derived = plain(source.derived);
  const [only, more] = derived.sources;
  if (only && !more && only.table !== null && handsOn(derived))
    return { ...source, table: only.table, derived: null };
  return derived === source.derived ? source : { ...source, derived };
}

/** All rows of its source as they are: nothing is filtered, grouped, cut, computed or put together. */
const handsOn = (block: SelectFacts) =>
  block.setOperation === null &&
  block.filters.length === 0 &&
  block.having.length === 0 &&
  block.qualify === undefined &&
  block.groupBy.length === 0 &&
  block.limit === null &&
  block.offset === 0 &&
  !block.distinct &&
  block.outputs.every(({ column, name }) => column?.column.toLowerCase() === name.toLowerCase());
