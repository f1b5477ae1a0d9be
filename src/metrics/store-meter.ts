import { Histogram, type Registry } from 'prom-client';
import { linesOf } from './lines.ts';

export type StoreOperation = 'select' | 'insert' | 'update' | 'delete' | 'other';

/** Told of each statement of the metadata store when it is over (milliseconds). */
export type StoreMeter = (operation: StoreOperation, ok: boolean, milliseconds: number) => void;

/** From a row in SQLite's memory to a server that hangs, in seconds. */
const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createStoreMeter(registry: Registry): StoreMeter {
  const queries = new Histogram({
    name: 'plumbline_store_query_duration_seconds',
    help: 'Duration of metadata store statements; begin and commit are "other"',
    labelNames: ['operation', 'outcome'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  const lineOf = linesOf((operation: string, outcome: string) =>
    queries.labels(operation, outcome),
  );
  return (operation, ok, milliseconds) =>
    lineOf(operation, ok ? 'ok' : 'failed').observe(milliseconds / 1_000);
}
