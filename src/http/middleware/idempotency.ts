import type { Request, Response } from 'express';
import { AppError } from '#src/errors.ts';
import type { FirstRequest, Idempotency, KeptResponse } from '#src/idempotency/types.ts';
import type { Principal } from '#src/principal.ts';
import type { JsonReply, Keep, Once, Repeat, Route, RouteReply } from '../route.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** What a request with an `Idempotency-Key` gets. */
export interface Repeatable {
  readonly once: Once;
  readonly keep: Keep;
}

/**
 * What an `Idempotency-Key` does for a request: nothing (null) without one, and on routes that declare none. Only what
 * succeeded is kept: after a refusal or a failure the same key may be tried again. Responses that are given again
 * carry `Idempotent-Replayed: true`.
 */
export function onceFor(
  idempotency: Idempotency,
  { route, principal }: { readonly route: Route; readonly principal: Principal | null },
  req: Request,
  res: Response,
): Repeatable | null {
  const sent = req.get('idempotency-key');
  if (sent === undefined || !principal || repeatOf(route) === 'none') return null;
  if (!KEY.test(sent))
    throw new AppError(
      'bad_request',
      'Idempotency-Key has to be 1 to 255 visible ASCII characters without spaces, such as a UUID.',
    );
  let claim: FirstRequest | null = null;
  const once: Once = async (content, work) => {
    const begun = await idempotency.begin({
      accountId: principal.accountId,
      caller: callerOf(principal),
      idempotencyKey: sent,
      credential: JSON.stringify([req.get('x-api-key'), req.get('authorization')]),
      content: canonical([req.method, req.originalUrl, req.get('x-tenant-id') ?? '', content]),
    });
    if (begun.kind === 'repeated') return sendAgain(res, begun.response);
    claim = begun;
    return first(begun, res, work);
  };
  return { once, keep: async (trx, reply) => claim?.keep(trx, keptOf(reply)) };
}

const keptOf = ({ status, body }: JsonReply): KeptResponse => ({
  status,
  contentType: JSON_TYPE,
  body: JSON.stringify(body),
});

/** All that an answer can depend on; tokens of one key differ in it. */
const callerOf = ({ key, endUserId, clientId, workspaceId, policy }: Principal): string =>
  JSON.stringify([key.id, key.scope, endUserId, clientId, workspaceId, policy.hash]);

/** How repeated requests of a route are met: those of a POST with a JSON body by default. */
export function repeatOf(
  route: Pick<Route, 'method' | 'capability' | 'idempotency' | 'rawBody'>,
): Repeat {
  if (route.method !== 'post' || route.capability === 'public') return 'none';
  return route.idempotency ?? (route.rawBody ? 'none' : 'reply');
}

async function first(
  claim: FirstRequest,
  res: Response,
  work: () => Promise<RouteReply> | RouteReply,
): Promise<RouteReply> {
  const written = recorder(res);
  try {
    const reply = await work();
    if (reply === undefined) await claim.release();
    else if (reply === 'streamed') await claim.finish(written());
    else if (reply.status < 400) await claim.finish(keptOf(reply));
    else await claim.release();
    return reply;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** Gives what a handler that writes by itself has written. */
function recorder(res: Response): () => KeptResponse {
  const parts: string[] = [];
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) parts.push(String(chunk));
    return write(chunk, ...rest);
  }) as Response['write'];
  return () => ({
    status: res.statusCode,
    contentType: String(res.getHeader('content-type')),
    body: parts.join(''),
  });
}

function sendAgain(res: Response, { status, contentType, body }: KeptResponse): undefined {
  res.setHeader('Idempotent-Replayed', 'true');
  res.status(status).setHeader('Content-Type', contentType);
  res.end(body);
}

/** JSON with the names of objects in order, so that two spellings of one body are one content. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
