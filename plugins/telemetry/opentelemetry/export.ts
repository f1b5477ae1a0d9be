import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Telemetry } from '#src/plugin-api/telemetry.ts';
import { bodyOf, type OtlpSpan, spansOf } from './otlp.ts';
import type { OpentelemetrySettings } from './settings.ts';

const WARN_EVERY_MS = 60_000;
/** Statuses after which the protocol wants another try, and the wait before the first. */
const PASSING = new Set([429, 502, 503, 504]);
const RETRY_MS = 500;

/** Spans that wait or are being sent are bounded by `queue_spans`, whatever the receiver does: one batch is sent at a time. */
export function createTelemetry(
  settings: OpentelemetrySettings,
  { log }: { readonly log: Logger },
): Telemetry {
  const { queue_spans: most, close_ms } = settings;
  const batchSize = Math.min(settings.batch_spans, most);
  const post = poster(settings);
  const waiting: OtlpSpan[] = [];
  const stopping = new AbortController();
  let sending = 0;
  let dropped = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let work: Promise<void> | null = null;

  const lose = (count: number, code: unknown) => {
    dropped += count;
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ code, dropped }, "traces couldn't be sent; check opentelemetry.endpoint");
  };
  /** Sends full batches, and with `all` the rest, too. */
  const drain = async (all: boolean) => {
    while (waiting.length >= batchSize || (all && waiting.length > 0)) {
      const batch = waiting.splice(0, batchSize);
      sending = batch.length;
      const failure = await post(batch, stopping.signal);
      sending = 0;
      if (failure !== null) lose(batch.length, failure);
    }
  };
  const begin = (all: boolean) => {
    work ??= drain(all).finally(() => {
      work = null;
      if (waiting.length > 0) plan();
    });
    return work;
  };
  /** What waits is sent soon, or at once where a batch is full. */
  const plan = () => {
    if (stopping.signal.aborted || work) return;
    if (waiting.length >= batchSize) void begin(false);
    else
      timer ??= setTimeout(() => {
        timer = null;
        void begin(true);
      }, settings.delay_ms).unref();
  };
  return {
    record(trace) {
      if (stopping.signal.aborted || waiting.length + sending + trace.spans.length > most) {
        dropped += trace.spans.length;
        return;
      }
      waiting.push(...spansOf(trace));
      plan();
    },
    dropped: () => dropped,
    async close() {
      if (timer) clearTimeout(timer);
      const over = new AbortController();
      const late = wait(close_ms, undefined, { signal: over.signal }).catch(() => {});
      const last = (async () => {
        await work;
        await begin(true);
      })();
      await Promise.race([last, late]);
      over.abort();
      stopping.abort();
      dropped += waiting.splice(0).length;
    },
  };
}

/** Sends a batch within `timeout_ms`, tries included; gives why it was not taken, null where it was. */
function poster(settings: OpentelemetrySettings) {
  const { url, headers } = addressOf(settings);
  return async (batch: readonly OtlpSpan[], stop: AbortSignal): Promise<unknown> => {
    const body = bodyOf(settings.service_name, batch);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(settings.timeout_ms)]);
    for (let pause = RETRY_MS; ; pause *= 2) {
      try {
        const response = await fetch(url, {
          ...{ method: 'POST', redirect: 'error', headers, body, signal },
        });
        // What a receiver says is nothing to us, and may be without end.
        await response.body?.cancel().catch(() => {});
        if (response.ok) return null;
        if (!PASSING.has(response.status)) return response.status;
        const asked = Number(response.headers.get('retry-after') ?? 0) * 1_000;
        await wait(Math.max(asked || 0, pause), undefined, { signal });
      } catch (error) {
        return codeOf(error);
      }
    }
  };
}

/** The code of a failure alone: its message may quote the address. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    typeof cause.code === 'string'
    ? cause.code
    : 'timeout';
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
    headers: {
      'content-type': 'application/json',
      ...(username || password ? { authorization } : {}),
      ...headers,
    },
  };
}
