import { columnOf, labelOf, tableOf } from '#src/catalog/catalog-names.ts';
import { overTime, repeatsOf } from '#src/catalog/over-time.ts';
import { isQuantity, namesQuantity } from '#src/catalog/quantities.ts';
import { reachedColumns } from '#src/catalog/reach.ts';
import { baseWords } from '#src/check/things.ts';
import { rangeOfFilters, timeColumn } from '#src/check/timeline.ts';
import type { Check } from '#src/check/types.ts';
import { daysBetween } from '#src/planner/day.ts';
import { SUM } from '#src/planner/wording.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  BaseColumn,
  ExprFacts,
  ExprNode,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { sqlNamesWhere } from '#src/query/functions.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import {
  addendsOf,
  bare,
  callsIn,
  columnNodes,
  derivedOutputs,
  factorsOf,
  hasSubquery,
  columnOf as plainColumn,
} from '#src/sql/nodes.ts';

const NAME = 'non_additive_sum';
/** Picks one row of each group: what is summed then is one state each. */
const PICKS_ONE = sqlNamesWhere(({ picksOne }) => picksOne === true);

/**
 * Whether a sum means something: rates, prices, percentages, years and identifiers do not add up, and snapshots (stock,
 * balance) not over time.
 */
export function checkNonAdditiveSum(facts: QueryFacts, catalog: Catalog, question = ''): Check {
  let sums = 0;
  for (const block of rowBlocks(facts.root))
    for (const aggregate of block.outputs.flatMap(({ aggregates }) => aggregates)) {
      if (aggregate.fn === 'sum' && aggregate.arg) sums++;
      const detail = problem(aggregate, block, catalog, question);
      if (detail) return { name: NAME, outcome: 'warning', detail };
    }
  return sums === 0
    ? { name: NAME, outcome: 'skipped', detail: 'No values are summed.' }
    : { name: NAME, outcome: 'passed', detail: 'The summed columns are safe to add up.' };
}

function problem(
  { fn, arg }: AggregateFacts,
  block: SelectFacts,
  catalog: Catalog,
  question: string,
): string | null {
  if (!arg || (fn !== 'sum' && fn !== 'avg')) return null;
  const column = arg.column ?? soleTerm(arg);
  const uncounted = fn === 'sum' && !column ? uncountedPrice(arg, catalog) : null;
  if (uncounted) return uncounted;
  const known = column && columnOf(catalog, column);
  if (!known || !column) return null;
  const label = labelOf(catalog, column);
  if (known.kind === 'identifier')
    return `${label} identifies rows, so ${fn === 'sum' ? 'adding it up' : 'averaging it'} makes no sense.`;
  if (fn === 'avg') return null;
  // Flags of 0 and 1 are counted by adding them up.
  const isFlag =
    known.kind === 'dimension' && known.profile?.min === '0' && known.profile.max === '1';
  if (known.type === 'boolean' || isFlag) return null;
  const isCountedBy = quantityOf(column.table, catalog) !== null;
  const isMeant = known.additive === false && !isCountedBy && asksForSum(question, label);
  if (known.kind !== 'time' && isMeant) return null;
  if (known.additive === false || known.kind === 'time')
    return `Summing ${label} may not make sense, for example if it holds prices or rates.`;
  const table = tableOf(catalog, column.table);
  const isState =
    known.additive === 'snapshot' ||
    (table !== null && repeatsOf(table) !== null && overTime(known) === 'state');
  if (!isState || !isDated(block, catalog) || oneInstant(block, arg, catalog)) return null;
  return `${label} is a snapshot, so summing it over time may not make sense.`;
}

const PRICE = /\bprices?\b/i;
const quantityOf = (table: string, catalog: Catalog): CatalogColumn | null =>
  tableOf(catalog, table)?.columns.find(isQuantity) ?? null;

/** `SUM(unit_price * (1 - discount))`: a product that leaves out how many pieces cost the price. */
function uncountedPrice({ node, columns }: ExprFacts, catalog: Catalog): string | null {
  const factors = factorsOf(node);
  if (factors.length < 2) return null;
  for (const price of factors.flatMap((one) => plainColumn(one) ?? [])) {
    const known = columnOf(catalog, price);
    const quantity = quantityOf(price.table, catalog);
    if (!known || !quantity || known.additive !== false) continue;
    if (!PRICE.test(known.label)) continue;
    if (!columns.some((one) => namesQuantity(labelOf(catalog, one))))
      return `The sum of ${known.label} doesn't take ${quantity.label} into account.`;
  }
  return null;
}

/** "The total of all list prices": who names the column and a sum of it gets that sum. */
const asksForSum = (question: string, label: string): boolean =>
  PRICE.test(label) &&
  SUM.test(question) &&
  baseWords(label).every((word) => baseWords(question).includes(word));

/** The one column that is summed where an expression only adds constants to it: `rate + 1`, `coalesce(rate, 0)`. */
function soleTerm({ node }: ExprFacts): BaseColumn | null {
  const terms = addendsOf(node).map((term) =>
    term.kind === 'call' && term.name === 'abs' && term.args[0] ? bare(term.args[0]) : term,
  );
  const [column, more] = terms.filter(({ kind }) => kind !== 'literal');
  return column?.kind === 'column' && !more ? column.column : null;
}

/** Whether rows of the statement have dates, or are of ones that do: states of one time add up over what they are of. */
const isDated = ({ sources }: SelectFacts, catalog: Catalog): boolean =>
  sources.some(({ table }) => {
    const known = table === null ? null : tableOf(catalog, table);
    return !known || reachedColumns(catalog, known).some(({ column }) => column.kind === 'time');
  });

/** Whether each group lies at one instant: grouped by a date itself, filtered to one, or one row picked of each. */
function oneInstant(block: SelectFacts, arg: ExprFacts, catalog: Catalog): boolean {
  const time = (column: BaseColumn | null) => timeColumn(catalog, column);
  const picksOne = ({ node }: ExprFacts) => callsIn(node, PICKS_ONE).length > 0;
  const picked = block.sources.some(({ derived }) => derived?.outputs.some(picksOne));
  if (picked || derivedOutputs(arg.node, block).some(({ output }) => picksOne(output))) return true;
  if (block.groupBy.some((expr) => time(expr.column) || bucketIsStep(expr, catalog))) return true;
  if (block.filters.some(({ node }) => isOneOfNested(node, time))) return true;
  const timed = block.filters.filter(({ column }) => time(column));
  if (timed.length === 0) return false;
  if (timed.some(({ op, values }) => op === '=' && values.length === 1)) return true;
  const { from, to } = rangeOfFilters(timed);
  const column = time(timed[0]!.column)!;
  const last = column.profile?.max?.slice(0, 10) ?? null;
  return from !== null && daysBetween(from, to ?? last ?? from) <= stepOf(column);
}

/** `day = (SELECT max(day) …)`, `day IN (SELECT …)`: what is nested says which instants. */
function isOneOfNested(node: ExprNode, time: (column: BaseColumn) => unknown): boolean {
  const timed = (side: ExprNode) => columnNodes(side).some(({ column }) => column && time(column));
  if (node.kind === 'subquery')
    return node.mode === 'in' && !node.negated && node.outer !== null && timed(node.outer);
  const [left, right] = node.kind === 'operation' && node.op === '=' ? node.args : [];
  if (!left || !right) return false;
  return (timed(left) && hasSubquery(right)) || (timed(right) && hasSubquery(left));
}

/** A bucket no longer than the time from one snapshot to the next: each holds one. */
function bucketIsStep({ dateUnit, columns }: ExprFacts, catalog: Catalog): boolean {
  const column = columns.map((one) => timeColumn(catalog, one)).find((one) => one !== null);
  const days = { year: 365, quarter: 90, month: 28, week: 7, day: 1 }[dateUnit ?? ''];
  return column !== undefined && days !== undefined && stepOf(column) >= days;
}

/** Days from one date of the column to the next, on average. */
function stepOf({ profile }: CatalogColumn): number {
  const { min, max, distinctCount = 0 } = profile ?? {};
  if (min == null || max == null || distinctCount < 2) return 0;
  return Math.ceil(daysBetween(min.slice(0, 10), max.slice(0, 10)) / (distinctCount - 1));
}
