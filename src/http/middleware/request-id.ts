import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** Echoes the caller's `X-Request-Id`, or makes one. */
export function requestId(): RequestHandler {
  return function requestId(req, res, next) {
    const sent = req.get('x-request-id');
    const id = sent && ACCEPTED.test(sent) ? sent : randomUUID();
    req.headers['x-request-id'] = id;
    res.setHeader('X-Request-Id', id);
    next();
  };
}
