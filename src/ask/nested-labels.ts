import { type Conditions, conditionsOf, unique, withRanges } from '#src/ask/conditions.ts';
import { grainTable } from '#src/ask/expression-labels.ts';
import { OPERATOR_WORDS } from '#src/ask/filter-labels.ts';
import { firstOfEachLabel } from '#src/ask/first-of-each.ts';
import { aggregateLabel, groupFilterLabel } from '#src/ask/labels.ts';
import { hiddenRanking } from '#src/ask/ranking.ts';
import { listed } from '#src/ask/words.ts';
import { saidLabel, sameName, tableLabel } from '#src/catalog/catalog-names.ts';
import { withoutTotalRowFilters } from '#src/check/total-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  FilterFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { hasSubquery, numberOf, subqueriesIn } from '#src/sql/nodes.ts';
import { comparisons } from '#src/sql/row-conditions.ts';

/** What the conditions of a block say that look at other rows. */
interface NestedLabels {
  /** `with orders where status is open`, `without orders in 2025`. */
  readonly attributes: readonly string[];
  /** `number of orders is more than 2`. */
  readonly conditions: readonly string[];
  /** Each of them says what its condition asks, so that the text of that condition tells no more. */
  readonly told: boolean;
}

/**
 * What each condition of a block asks that looks at other rows; only which rows are looked at, where it has no short
 * name. What result columns and orders look at is no condition.
 */
function nestedLabels(block: SelectFacts, facts: QueryFacts, catalog: Catalog): NestedLabels {
  const { joins, filters, having, qualify = [] } = withoutFirsts(block, facts, catalog);
  const joined = joins.flatMap(({ conditions = [] }) => conditions);
  const asking = [...filters, ...joined, ...having, ...qualify].filter(({ node }) =>
    hasSubquery(node),
  );
  const attributes = [...firstsOf(block, facts, catalog)];
  const conditions: string[] = [];
  let told = true;
  for (const filter of asking) {
    const nested = subqueriesIn(filter.node).map(({ select }) => select);
    const [only, second] = nested;
    const attribute = only && !second ? attributeLabel(filter.node, only, facts, catalog) : null;
    const condition = only && !second ? comparedLabel(filter, only, facts, catalog) : null;
    if (attribute) attributes.push(attribute);
    else if (condition) conditions.push(condition);
    else {
      told = false;
      conditions.push(...nested.map((one) => rowsLabel('a condition on', one, facts, catalog)));
    }
  }
  return { attributes, conditions, told };
}

/** `with orders`, `without orders in 2025`: that there are rows, or none. */
function attributeLabel(
  node: ExprNode,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const { inner, negated } = withoutNot(node);
  if (inner.kind !== 'subquery' || inner.mode !== 'exists') return null;
  return rowsLabel(inner.negated === negated ? 'with' : 'without', subquery, facts, catalog);
}

/** What a condition over one subquery compares with it; null where that has no short name. */
function comparedLabel(
  { node, columns }: FilterFacts,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const { inner, negated } = withoutNot(node);
  const [column] = columns;
  if (inner.kind === 'subquery' && inner.mode === 'in' && inner.outer?.kind === 'column') {
    const is = inner.negated === negated ? '' : 'not ';
    return column
      ? amongLabel(`${saidLabel(catalog, column)} is ${is}among`, subquery, facts, catalog)
      : null;
  }
  const [aggregate] = subquery.outputs.flatMap((output) => output.aggregates);
  if (!aggregate || negated || inner.kind !== 'operation' || !COMPARES.has(inner.op)) return null;
  const label = `${aggregateLabel(aggregate, { ...facts, root: subquery }, catalog)}${whereText(subquery, facts, catalog)}`;
  const operator = OPERATOR_WORDS[inner.op as '='];
  const [left, right] = inner.args;
  if (left?.kind === 'column' && right?.kind === 'subquery' && column)
    return `${saidLabel(catalog, column)} ${operator} the ${label}`;
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

/** `product id is among the first 5 of order lines of products, highest total revenue first`. */
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

/** Which rows a subquery looks at: `with order lines of orders in 2025`. */
function rowsLabel(
  opening: string,
  subquery: SelectFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  const tables = unique(
    rowBlocks(subquery).flatMap(({ sources }) => sources.flatMap(({ table }) => table ?? [])),
  );
  const grain = grainTable({ ...facts, root: subquery }, catalog);
  const [tied] = subquery.sources;
  const own = grain ?? tied?.table ?? null;
  const of = listed(tables.filter((one) => one !== own).map(labelIn(catalog)));
  const rows = own === null ? 'a nested query' : tableLabel(own, catalog);
  return `${opening} ${rows}${of && ` of ${of}`}${whereText(subquery, facts, catalog)}`;
}

const labelIn = (catalog: Catalog) => (table: string) => tableLabel(table, catalog);

/** ` in 2025 with returns where status is open and number of lines is more than 2`: all that a SELECT keeps its rows by. */
function whereText(subquery: SelectFacts, facts: QueryFacts, catalog: Catalog): string {
  const { phrases, attributes, filters } = scopeOf(subquery, facts, catalog);
  return [
    ...(phrases.length > 0 ? [phrases.join(' and ')] : []),
    ...(attributes.length > 0 ? [attributes.join(' and ')] : []),
    ...(filters.length > 0 ? [`where ${filters.join(' and ')}`] : []),
  ]
    .map((part) => ` ${part}`)
    .join('');
}

/** What the rows of a SELECT are held to. */
export interface Scope extends Conditions {
  readonly attributes: readonly string[];
}

/** What the rows and groups of a SELECT, its branches and derived tables are held to. */
export function scopeOf(root: SelectFacts, facts: QueryFacts, catalog: Catalog): Scope {
  const all = rowBlocks(root);
  const nestedIn = all.map((block) => nestedLabels(block, facts, catalog));
  const blocks = all.map((block) =>
    withoutFirsts(withoutTotalRowFilters(block, catalog), facts, catalog),
  );
  const shown = (conditions: readonly FilterFacts[], at: number) =>
    nestedIn[at]!.told ? conditions.filter(({ node }) => !hasSubquery(node)) : conditions;
  const compared = blocks.flatMap((block, at) =>
    shown([...comparisons(block), ...(block.qualify ?? [])], at).filter(
      (one) => sameLabel(one, block, catalog) === null,
    ),
  );
  const same = blocks.flatMap((block) =>
    block.filters.flatMap((one) => sameLabel(one, block, catalog) ?? []),
  );
  const grain = grainTable({ ...facts, root }, catalog);
  const { filters, ...dates } = conditionsOf(compared, catalog, grain);
  const ofGroups = blocks.flatMap((block, at) =>
    shown(block.having, at).map((filter) =>
      groupFilterLabel(filter, { ...facts, root: block }, catalog),
    ),
  );
  const nested = nestedIn.flatMap(({ conditions }) => conditions);
  return {
    ...dates,
    attributes: unique([...same, ...nestedIn.flatMap(({ attributes }) => attributes)]),
    filters: withRanges(unique([...filters, ...ofGroups, ...nested])),
  };
}

/** What a block takes of each part of its rows. */
const firstsOf = (block: SelectFacts, facts: QueryFacts, catalog: Catalog): readonly string[] =>
  [...block.filters, ...(block.qualify ?? [])].flatMap(
    (filter) => firstOfEachLabel(filter, block, facts, catalog) || [],
  );

function withoutFirsts(block: SelectFacts, facts: QueryFacts, catalog: Catalog): SelectFacts {
  const isOther = (filter: FilterFacts) => firstOfEachLabel(filter, block, facts, catalog) === null;
  const { filters, qualify = [] } = block;
  return { ...block, filters: filters.filter(isOther), qualify: qualify.filter(isOther) };
}

/** `of the same category`: a nested SELECT held to the rows of its table that share a value with the row around it. */
function sameLabel(
  { node }: FilterFacts,
  { sources }: SelectFacts,
  catalog: Catalog,
): string | null {
  const [left, right] = node.kind === 'operation' && node.op === '=' ? node.args : [];
  if (left?.kind !== 'column' || right?.kind !== 'column' || !left.column || !right.column)
    return null;
  const isOwn = ({ alias }: { readonly alias: string | null }) =>
    sources.some((source) => alias !== null && sameName(source.alias, alias));
  const isShared =
    isOwn(left) !== isOwn(right) &&
    sameName(left.column.table, right.column.table) &&
    sameName(left.column.column, right.column.column);
  return isShared ? `of the same ${saidLabel(catalog, left.column)}` : null;
}
