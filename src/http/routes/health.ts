import { createHash, timingSafeEqual } from 'node:crypto';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { AppError } from '#src/errors.ts';
import { defineRoute, json, type Route } from '../route.ts';

export interface HealthDeps {
  /** The parts that have to work for questions to be answered, and whether they do. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>;
  /** What an operator should know though questions can be answered; no names of tenants or files. */
  readonly warnings: () => readonly string[];
  readonly metrics: Registry;
  /** What readers of `/metrics` have to send as a bearer token; null: anybody may read. */
  readonly metricsToken: string | null;
}

const readiness = z
  .object({
    ready: z.boolean(),
    parts: z.record(z.string(), z.boolean()),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Readiness' });

export function healthRoutes({
  readiness: check,
  warnings,
  metrics,
  metricsToken,
}: HealthDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/healthz',
      summary: 'Check that the process is running',
      tag: 'Operation',
      capability: 'public',
      rate: 'none',
      responses: {
        200: {
          description: 'The process is running',
          schema: z.object({ status: z.literal('ok') }),
        },
      },
      handle: () => json({ status: 'ok' }),
    }),
    defineRoute({
      method: 'get',
      path: '/readyz',
      summary: 'Check that questions can be answered: store, engine, disk',
      tag: 'Operation',
      capability: 'public',
      rate: 'none',
      responses: {
        200: { description: 'All parts work', schema: readiness },
        503: { description: "A part isn't working", schema: readiness },
      },
      async handle() {
        const parts = await check();
        const ready = Object.values(parts).every(Boolean);
        return json({ ready, parts, warnings: warnings() }, ready ? 200 : 503);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/metrics',
      summary: 'Get Prometheus metrics',
      tag: 'Operation',
      capability: 'public',
      rate: 'none',
      responses: { 200: { description: 'Prometheus text format', contentType: 'text/plain' } },
      errors: ['unauthenticated'],
      async handle({ raw, res }) {
        if (metricsToken !== null && !isBearer(raw.get('authorization'), metricsToken))
          throw new AppError(
            'unauthenticated',
            'The metrics token is missing or wrong. Send metrics.token as "Authorization: Bearer …".',
          );
        res.type(metrics.contentType).send(await metrics.metrics());
        return undefined;
      },
    }),
  ];
}

/** Whether the header carries the token; how long it takes says nothing of it. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
