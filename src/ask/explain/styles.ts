import { type ColumnStyle, isNumeric } from '#src/ask/cells.ts';
import type { ShownOrder } from '#src/ask/explain/explain.ts';
import { aggregateLabel } from '#src/ask/labels.ts';
import { columnOf, readable, saidLabel, sameName } from '#src/catalog/catalog-names.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { columnOf as columnBehind, shownAt, soleAggregate, subqueriesIn } from '#src/sql/nodes.ts';

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
    return {
      label: labelOf(column, output, facts, catalog),
      type: column.type,
      quantity: isNumeric(column) && !grouped && (aggregated || known?.kind === 'measure'),
      unit: known?.unit ?? null,
      dateUnit: output?.dateUnit ?? null,
      total: aggregated && facts.root.groupBy.length === 0,
      rounded: aggregated && column.type !== 'integer' && !isExact(output, known ?? null),
    };
  });
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

/** The column's own name, or what it computes where the name says only how: `count` → `number of orders`. */
function labelOf(
  { name }: ResultColumn,
  output: OutputFacts | null,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  const [aggregate, second] = output?.aggregates ?? [];
  const bare = aggregate && !second && name.toLowerCase().replace(/_\d+$/, '') === aggregate.fn;
  if (bare) return aggregateLabel(aggregate, facts, catalog);
  const column = output?.column;
  return column && sameName(column.column, name)
    ? saidLabel(catalog, column)
    : saidOnce(readable(name));
}

/** `total total sales`, of a column that is called a total already. */
const saidOnce = (label: string) => label.replace(/^(total|average|minimum|maximum) (?=\1\b)/, '');

function outputAt(facts: QueryFacts, column: ResultColumn, index: number): OutputFacts | null {
  const found = facts.root.outputs[index];
  return found?.name.toLowerCase() === column.name.toLowerCase() ? found : null;
}

/** The base column whose unit the output has: itself, or the argument of an aggregate that keeps the unit. */
function soleColumn(output: OutputFacts) {
  if (output.column) return output.column;
  const [aggregate, second] = output.aggregates;
  if (!aggregate || second || !rowOf(aggregate.fn)?.keepsUnit) return null;
  return soleAggregate(output.node) && aggregate.arg ? columnBehind(aggregate.arg.node) : null;
}

/** The result column that the statement sorts by first; null where it sorts by none of them. */
export function shownOrder({ root }: QueryFacts): ShownOrder | null {
  const [first] = root.orderBy;
  if (!first) return null;
  const column = shownAt(first.expr.node, root.outputs);
  return column < 0 ? null : { column, direction: first.direction };
}
