import { randomUUID } from 'node:crypto';
import type { Step } from './step.ts';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** Echoes the caller's `X-Request-Id`, or makes one. */
export function requestId(): Step {
  return function requestId(req, res) {
    const sent = req.get('x-request-id');
    const id = sent && ACCEPTED.test(sent) ? sent : randomUUID();
    req.headers['x-request-id'] = id;
    res.setHeader('X-Request-Id', id);
  };
}
