import { z } from 'zod';

const whole = z.number().int().min(0);

/** The section `opentelemetry` of the configuration; defaults, units and bounds stand in `config/schema.ts`. */
export const opentelemetrySettings = z.object({
  endpoint: z.url(),
  headers: z.record(z.string(), z.string()),
  service_name: z.string(),
  timeout_ms: whole,
  delay_ms: whole,
  batch_spans: whole.min(1),
  queue_spans: whole.min(1),
  close_ms: whole,
});
export type OpentelemetrySettings = z.infer<typeof opentelemetrySettings>;
