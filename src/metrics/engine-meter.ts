import { Counter, Histogram, type Registry } from 'prom-client';

/** Told of each query over data when it is over. */
export type EngineMeter = (
  engine: string,
  outcome: string,
  took: { readonly milliseconds: number; readonly rows: number },
) => void;

const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createEngineMeter(registry: Registry): EngineMeter {
  const registers = [registry];
  const queries = new Histogram({
    name: 'plumbline_engine_query_duration_seconds',
    help: 'Duration of data queries including queueing, by engine and outcome (ok, cancelled or the kind of failure)',
    labelNames: ['engine', 'outcome'] as const,
    ...{ buckets: BUCKETS, registers },
  });
  const read = new Counter({
    name: 'plumbline_engine_rows_total',
    help: 'Rows returned by data queries',
    labelNames: ['engine'] as const,
    registers,
  });
  return (engine, outcome, { milliseconds, rows }) => {
    queries.labels(engine, outcome).observe(milliseconds / 1_000);
    read.labels(engine).inc(rows);
  };
}
