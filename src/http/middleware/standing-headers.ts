import { type IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Step } from './step.ts';

const CORS = {
  exposedHeaders: [
    'Retry-After',
    'X-Request-Id',
    'X-Error-Code',
    'RateLimit',
    'RateLimit-Policy',
    'Idempotent-Replayed',
  ],
  maxAge: 600,
};

/**
 * The headers of helmet and CORS, which are the same for every answer: what the libraries say is found once and then
 * only set.
 */
export function standingHeaders(): Step {
  const found = headersOf([
    helmet({
      contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    }),
    cors(CORS),
  ]);
  return function standingHeaders(_req, res) {
    for (const [name, value] of found) res.setHeader(name, value);
  };
}

/** Answers preflights: those differ by what the browser asks for. */
export const preflight = (): RequestHandler => cors(CORS);

type Plain = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

function headersOf(handlers: readonly unknown[]): readonly (readonly [string, string])[] {
  const req = { method: 'GET', headers: {} } as IncomingMessage;
  const res = new ServerResponse(req);
  for (const handle of handlers as readonly Plain[])
    handle(req, res, (error) => {
      if (error) throw error;
    });
  return res.getHeaderNames().map((name) => [name, String(res.getHeader(name))]);
}
