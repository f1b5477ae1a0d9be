import { rowBlocks } from '#src/ask/blocks.ts';
import { labelOf } from '#src/ask/catalog-names.ts';
import { aggregateLabel, conditionLabels, OPERATOR_WORDS, tableLabel } from '#src/ask/labels.ts';
import { hiddenRanking, isNested, rankingBlocks } from '#src/ask/ranking.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';

/** What the conditions of a block say that look at other rows. */
interface NestedLabels {
  readonly labels: readonly string[];
  /** Each of them says what its condition asks, so that the text of that condition tells no more. */
  readonly told: boolean;
}

/**
 * `without orders where status is open`, `number of orders is more than 2`; only which rows are looked at, where facts
 * do not tell which condition a subquery belongs to.
 */
export function nestedLabels(
  block: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): NestedLabels {
  const { subqueries, outputs, filters, having } = block;
  const found = subqueries.slice(0, subqueries.length - rankingBlocks(block).length);
  const asking = [...filters, ...having].filter(({ text }) => isNested(text));
  const paired =
    asking.length === found.length &&
    asking.every(({ text }) => text.split(/\bselect\b/i).length === 2) &&
    !outputs.some(({ text }) => isNested(text));
  const labels = found.map((one, at) =>
    paired ? askedLabel(asking[at]!, one, facts, catalog) : null,
  );
  return {
    labels: labels.map(
      (label, at) => label ?? rowsLabel('a condition on', found[at]!, facts, catalog),
    ),
    told: labels.every((label) => label !== null),
  };
}

/** What a condition over one subquery asks of it; null where its text does not tell. */
function askedLabel(
  { text, columns }: FilterFacts,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const among = /^(not \(?)?[\w.]+ (not )?in \(select …\)\)?$/i.exec(text);
  if (among && columns[0])
    return amongLabel(
      `${labelOf(catalog, columns[0])} is ${among[1] || among[2] ? 'not ' : ''}among`,
      subquery,
      facts,
      catalog,
    );
  if (/^exists\b/i.test(text)) return rowsLabel('with', subquery, facts, catalog);
  if (/^not \(?exists\b/i.test(text)) return rowsLabel('without', subquery, facts, catalog);
  const [aggregate] = subquery.outputs.flatMap((output) => output.aggregates);
  if (!aggregate) return null;
  const label = `${aggregateLabel(aggregate, { ...facts, root: subquery }, catalog)}${whereOf(subquery, facts, catalog)}`;
  const below = /^[\w.]+ (<=|>=|<>|=|<|>) \(select …\)$/i.exec(text);
  if (below && columns[0])
    return `${labelOf(catalog, columns[0])} ${OPERATOR_WORDS[below[1] as '=']} ${label}`;
  const bound = /^\(select …\) (<=|>=|<>|=|<|>) (-?\d+(?:\.\d+)?)$/i.exec(text);
  return bound && `${label} ${OPERATOR_WORDS[bound[1] as '=']} ${bound[2]}`;
}

/** `product id is among the first 5 of order lines, products, highest sum of revenue first`. */
function amongLabel(
  opening: string,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const [source, second] = subquery.sources;
  const rows = !second && source?.derived ? source.derived : subquery;
  if (rows.limit === null) return rowsLabel(`${opening} those of`, rows, facts, catalog);
  const ranking = hiddenRanking({ ...facts, root: rows }, catalog);
  const first = rowsLabel(
    `${opening} the first ${rows.limit === 1 ? '' : `${rows.limit} `}of`,
    rows,
    facts,
    catalog,
  );
  return ranking && `${first}, ${ranking.end} ${ranking.label} first`;
}

/** Which rows a subquery looks at. */
function rowsLabel(
  opening: string,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  const tables = rowBlocks(subquery).flatMap(({ sources }) =>
    sources.flatMap(({ table }) => table ?? []),
  );
  const labels = [...new Set(tables.map((table) => tableLabel(table, catalog)))];
  return `${opening} ${labels.join(', ') || 'a nested query'}${whereOf(subquery, facts, catalog)}`;
}

function whereOf(subquery: SelectFacts, facts: QueryFacts, catalog: Catalog): string {
  const filters = rowBlocks(subquery).flatMap((block) => {
    const nested = nestedLabels(block, facts, catalog);
    const own = nested.told ? withoutNested(block) : block;
    return [...conditionLabels(own, facts, catalog), ...nested.labels];
  });
  return filters.length > 0 ? ` where ${filters.join(' and ')}` : '';
}

const withoutNested = (block: SelectFacts): SelectFacts => ({
  ...block,
  filters: block.filters.filter(({ text }) => !isNested(text)),
  having: block.having.filter(({ text }) => !isNested(text)),
});
