import { exprLabel } from '#src/ask/labels.ts';
import { rankingOf } from '#src/ask/ranking.ts';
import { listed } from '#src/ask/words.ts';
import { saidLabel, withoutId } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  FilterFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { functionNamed } from '#src/query/functions.ts';
import { columnOf, hasSubquery, identical, numberOf, origin } from '#src/sql/nodes.ts';

/**
 * `with the highest unit price of each category`, `the first 3 of each region, highest total revenue first`: a bound on the
 * place of a row, within its part where there are parts. Empty where the order of the statement says it; null for any
 * other condition.
 */
export function firstOfEachLabel(
  { node }: FilterFacts,
  block: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const bound = placeBound(node);
  if (!bound) return null;
  const { count, partitionBy, orderBy } = bound;
  const [by, second] = orderBy;
  const sorted = by && !second && block.orderBy.find(({ expr }) => isSortedBy(expr.node, by));
  const ranking = sorted ? rankingOf(sorted, { ...facts, root: block }, catalog) : null;
  if (ranking && partitionBy.length === 0) return '';
  const parts = partitionBy.map((part) => partLabel(part, block, facts, catalog) ?? 'group');
  const each = parts.length > 0 ? ` of each ${listed(parts)}` : '';
  if (ranking && count === 1) return `with the ${ranking.end} ${ranking.label}${each}`;
  if (ranking) return `the first ${count}${each}, ${ranking.end} ${ranking.label} first`;
  const keys = orderBy.map((key) => partLabel(key, block, facts, catalog));
  const named = keys.includes(null) ? '' : ` by ${keys.join(', ')}`;
  return `the first${count === 1 ? '' : ` ${count}`}${each}${named}`;
}

/** How many rows a SELECT takes by their place in all of them, those included that tie; null where it does not. */
export function firstRowsOf({ qualify = [] }: SelectFacts): number | null {
  const bounds = qualify.flatMap(({ node }) => placeBound(node) ?? []);
  return bounds.find(({ partitionBy }) => partitionBy.length === 0)?.count ?? null;
}

/** `rank() OVER (…) <= 3`, `row_number() OVER (…) = 1` */
function placeBound(node: ExprNode) {
  const [left, right] = node.kind === 'operation' ? node.args : [];
  const place = left && origin(left);
  const count = right ? numberOf(right) : null;
  const isFirst =
    node.kind === 'operation' && (node.op === '<=' || (node.op === '=' && count === 1));
  if (place?.kind !== 'call' || !place.over || count === null) return null;
  return isFirst && functionNamed(place.name) === 'rank' ? { count, ...place.over } : null;
}

/** SELECTs are not compared: of a place and an order that both have one, it is the same. */
const isSortedBy = (order: ExprNode, by: ExprNode) =>
  identical(order, by) || (hasSubquery(order) && hasSubquery(by));

function partLabel(
  part: ExprNode,
  { groupBy }: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const column = columnOf(part);
  if (column) return withoutId(saidLabel(catalog, column));
  const group = groupBy.find(({ node }) => identical(node, part));
  return group ? exprLabel(group, facts, catalog) : null;
}
