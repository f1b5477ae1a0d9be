import { Gauge, Histogram, type Registry } from 'prom-client';
import { linesOf } from '#src/metrics/lines.ts';
import type { PlacesMeter } from '#src/places.ts';

/** From a place that was free in a moment to the longest wait that is usual, in seconds. */
const BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 60];

/** Measures places, and waits for them, by queue and by how they ended. What got its place at once did not wait. */
export function createPlacesMeter(registry: Registry): PlacesMeter {
  const registers = [registry];
  const labelNames = ['queue'] as const;
  const waits = new Histogram({
    name: 'plumbline_wait_seconds',
    help: 'Time in queues for an engine, a connection, the planner or all questions',
    labelNames: ['queue', 'outcome'] as const,
    ...{ buckets: BUCKETS, registers },
  });
  const places = new Gauge({
    name: 'plumbline_places',
    help: 'Slots per queue, such as those of one DuckDB process or database',
    ...{ labelNames, registers },
  });
  const held = new Gauge({
    name: 'plumbline_places_held',
    help: 'Slots in use in all queues with this name',
    ...{ labelNames, registers },
  });
  const waiting = new Gauge({
    name: 'plumbline_places_waiting',
    help: 'Waiting tasks in all queues with this name',
    ...{ labelNames, registers },
  });
  const lines = {
    held: linesOf((queue: string) => held.labels(queue)),
    waiting: linesOf((queue: string) => waiting.labels(queue)),
  };
  return {
    waited: (queue, outcome, milliseconds) =>
      waits.labels(queue, outcome).observe(milliseconds / 1_000),
    opened(queue, count) {
      places.labels(queue).set(count);
      held.labels(queue).inc(0);
      waiting.labels(queue).inc(0);
    },
    changed: (queue, what, by) => lines[what](queue).inc(by),
  };
}
