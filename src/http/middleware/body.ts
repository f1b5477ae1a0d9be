import express, { type Request, type RequestHandler, type Response } from 'express';
import { parse } from 'yaml';
import type { ByteBudget } from '#src/byte-budget.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';

const TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** `principal`: whose share of the bytes in flight it counts against; null where nobody is known. */
export type ReadBody = (req: Request, res: Response, principal: Principal | null) => Promise<void>;

/** Longer bodies count against the bytes in flight. */
const COUNTED_FROM = 16 * 1024;

/**
 * Reads a body of JSON, or of YAML as if it were JSON, into `req.body`; longer ones get 413. Parsing YAML takes forty
 * times as long as JSON and holds everybody up, so it has a bound of its own. Bodies of more than 16 KiB count against
 * `budget` from before they are read until they are answered; where it stays full they get 503.
 */
export function createReadBody(
  budget: ByteBudget,
  maxBytes: number,
  maxYamlBytes = maxBytes,
): ReadBody {
  const json = express.json({ limit: maxBytes, strict: false });
  const yaml = express.text({ type: TYPES, limit: maxYamlBytes });
  return async (req, res, principal) => {
    // One of a length that is not said may have the longest.
    const bytes = Math.min(Number(req.headers['content-length'] ?? Infinity), maxBytes);
    const isSent = req.headers['transfer-encoding'] !== undefined || bytes > COUNTED_FROM;
    if (isSent && bytes > COUNTED_FROM) {
      const held = await budget.take(principal?.accountId ?? '', bytes);
      res.once('close', () => held.free());
      if (res.closed) held.free();
    }
    await run(json, req, res);
    if (req.body !== undefined || !req.is(TYPES)) return;
    await run(yaml, req, res);
    if (typeof req.body === 'string') req.body = parsed(req.body);
  };
}

const run = (handle: RequestHandler, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    handle(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });

/** Whether a body was sent (RFC 9110, 6.4) that is of another type than those that are read. */
export const hasUnreadBody = ({ body, headers }: Request): boolean =>
  body === undefined &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('bad_request', `The body isn't valid YAML: ${why}`, { cause: error });
  }
}

/** Whether a caller rather takes YAML than JSON. */
export const prefersYaml = (accepts: (types: string[]) => string | false): boolean => {
  const best = accepts(['application/json', ...TYPES]);
  return best !== false && TYPES.includes(best);
};
