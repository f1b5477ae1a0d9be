import { z } from 'zod';
import { count, MINUTE, milliseconds, section } from '../units.ts';

export const telemetry = section({
  plugin: z
    .string()
    .nullable()
    .default(null)
    .describe('Plugin that receives request traces: opentelemetry, or a package; null: none'),
  sample_percent: z
    .number()
    .min(0)
    .max(100)
    .default(100)
    .describe('Percentage of requests to trace, unless their traceparent decides'),
  include_content: z
    .boolean()
    .default(false)
    .describe('Whether traces include questions and SQL, which may contain values from the data'),
});

export const opentelemetry = section({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:4318/v1/traces')
    .describe(
      'URL that receives the traces (OTLP over HTTP, JSON); user and password in it are sent as a header',
    ),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe('Additional headers, such as an API key'),
  service_name: z
    .string()
    .min(1)
    .max(100)
    .default('plumbline')
    .describe('service.name of the traces'),
  timeout_ms: milliseconds(5_000, 100, MINUTE, 'Timeout for sending a batch, including retries'),
  delay_ms: milliseconds(5_000, 10, MINUTE, 'How long spans wait for a batch to fill'),
  batch_spans: count(512, 1, 10_000, 'Maximum spans per batch'),
  queue_spans: count(
    2_048,
    1,
    100_000,
    'Maximum spans in the queue; further ones are dropped and counted',
  ),
  close_ms: milliseconds(2_000, 0, MINUTE, 'How long a shutdown waits for the last batches'),
});
