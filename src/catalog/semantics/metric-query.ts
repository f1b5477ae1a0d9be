import type { CatalogMetric, SqlFragment } from '#src/plugin-api/catalog.ts';
import type { Fragment, SelectQuery } from '#src/plugin-api/query.ts';

/** Resolves a piece of a metric against the alias that its table has in a query. */
const placed = (metric: CatalogMetric, parts: SqlFragment, alias: string): Fragment => ({
  kind: 'fragment',
  metric: metric.name,
  parts: parts.map((part) =>
    typeof part === 'string' ? part : { kind: 'column', alias, column: part.column },
  ),
});

/** What a metric computes over the rows of an alias. */
export const metricExpr = (metric: CatalogMetric, alias: string): Fragment => ({
  ...placed(metric, metric.expression, alias),
  additive: metric.additive,
});

/** The conditions that the rows of an alias must meet to count for a metric. */
export const metricFilters = (metric: CatalogMetric, alias: string): readonly Fragment[] =>
  metric.filters.map((filter) => placed(metric, filter, alias));

/** A metric alone: its value over all rows of its table. */
export function metricQuery(metric: CatalogMetric): SelectQuery {
  const alias = 'm';
  return {
    kind: 'select',
    from: { table: metric.table, alias },
    joins: [],
    where: metricFilters(metric, alias),
    groupBy: [],
    having: [],
    select: [{ expr: metricExpr(metric, alias), as: 'value' }],
    distinct: false,
    orderBy: [],
    limit: null,
  };
}
