import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { AppError } from '#src/errors.ts';
import { arrival } from './middleware/arrival.ts';
import { sendError } from './middleware/errors.ts';
import { type BuiltPage, servePage } from './page.ts';

/**
 * Answers for the gateway while it is being made: the port is taken first, so that a taken one is told at once. The
 * process runs and is not ready; browsers get the page, which waits; everything else is to come again.
 */
export function createStartingApp(log: Logger, page: BuiltPage | null = null): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(arrival(log), (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', (_req, res) => {
    res.status(503).json({ ready: false, parts: {}, warnings: [] });
  });
  if (page) app.use(servePage(page));
  app.use((_req, res) => sendError(res, starts()));
  return app;
}

const starts = () =>
  new AppError('unavailable', 'The service is starting. Try again in a few seconds.', {
    retryAfter: 5,
  });
