/**
 * Traces as OTLP/HTTP takes them in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Ids are in
 * hexadecimal, times are nanoseconds as texts.
 */
import { randomBytes } from 'node:crypto';
import type { RequestTrace, TracedSpan } from '#src/plugin-api/telemetry.ts';

/** As `Span.SpanKind` of the protocol numbers them. */
const KINDS: Readonly<Record<TracedSpan['kind'], number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number };
  /** Bits 0 to 7 are those of `traceparent` (sampled), 8 and 9 say whether the parent is of another process. */
  readonly flags: number;
}

/** The spans of a trace, with ids made for them. */
export function spansOf({ parent, spans }: RequestTrace): OtlpSpan[] {
  const traceId = parent?.traceId ?? idOf(16);
  const ids = spans.map(() => idOf(8));
  return spans.map((span, index) => {
    const isFirst = span.parent === null;
    const above = span.parent === null ? parent?.spanId : ids[span.parent];
    return {
      traceId,
      spanId: ids[index]!,
      ...(above === undefined ? {} : { parentSpanId: above }),
      name: span.name,
      kind: KINDS[span.kind],
      startTimeUnixNano: nanosOf(span.startMs),
      endTimeUnixNano: nanosOf(span.endMs),
      attributes: attributesOf(span.attributes),
      status: span.failed ? { code: STATUS_ERROR } : {},
      flags: isFirst && parent ? 0x301 : 0x101,
    };
  });
}

/** The body of a request that sends spans. */
export const bodyOf = (serviceName: string, spans: readonly OtlpSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'plumbline' }, spans }],
      },
    ],
  });

/** An id is not zero: that of a trace or span that is none. */
function idOf(bytes: number): string {
  const id = randomBytes(bytes);
  if (id.every((byte) => byte === 0)) id[0] = 1;
  return id.toString('hex');
}

/** Whole microseconds: a double holds no finer time of today. */
const nanosOf = (ms: number): string => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`;

const attributesOf = (attributes: TracedSpan['attributes']): OtlpAttribute[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }));

function anyValueOf(value: string | number | boolean): OtlpAttribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // 64-bit integers are texts in the JSON of protocol buffers.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
