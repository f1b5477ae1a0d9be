import express, { type Request, type RequestHandler, type Response } from 'express';
import { parse } from 'yaml';
import { AppError } from '#src/errors.ts';

const TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

export type ReadBody = (req: Request, res: Response) => Promise<void>;

/**
 * Reads a body of JSON, or of YAML as if it were JSON, into `req.body`; longer ones get 413. Parsing YAML takes forty
 * times as long as JSON and holds everybody up, so it has a bound of its own.
 */
export function createReadBody(maxBytes: number, maxYamlBytes = maxBytes): ReadBody {
  const json = express.json({ limit: maxBytes, strict: false });
  const yaml = express.text({ type: TYPES, limit: maxYamlBytes });
  return async (req, res) => {
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
    throw new AppError('bad_request', `The body is no YAML: ${why}`, { cause: error });
  }
}

/** Whether a caller rather takes YAML than JSON. */
export const prefersYaml = (accepts: (types: string[]) => string | false): boolean => {
  const best = accepts(['application/json', ...TYPES]);
  return best !== false && TYPES.includes(best);
};
