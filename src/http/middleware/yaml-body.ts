import express, { type RequestHandler } from 'express';
import { parse } from 'yaml';
import { AppError } from '#src/errors.ts';

const TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** Reads a body of YAML as one of JSON would be; longer ones get 413, as there. */
export function yamlBody(maxBytes: number): readonly RequestHandler[] {
  const parseBody: RequestHandler = (req, _res, next) => {
    if (typeof req.body === 'string' && req.is(TYPES)) req.body = parsed(req.body);
    next();
  };
  return [express.text({ type: TYPES, limit: maxBytes }), parseBody];
}

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
