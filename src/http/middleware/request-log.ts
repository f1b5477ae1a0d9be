import type { Response } from 'express';
import type { Logger } from 'pino';
import { loggedUrl } from '../logged-url.ts';
import type { Step } from './step.ts';

/** Probes would drown everything else. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Milliseconds that requests have waited for places, beside `ms` in their lines. */
const waits = new WeakMap<Response, number>();

export function logWait(res: Response, milliseconds: number): void {
  if (milliseconds > 0) waits.set(res, milliseconds);
}

/** A line for each request that was answered or left. Keys stand in none of its fields: `loggedUrl` redacts them. */
export function requestLog(log: Logger): Step {
  // Looking for secrets takes longer than the rest of a line, and its fields, which are fixed, hold none.
  const lines = log.child({}, { redact: { paths: [] } });
  return function requestLog(req, res) {
    const { method, url } = req;
    const began = performance.now();
    const fields = () => ({
      req: { id: req.get('x-request-id'), method, url: loggedUrl(url) },
      res: { status: res.statusCode },
      ms: Math.round(performance.now() - began),
      ...waitOf(res),
    });
    let told = false;
    const tell = (err?: Error) => {
      if (told) return;
      told = true;
      if (err) log.error({ ...fields(), err }, 'request errored');
      else lines.info(fields(), 'request completed');
    };
    res.on('error', tell);
    if (!PROBES.has(url)) res.on('close', () => tell(failureOf(res)));
  };
}

const waitOf = (res: Response) => {
  const waited = waits.get(res);
  return waited === undefined ? {} : { waited_ms: Math.round(waited) };
};

const failureOf = ({ statusCode }: Response): Error | undefined =>
  statusCode >= 500 ? new Error(`failed with status code ${statusCode}`) : undefined;
