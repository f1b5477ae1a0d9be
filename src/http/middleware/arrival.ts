import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { preflight, standingHeaders } from './standing-headers.ts';

/**
 * The first steps of every request as one handler: Express's own way from one to the next takes 1 µs. Preflights are
 * answered openly: they carry no key, so the request itself is judged by its key and origin.
 */
export function arrival(log: Logger): RequestHandler {
  const steps = [requestId(), requestLog(log), standingHeaders()];
  const answerPreflight = preflight();
  return function arrival(req, res, next) {
    for (const step of steps) step(req, res);
    if (req.method === 'OPTIONS') answerPreflight(req, res, next);
    else next();
  };
}
