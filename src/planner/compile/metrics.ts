import { fragmentText } from '#src/catalog/semantics/fragment.ts';
import { metricExpr, metricFilters } from '#src/catalog/semantics/metric-query.ts';
import type { Item } from '#src/planner/compile/builder.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import { isMetric } from '#src/planner/lexicon/metrics.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogMetric } from '#src/plugin-api/catalog.ts';
import type { Expr } from '#src/plugin-api/query.ts';

/**
 * Takes every metric that a question names as what is computed over rows, whatever word stands before it: `net
 * revenue`, `total net revenue`. A metric is no column: another aggregate of it is declined.
 */
export function computeMetrics(frame: Frame, context: BuildContext): Frame {
  const computed = (thing: Thing): Thing => {
    const metric = metricOf(thing, context);
    if (!metric) return thing;
    if (thing.distinct || (thing.aggregate !== null && thing.aggregate !== metric.fn))
      throw new Declined(
        'unsupported_question',
        `"${metric.name}" is a metric with its own calculation. Ask for it without another calculation.`,
        thing.of.text,
      );
    context.assume(statement(metric, thing.of.text, (state) => speaksOf(state, frame, context)));
    return { ...thing, aggregate: 'sum' };
  };
  const condition = (one: Condition): Condition =>
    (one.kind === 'compare' || one.kind === 'between') && one.of
      ? ({ ...one, of: computed(one.of) } as Condition)
      : one;
  return {
    ...frame,
    select: frame.select.map(computed),
    conditions: frame.conditions.map(condition),
    order: frame.order.map((one) => (one.by ? { ...one, by: computed(one.by) } : one)),
  };
}

function metricOf(thing: Thing, context: BuildContext): CatalogMetric | null {
  if (thing.worth || thing.dated) return null;
  const sense = context.sense(thing.of);
  const column = sense.kind === 'column' ? sense.columns[0] : null;
  return isMetric(column) ? column.metric : null;
}

/** Whether a condition speaks of a value: `revenue without cancelled orders`. */
const speaksOf = (value: string, { conditions }: Frame, context: BuildContext): boolean =>
  conditions.some(
    (one) =>
      one.kind === 'value' &&
      one.values.some((mention) => {
        const sense = context.sense(mention);
        return sense.kind === 'value' && sense.hits.some((hit) => hit.value === value);
      }),
  );

/** `"revenue" is the metric net revenue, certified by ann: SUM(amount) of orders where status = 'kept'.` */
function statement(
  metric: CatalogMetric,
  said: string,
  isSpokenOf: (state: string) => boolean,
): string {
  const { name, table, signedBy, implied } = metric;
  if (implied) {
    const kept = implied.undone.some(isSpokenOf) ? [] : implied.undone;
    const including = kept.length > 0 ? `, including those that are ${kept.join(' or ')}` : '';
    return `"${said}" means ${metric.description}${including}.`;
  }
  const by = signedBy === null ? "a draft that isn't certified" : `certified by ${signedBy}`;
  const where = metric.filters.map(fragmentText).join(' and ');
  const text = `${fragmentText(metric.expression)} of ${table}${where && ` where ${where}`}`;
  return `"${said}" is the metric ${name}, ${by}: ${text}.`;
}

/** What a metric computes over the rows of a scope, which its conditions are put on. */
export function metricIn(metric: CatalogMetric, scope: Scope): Expr {
  const alias = scope.alias(metric.table)!;
  for (const filter of metricFilters(metric, alias)) scope.require(filter);
  return metricExpr(metric, alias);
}

/** Conditions of one metric would hold for the other numbers beside it, too; `counted`: rows are counted for the order. */
export function refuseMixedConditions(items: readonly Item[], counted: boolean): void {
  const filtersOf = ({ columns }: Item) => {
    const column = columns?.[0];
    return JSON.stringify(isMetric(column) ? column.metric.filters : []);
  };
  const own = items.find(
    ({ columns }) => isMetric(columns?.[0]) && columns![0].metric.filters.length > 0,
  );
  if (!own || (!counted && items.every((item) => filtersOf(item) === filtersOf(own)))) return;
  throw new Declined(
    'unsupported_question',
    `"${own.columns![0]!.label}" uses only some of the rows. Ask for it without the other numbers.`,
    own.thing.of.text,
  );
}
