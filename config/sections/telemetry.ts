import { z } from 'zod';
import { count, MINUTE, milliseconds, section } from '../units.ts';

export const telemetry = section({
  plugin: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Where traces of requests go: opentelemetry, or a package with a plugin of kind telemetry; null: nowhere',
    ),
  sample_percent: z
    .number()
    .min(0)
    .max(100)
    .default(100)
    .describe(
      'Share of the requests without a traceparent that are traced; with one, it says whether',
    ),
  include_content: z
    .boolean()
    .default(false)
    .describe('Whether traces hold questions and SQL, which may quote values of the data'),
});

export const opentelemetry = section({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:4318/v1/traces')
    .describe(
      'Where traces are posted (OTLP over HTTP, JSON); user and password in it become a header',
    ),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe('Headers that are sent with them, such as an API key'),
  service_name: z
    .string()
    .min(1)
    .max(100)
    .default('plumbline')
    .describe('service.name of the traces'),
  timeout_ms: milliseconds(5_000, 100, MINUTE, 'Longest time to send a batch, tries included'),
  delay_ms: milliseconds(5_000, 10, MINUTE, 'How long spans wait for a batch to fill'),
  batch_spans: count(512, 1, 10_000, 'Spans of a batch'),
  queue_spans: count(
    2_048,
    1,
    100_000,
    'Spans that wait at the most; more are dropped and counted',
  ),
  close_ms: milliseconds(2_000, 0, MINUTE, 'Longest time that a stop waits for the last batches'),
});
