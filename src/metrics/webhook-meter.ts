import { Histogram, type Registry } from 'prom-client';

/** Told of each attempt at a delivery when it is over (milliseconds). */
export type WebhookMeter = (
  outcome: 'delivered' | 'again' | 'failed',
  milliseconds: number,
) => void;

const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export function createWebhookMeter(registry: Registry): WebhookMeter {
  const attempts = new Histogram({
    name: 'plumbline_webhook_attempt_duration_seconds',
    help: 'Duration of webhook delivery attempts by outcome (delivered, again, failed)',
    labelNames: ['outcome'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return (outcome, milliseconds) => attempts.labels(outcome).observe(milliseconds / 1_000);
}
