import type { ServerResponse } from 'node:http';
import { Histogram, type Registry } from 'prom-client';
import { linesOf } from '#src/metrics/lines.ts';
import type { Route } from '../route.ts';

export type RequestMeter = (route: Route, res: ServerResponse) => void;

/** From an answer of the built-in planner to a large upload, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Measures how long each route takes to answer, until the last byte or until the client left. */
export function createRequestMeter(registry: Registry): RequestMeter {
  const duration = new Histogram({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Duration of requests from the first byte to the last byte of the response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  const lineOf = linesOf((method: string, path: string, status: string) =>
    duration.labels(method, path, status),
  );
  return (route, res) => {
    const began = performance.now();
    res.on('close', () => {
      const status = res.writableFinished ? String(res.statusCode) : 'gone';
      lineOf(route.method.toUpperCase(), route.path, status).observe(
        (performance.now() - began) / 1_000,
      );
    });
  };
}
