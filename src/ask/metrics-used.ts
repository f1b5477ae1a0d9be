import type { Catalog, CatalogMetric } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';

/** The metrics that a plan computes, by the result column that shows each; others (order, conditions) under their own name. */
export interface MetricsUsed {
  readonly metrics: readonly CatalogMetric[];
  /** Result column in lower case → name of the metric that it is. */
  readonly byOutput: ReadonlyMap<string, string>;
}

const NONE: MetricsUsed = { metrics: [], byOutput: new Map() };

/** Reads the metrics off the IR that a statement was written from; none where there is no IR. */
export function metricsUsed(query: Query | null, catalog: Catalog): MetricsUsed {
  const known = catalog.meaning?.metrics ?? [];
  if (!query || known.length === 0) return NONE;
  const names = new Set(namesIn(query));
  const outputs = query.kind === 'select' ? query.select : [];
  return {
    metrics: known.filter(({ name }) => names.has(name)),
    byOutput: new Map(
      outputs.flatMap(({ expr, as }) =>
        expr.kind === 'fragment' ? [[as.toLowerCase(), expr.metric] as const] : [],
      ),
    ),
  };
}

function namesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn);
  if (typeof part !== 'object' || part === null) return [];
  const { kind, metric } = part as Readonly<Record<string, unknown>>;
  return kind === 'fragment' ? [String(metric)] : Object.values(part).flatMap(namesIn);
}
