import { Histogram, type Registry } from 'prom-client';
import type { PlacesMeter } from '#src/places.ts';

/** From a place that was free in a moment to the longest wait that is usual, in seconds. */
const BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 60];

/** Measures waits for places, by queue and by how they ended. What got its place at once did not wait. */
export function createPlacesMeter(registry: Registry): PlacesMeter {
  const waits = new Histogram({
    name: 'plumbline_wait_seconds',
    help: 'Waits for a place before an engine, a connection, the planner or all questions',
    labelNames: ['queue', 'outcome'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return {
    waited: (queue, outcome, milliseconds) =>
      waits.labels(queue, outcome).observe(milliseconds / 1_000),
  };
}
