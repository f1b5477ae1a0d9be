import type { Response as HttpResponse, Request } from 'express';
import type { Logger } from 'pino';
import { AppError } from '#src/errors.ts';
import { publicError } from './middleware/errors.ts';
import { JSON_TYPE } from './middleware/idempotency.ts';
import type { Route, RouteReply } from './route.ts';

/** A call of one route by the handler of another. */
export interface InnerCall {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Those of the call that this one stands in. */
  readonly req: Request;
  readonly res: HttpResponse;
}

interface Around {
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly raw: Request;
  readonly res: HttpResponse;
}

/**
 * A `fetch` that reaches the routes of this service without a socket, for what is built on the client kit. Only routes
 * that give their answer back; it ends when the outer call does, whatever signal it is given.
 */
export function createInnerFetch(
  { routes, log, raw, res }: Around,
  call: (inner: InnerCall) => Promise<RouteReply>,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input), 'http://inside');
    const method = (init?.method ?? 'GET').toLowerCase();
    try {
      const { route, params } = routeOf(routes, method, url.pathname);
      const query = Object.fromEntries(url.searchParams);
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
      const reply = await call({ route, params, query, body, req: raw, res });
      return await responseOf(reply);
    } catch (error) {
      return failure(publicError(error, raw.get('x-request-id'), log), raw);
    }
  };
}

function routeOf(routes: readonly Route[], method: string, path: string) {
  const parts = path.split('/').map(decodeURIComponent);
  for (const route of routes) {
    if (route.method !== method || route.off) continue;
    const params = paramsOf(route.path.split('/'), parts);
    if (params) return { route, params };
  }
  throw new AppError('not_found', 'Not found');
}

function paramsOf(template: readonly string[], parts: readonly string[]) {
  if (template.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, place] of template.entries()) {
    const part = parts[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(place)?.[1];
    if (name === undefined ? place !== part : part === '') return null;
    if (name !== undefined) params[name] = part;
  }
  return params;
}

async function responseOf(reply: RouteReply): Promise<Response> {
  if (reply === undefined)
    throw new TypeError("a route that writes its own response can't be called internally");
  if ('body' in reply || 'text' in reply) {
    const headers = { 'Content-Type': JSON_TYPE };
    const text = 'text' in reply ? reply.text : JSON.stringify(reply.body);
    return new Response(text, { status: reply.status, headers });
  }
  const headers = { 'Content-Type': reply.contentType ?? JSON_TYPE };
  const pieces: Buffer[] = [];
  for await (const piece of reply.pieces) pieces.push(Buffer.from(piece));
  return new Response(Buffer.concat(pieces), { status: reply.status, headers });
}

function failure(error: AppError, raw: Request): Response {
  const { code, status, detail, message, retryAfter } = error;
  return new Response(JSON.stringify({ detail: detail ?? message }), {
    status,
    headers: {
      'Content-Type': JSON_TYPE,
      'X-Error-Code': code,
      'X-Request-Id': raw.get('x-request-id') ?? '',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) }),
    },
  });
}
