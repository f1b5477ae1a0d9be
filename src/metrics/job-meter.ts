import { Histogram, type Registry } from 'prom-client';

/** How an attempt at a job ended. `given_back`: the service stopped, or the lease was lost. */
export type JobOutcome = 'succeeded' | 'again' | 'failed' | 'given_back';

/** Told of each attempt at a job when it is over (milliseconds). */
export type JobMeter = (kind: string, outcome: JobOutcome, milliseconds: number) => void;

/** From an event without receivers to the discovery of a large database, in seconds. */
const BUCKETS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

export function createJobMeter(registry: Registry): JobMeter {
  const attempts = new Histogram({
    name: 'plumbline_job_duration_seconds',
    help: 'Duration of job attempts by kind and outcome (succeeded, again, failed, given_back)',
    labelNames: ['kind', 'outcome'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return (kind, outcome, milliseconds) =>
    attempts.labels(kind, outcome).observe(milliseconds / 1_000);
}
