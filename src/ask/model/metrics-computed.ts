import type { SourceContext } from '#src/ask/context.ts';
import { type Draft, guardQuery } from '#src/ask/draft.ts';
import { namedMetrics, sameMetric } from '#src/ask/model/same-metric.ts';
import { metricQuery } from '#src/catalog/semantics/metric-query.ts';
import type { CatalogMetric } from '#src/plugin-api/catalog.ts';

/**
 * The signed metrics that a question names and a model's statement computes exactly as they are signed: compared as the
 * guard reads both. None where the statement computes any other number beside them.
 */
export async function metricsComputed(
  context: SourceContext,
  { checked }: Draft,
): Promise<readonly CatalogMetric[]> {
  const { question } = context.state.request;
  const named = namedMetrics(question, context.catalog).filter(({ table }) =>
    checked.facts.tables.some((one) => one.toLowerCase() === table.toLowerCase()),
  );
  const computed: CatalogMetric[] = [];
  for (const metric of named) {
    const query = metricQuery(metric);
    const signed = await guardQuery(context, query, 1);
    if (!('refused' in signed) && sameMetric(checked.facts, signed.checked.facts, metric.table))
      computed.push(metric);
  }
  const { outputs } = checked.facts.root;
  const numbers = outputs.filter(({ aggregates }) => aggregates.length > 0);
  return numbers.length === computed.length ? computed : [];
}
