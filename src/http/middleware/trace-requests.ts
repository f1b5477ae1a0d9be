import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestTrace, Telemetry } from '#src/plugin-api/telemetry.ts';
import { ActiveTrace, withTrace } from '#src/tracing.ts';
import type { Route } from '../route.ts';

/** Runs the rest of a request's way, traced where it is to be. */
export type TraceRequest = <T>(route: Route, req: Request, res: Response, work: () => T) => T;

export interface TraceRequestsOptions {
  readonly telemetry: Telemetry;
  /** Share (0 to 1) of the requests without a `traceparent` that are traced; others as it says. */
  readonly share: number;
  /** Whether questions and SQL are part of traces. */
  readonly includeContent: boolean;
  readonly log: Logger;
}

const WARN_EVERY_MS = 60_000;

/**
 * Traces requests: what a plugin does with a trace comes after the answer, and what it throws is logged once a minute.
 * Probes and scrapes are left out.
 */
export function createTraceRequests(options: TraceRequestsOptions): TraceRequest {
  const { telemetry, share, includeContent, log } = options;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const hand = (trace: RequestTrace) => {
    try {
      telemetry.record(trace);
    } catch (error) {
      if (performance.now() - warnedAt < WARN_EVERY_MS) return;
      warnedAt = performance.now();
      log.warn({ err: error }, "the telemetry plugin didn't accept a trace");
    }
  };
  return (route, req, res, work) => {
    if (route.capability === 'public' && route.rate === 'none') return work();
    const parent = parseTraceparent(req.get('traceparent'));
    const isTraced = parent ? parent.sampled : Math.random() < share;
    if (!isTraced) return work();
    const trace = new ActiveTrace(
      parent && { traceId: parent.traceId, spanId: parent.spanId },
      includeContent,
    );
    const method = route.method.toUpperCase();
    const root = trace.begin(`${method} ${route.path}`, 'server', null);
    if (!root) return work();
    root.set({ 'http.request.method': method, 'http.route': route.path });
    res.once('close', () => {
      root.set({ 'http.response.status_code': res.statusCode });
      if (!res.writableFinished) root.set({ 'plumbline.client_left': true });
      root.end(res.statusCode >= 500);
      // The owner of a question records after its last byte is out.
      setImmediate(() => hand(trace.finish()));
    });
    return withTrace(trace, root, work);
  };
}

/** Longer ones are no use: version 00 has 55 characters. */
const LONGEST = 256;
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

interface Traceparent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

/** The header of W3C Trace Context, level 1 (https://www.w3.org/TR/trace-context/#traceparent-header); null where it is none. */
function parseTraceparent(header: string | undefined): Traceparent | null {
  if (header === undefined || header.length > LONGEST) return null;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(header) ?? [];
  if (!version || !traceId || !spanId || !flags) return null;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
