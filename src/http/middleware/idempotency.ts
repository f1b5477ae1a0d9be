import type { Request, Response } from 'express';
import type { ByteBudget } from '#src/byte-budget.ts';
import { AppError } from '#src/errors.ts';
import type {
  FirstRequest,
  Idempotency,
  KeptResponse,
  RepeatedResponse,
} from '#src/idempotency/types.ts';
import type { Principal } from '#src/principal.ts';
import { jsonPieces } from '../json-pieces.ts';
import type {
  JsonReply,
  Keep,
  KeepStream,
  Once,
  Repeat,
  Route,
  RouteReply,
  TextReply,
} from '../route.ts';
import { type SendOptions, sendPieces } from '../send-pieces.ts';
import { STREAM_TYPE } from '../sse.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** What a request with an `Idempotency-Key` gets. */
export interface Repeatable {
  readonly once: Once;
  readonly keep: Keep;
  readonly keepStream: KeepStream;
}

/**
 * What an `Idempotency-Key` does for a request: nothing (null) without one, and on routes that declare none. Only what
 * succeeded is kept: after a refusal or a failure the same key may be tried again. Responses that are given again
 * carry `Idempotent-Replayed: true`.
 */
export function onceFor(
  { idempotency, answers, send, maxResponseBytes }: OnceDeps,
  { route, principal }: { readonly route: Route; readonly principal: Principal | null },
  req: Request,
  res: Response,
): Repeatable | null {
  const sent = req.get('idempotency-key');
  if (sent === undefined || !principal || repeatOf(route) === 'none') return null;
  if (!KEY.test(sent))
    throw new AppError(
      'bad_request',
      'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID.',
    );
  const beforeLoading = async (bytes: number) => {
    const held = await answers.take(principal.clientId ?? principal.accountId, bytes);
    if (res.closed) held.free();
    else res.once('close', () => held.free());
  };
  let claim: FirstRequest | null = null;
  const once: Once = async (content, work) => {
    const begun = await idempotency.begin({
      accountId: principal.accountId,
      caller: callerOf(principal),
      idempotencyKey: sent,
      credential: JSON.stringify([req.get('x-api-key'), req.get('authorization')]),
      beforeLoading,
      content: canonical([req.method, req.originalUrl, req.get('x-tenant-id') ?? '', content]),
    });
    if (begun.kind === 'repeated') return sendAgain(res, begun.response, send);
    claim = begun;
    return first(begun, work);
  };
  return {
    once,
    keep: async (trx, reply) => claim?.keep(trx, keptOf(reply)),
    async keepStream(body, origin) {
      const isShort = body.reduce((bytes, text) => bytes + text.length, 0) <= maxResponseBytes;
      const response = { status: res.statusCode, contentType: STREAM_TYPE, body };
      await claim?.finish(isShort ? response : null, origin);
    },
  };
}

export interface OnceDeps {
  readonly idempotency: Idempotency;
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
  readonly send: SendOptions;
  /** Bytes of a response that is kept. */
  readonly maxResponseBytes: number;
}

const keptText = ({ status, text }: TextReply) => ({ status, contentType: JSON_TYPE, body: text });
const keptOf = ({ status, body }: JsonReply) => keptText({ status, text: JSON.stringify(body) });

/** A long reply is written anew for whoever keeps it. */
const longOf = ({ status, body }: JsonReply): KeptResponse => ({
  status,
  contentType: JSON_TYPE,
  body: jsonPieces(body),
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
  work: () => Promise<RouteReply> | RouteReply,
): Promise<RouteReply> {
  try {
    const reply = await work();
    // Where a handler wrote by itself, it has kept what may be given again.
    if (reply === undefined || 'pieces' in reply || reply.status >= 400) await claim.release();
    else if ('text' in reply) await claim.finish(keptText(reply), reply.origin);
    else await claim.finish(reply.isLong ? longOf(reply) : keptOf(reply), reply.origin);
    return reply;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function sendAgain(
  res: Response,
  response: RepeatedResponse,
  send: SendOptions,
): Promise<undefined> {
  res.setHeader('Idempotent-Replayed', 'true');
  await sendPieces(res, response, send);
}

/** JSON with the names of objects in order, so that two spellings of one body are one content. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
