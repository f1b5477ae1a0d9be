import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace as traces,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { RequestTrace, Telemetry, TracedSpan } from '#src/plugin-api/telemetry.ts';
import type { OpentelemetrySettings } from './settings.ts';

const KINDS: Readonly<Record<TracedSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};
const WARN_EVERY_MS = 60_000;
const FAILED = 1;

/** Spans that wait or are being sent are bounded by `queue_spans` and one batch, whatever the receiver does. */
export function createTelemetry(
  settings: OpentelemetrySettings,
  { log }: { readonly log: Logger },
): Telemetry {
  const { url, headers } = addressOf(settings);
  const counts = { waiting: 0, dropped: 0 };
  const exporter = counting(
    new OTLPTraceExporter({
      ...{ url, headers, timeoutMillis: settings.timeout_ms },
      httpAgentOptions: { keepAlive: true, maxSockets: 1 },
    }),
    counts,
    log,
  );
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: settings.queue_spans,
    maxExportBatchSize: Math.min(settings.batch_spans, settings.queue_spans),
    scheduledDelayMillis: settings.delay_ms,
    // The exporter's own limit comes first.
    exportTimeoutMillis: settings.timeout_ms + 1_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.service_name }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('plumbline');
  // The processor keeps its count to itself: what is neither sent nor failed is waiting.
  const most = settings.queue_spans;
  return {
    record(trace) {
      if (counts.waiting + trace.spans.length > most) {
        counts.dropped += trace.spans.length;
        return;
      }
      counts.waiting += trace.spans.length;
      write(tracer, trace);
    },
    dropped: () => counts.dropped,
    async close() {
      const over = new AbortController();
      const late = wait(settings.close_ms, undefined, { signal: over.signal, ref: false });
      await Promise.race([provider.shutdown().catch(() => {}), late.catch(() => {})]);
      over.abort();
    },
  };
}

/** User and password of an address become the header that they stand for: nothing that names the address names them. */
function addressOf({ endpoint, headers }: OpentelemetrySettings) {
  const url = new URL(endpoint);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  return {
    url: url.href,
    headers: { ...(username || password ? { authorization } : {}), ...headers },
  };
}

interface Counts {
  waiting: number;
  dropped: number;
}

/** The exporter, with what it takes and loses counted. Failures are logged once a minute, by their code alone. */
function counting(exporter: SpanExporter, counts: Counts, log: Logger): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        counts.waiting -= spans.length;
        if (result.code === FAILED) {
          counts.dropped += spans.length;
          if (performance.now() - warnedAt >= WARN_EVERY_MS) {
            warnedAt = performance.now();
            log.warn(
              { code: codeOf(result.error), dropped: counts.dropped },
              'traces could not be sent: see opentelemetry.endpoint',
            );
          }
        }
        // A failure is told here: the library would write its error, with what the receiver said.
        done({ code: 0 });
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : 'timeout';

/** The trace as spans of the library, whose ids it makes. */
function write(tracer: Tracer, { parent, spans }: RequestTrace): void {
  const root = parent
    ? traces.setSpanContext(ROOT_CONTEXT, {
        ...parent,
        traceFlags: TraceFlags.SAMPLED,
        isRemote: true,
      })
    : ROOT_CONTEXT;
  const contexts: Context[] = [];
  const made: { readonly span: Span; readonly endMs: number }[] = [];
  for (const { name, kind, parent: of, startMs, endMs, failed, attributes } of spans) {
    const context = of === null ? root : (contexts[of] ?? root);
    const span = tracer.startSpan(
      name,
      { kind: KINDS[kind], startTime: startMs, attributes: { ...attributes } },
      context,
    );
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    contexts.push(traces.setSpan(context, span));
    made.push({ span: span as Span, endMs });
  }
  for (const { span, endMs } of made) span.end(endMs);
}
