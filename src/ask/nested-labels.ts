import { aggregateLabel, conditionLabels, OPERATOR_WORDS } from '#src/ask/labels.ts';
import { hiddenRanking, rankingBlocks } from '#src/ask/ranking.ts';
import { saidLabel, tableLabel } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  FilterFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { hasSubquery, numberOf, subqueriesIn } from '#src/sql/nodes.ts';

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
  const asking = [...filters, ...having].filter(({ node }) => hasSubquery(node));
  const paired =
    asking.length === found.length &&
    asking.every(({ node }) => subqueriesIn(node).length === 1) &&
    !outputs.some(({ node }) => hasSubquery(node));
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

/** What a condition over one subquery asks of it; null where that has no short name. */
function askedLabel(
  { node, columns }: FilterFacts,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const { inner, negated } = withoutNot(node);
  if (inner.kind === 'subquery' && inner.mode === 'exists')
    return rowsLabel(inner.negated === negated ? 'with' : 'without', subquery, facts, catalog);
  if (inner.kind === 'subquery' && inner.mode === 'in' && inner.outer?.kind === 'column') {
    const is = inner.negated === negated ? '' : 'not ';
    return columns[0] !== undefined
      ? amongLabel(`${saidLabel(catalog, columns[0])} is ${is}among`, subquery, facts, catalog)
      : null;
  }
  const [aggregate] = subquery.outputs.flatMap((output) => output.aggregates);
  if (!aggregate || negated || inner.kind !== 'operation' || !COMPARES.has(inner.op)) return null;
  const label = `${aggregateLabel(aggregate, { ...facts, root: subquery }, catalog)}${whereOf(subquery, facts, catalog)}`;
  const operator = OPERATOR_WORDS[inner.op as '='];
  const [left, right] = inner.args;
  if (left?.kind === 'column' && right?.kind === 'subquery' && columns[0])
    return `${saidLabel(catalog, columns[0])} ${operator} ${label}`;
  const bound = right && left?.kind === 'subquery' ? numberOf(right) : null;
  return bound === null ? null : `${label} ${operator} ${bound}`;
}

const COMPARES: ReadonlySet<string> = new Set(['<=', '>=', '<>', '=', '<', '>']);

/** A condition without the NOTs around it, and whether they turn it round. */
function withoutNot(node: ExprNode): { readonly inner: ExprNode; readonly negated: boolean } {
  const [first] = node.kind === 'operation' && node.op === 'not' ? node.args : [];
  if (!first) return { inner: node, negated: false };
  const { inner, negated } = withoutNot(first);
  return { inner, negated: !negated };
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
  filters: block.filters.filter(({ node }) => !hasSubquery(node)),
  having: block.having.filter(({ node }) => !hasSubquery(node)),
});
