import { type ColumnStyle, isNumeric } from '#src/ask/cells.ts';
import type { ShownOrder } from '#src/ask/explain/explain.ts';
import { endOfTimes, saidOnce } from '#src/ask/expression-labels.ts';
import { exprLabel } from '#src/ask/labels.ts';
import { computedLabel, saysOwnScopes } from '#src/ask/measure-labels.ts';
import { columnOf, plural, readable, saidLabel, sameName } from '#src/catalog/catalog-names.ts';
import { quantitiesOf } from '#src/catalog/column-quantities.ts';
import { MONTH_NAMES, WEEKDAY_NAMES } from '#src/language/en/periods.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { unitOf } from '#src/query/units.ts';
import { isDatePart, takesIsoWeekday } from '#src/sql/date-parts.ts';
import {
  addendsOf,
  columnOf as columnBehind,
  identical,
  shownAt,
  soleAggregate,
  subqueriesIn,
} from '#src/sql/nodes.ts';
import { quantityOf } from '#src/sql/quantities.ts';

/** How each column of the result is written, from what the statement says it is. */
export function columnStyles(
  columns: readonly ResultColumn[],
  facts: QueryFacts,
  catalog: Catalog,
): readonly ColumnStyle[] {
  return columns.map((column, index) => {
    const output = outputAt(facts, column, index);
    const base = output && soleColumn(output);
    const known = base && columnOf(catalog, base);
    const aggregated = output !== null && isComputed(output);
    const grouped = output !== null && isGroup(output, facts);
    const label = labelOf(column, output, facts, catalog);
    const counted = output && isCount(output) ? COUNTED.exec(label)?.[1] : undefined;
    return {
      label,
      ...(counted !== undefined && { counted }),
      type: column.type,
      quantity: isNumeric(column) && !grouped && (aggregated || known?.kind === 'measure'),
      unit: output && unitBeside(output, catalog),
      dateUnit: output?.dateUnit ?? null,
      computed: aggregated && !grouped,
      ...(output && isNumeric(column) && namesOfParts(output)),
      total: aggregated && facts.root.groupBy.length === 0,
      rounded: aggregated && column.type !== 'integer' && !isExact(output, known ?? null),
    };
  });
}

/** `Monday` for 1, of a weekday that is numbered so, and `January` of a month that comes again. */
function namesOfParts({ dateUnit, node }: OutputFacts): Pick<ColumnStyle, 'names'> | null {
  if (dateUnit === 'weekday') return takesIsoWeekday(node) ? { names: WEEKDAY_NAMES } : null;
  return dateUnit === 'month' && isDatePart(node) ? { names: MONTH_NAMES } : null;
}

/** What the rows are groups of, also where it is a number: `number of players by score`. */
const isGroup = ({ node }: OutputFacts, { root: { groupBy } }: QueryFacts) =>
  shownAt(node, groupBy) >= 0;

/** Aggregated, or by a subquery that aggregates: `(SELECT COUNT(*) FROM orders WHERE …) AS orders_count`. */
const isComputed = ({ aggregates, node }: OutputFacts) =>
  aggregates.length > 0 ||
  subqueriesIn(node).some(({ select }) => select.outputs.some((one) => one.aggregates.length > 0));

/** Aggregates that give back a value that stands in the data. */
const PICKS_VALUE = new Set(['min', 'max']);

/** Whether the digits are those of the data: a value of them, or a sum of decimals. */
function isExact({ aggregates }: OutputFacts, known: CatalogColumn | null): boolean {
  const [aggregate] = aggregates;
  if (!aggregate || known === null) return false;
  return PICKS_VALUE.has(aggregate.fn) || (aggregate.fn === 'sum' && known.type !== 'float');
}

/** A count that nothing is computed from. */
const isCount = ({ aggregates: [only, second], node }: OutputFacts) =>
  only?.fn === 'count' && !second && soleAggregate(node) !== null;

const COUNTED = /^number of (.+)$/;

/** Names that say only that something is computed, and how. */
const SAYS_HOW = /^(?:value|count|difference(?:_.*)?)$/;
/** `orders_count` → `orders` */
const COUNT_OF = /^(.+)_count$/;

/** The column's own name, or what it computes where the name says only how: `count` → `number of orders`. */
function labelOf(
  { name }: ResultColumn,
  output: OutputFacts | null,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  if (output?.label !== undefined) return output.label;
  const plain = name.toLowerCase().replace(/_\d+$/, '');
  const column = output?.column;
  if (column)
    return sameName(column.column, plain) || sameName(column.column, name)
      ? saidLabel(catalog, column)
      : saidOnce(readable(name));
  if (!output) return saidOnce(readable(name));
  const [aggregate, second] = output.aggregates;
  const only = aggregate && !second ? aggregate : null;
  const computed = computedLabel(output, facts, catalog);
  const counted = COUNT_OF.exec(plain)?.[1];
  const isCount = only?.fn === 'count' && soleAggregate(output.node) !== null;
  const ownScope = saysOwnScopes(facts);
  const saysHow = SAYS_HOW.test(plain) || plain === only?.fn;
  const hasNested = subqueriesIn(output.node).length > 0;
  if (computed !== null && (saysHow || ownScope || (hasNested && counted))) return computed;
  if (counted && isCount) return `number of ${plural(readable(counted))}`;
  const over = only && soleAggregate(output.node) ? only.arg : null;
  const end = over?.column && endOfTimes(only!.fn, over.column, catalog);
  if (end && over && EXTREMES.test(plain)) return `${end} ${exprLabel(over, facts, catalog)}`;
  return saidOnce(readable(name));
}

/** `minimum_signup_date`, which of a time is the earliest. */
const EXTREMES = /^(?:minimum|maximum|min|max)_/;

function outputAt(facts: QueryFacts, column: ResultColumn, index: number): OutputFacts | null {
  const found = facts.root.outputs[index];
  return found?.name.toLowerCase() === column.name.toLowerCase() ? found : null;
}

/** The base column of an output, or the only one whose values its aggregates take, add or subtract. */
function soleColumn(output: OutputFacts) {
  if (output.column) return output.column;
  const [first, ...more] = output.aggregates;
  if (!first?.arg || !output.aggregates.every(({ fn }) => rowOf(fn)?.keepsUnit)) return null;
  const isOfOne = more.every(({ arg }) => arg && identical(arg.node, first.arg!.node));
  const areAdded = addendsOf(output.node).every((node) => soleAggregate(node) !== null);
  return isOfOne && areAdded ? columnBehind(first.arg.node) : null;
}

/** The unit shown after the numbers of an output; null if it has none, or its label includes it. */
function unitBeside({ node, label }: OutputFacts, catalog: Catalog): string | null {
  if (label?.endsWith(')')) return null;
  return unitOf(quantityOf(node, quantitiesOf(catalog)));
}

/** The result column that the statement sorts by first; null where it sorts by none of them. */
export function shownOrder({ root }: QueryFacts): ShownOrder | null {
  const [first] = root.orderBy;
  if (!first) return null;
  const column = shownAt(first.expr.node, root.outputs);
  return column < 0 ? null : { column, direction: first.direction };
}
