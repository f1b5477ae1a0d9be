import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { SignIns } from '#src/accounts/sign-ins/types.ts';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { ConsumerLeft, childOf } from '#src/ask/deadline.ts';
import type { ByteBudget } from '#src/byte-budget.ts';
import { AppError } from '#src/errors.ts';
import type { Idempotency } from '#src/idempotency/types.ts';
import { PlacesTaken } from '#src/places.ts';
import type { Principal } from '#src/principal.ts';
import { packed } from './content-coding.ts';
import { createInnerFetch, type InnerCall } from './inner-fetch.ts';
import { isShortJson, jsonPieces } from './json-pieces.ts';
import { authenticate } from './middleware/authenticate.ts';
import { authorize } from './middleware/authorize.ts';
import { hasUnreadBody, type ReadBody } from './middleware/body.ts';
import type { EarlyCallers } from './middleware/early-callers.ts';
import { JSON_TYPE, onceFor, type Repeatable } from './middleware/idempotency.ts';
import type { RateLimit } from './middleware/rate-limit.ts';
import type { RequestMeter } from './middleware/request-meter.ts';
import type { TraceRequest } from './middleware/trace-requests.ts';
import type { IsOwnSite } from './own-sites.ts';
import type {
  Capability,
  JsonReply,
  Keep,
  KeepStream,
  Once,
  PiecesReply,
  Route,
  RouteReply,
  RouteRequest,
  TextReply,
} from './route.ts';
import { type SendOptions, sendPieces } from './send-pieces.ts';
import type { HostCookies } from './session-cookie.ts';
import { validate } from './validate.ts';

export interface DispatchDeps {
  readonly accounts: Pick<AccountsService, 'authenticate' | 'tenant'>;
  readonly tokens: Pick<TokensService, 'authenticate'>;
  readonly rateLimit: RateLimit;
  readonly readBody: ReadBody;
  /** For routes whose body is a document. */
  readonly readDocument: ReadBody;
  readonly idempotency: Idempotency;
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
  readonly early: EarlyCallers;
  readonly meter: RequestMeter;
  readonly signIns: Pick<SignIns, 'authenticate'>;
  readonly cookies: HostCookies;
  readonly isOwnSite: IsOwnSite;
  /** Bytes of a response that is kept for repeated requests. */
  readonly maxResponseBytes: number;
  /** How long readers of long answers may take. */
  readonly send: SendOptions;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  readonly traceRequest: TraceRequest;
  /** Every route, for those that call others. */
  readonly routes: readonly Route[];
  readonly log: Logger;
}

/**
 * The last part of every request's way: wait, where the caller comes before its `Retry-After` → authenticate → capability → rate limit → body → validate → once by
 * Idempotency-Key → handle → answer. Nothing of a body is read for those whose key or rate does not allow the call.
 */
export function dispatch(route: Route, deps: DispatchDeps): RequestHandler {
  const serve = async (req: Request, res: Response): Promise<void> => {
    // Answers belong to their caller; no cache in between keeps them.
    res.setHeader('Cache-Control', 'no-store');
    if (route.off) throw new AppError('not_found', 'Not found');
    if (route.rate === 'question') await deps.early.turn(req, res);
    const principal =
      route.capability === 'public' ? null : await authenticate(req, res, route, deps);
    if (principal) {
      if (deps.stopping.aborted) throw serviceStops();
      authorize(principal, route, req, deps.isOwnSite);
    }
    await deps.rateLimit(principal, route.rate, req, res);
    if (principal) {
      // A key of one tenant was compared with the path; one of the whole account has to own the path's tenant.
      const clientId = req.params['client_id'];
      if (typeof clientId === 'string' && principal.clientId === null)
        await deps.accounts.tenant(principal, clientId);
    }
    if (route.body) {
      await (route.isDocument ? deps.readDocument : deps.readBody)(req, res, principal);
      if (hasUnreadBody(req)) validate(route.body.nonoptional(), undefined, 'body');
    }
    const repeatable = onceFor(deps, { route, principal }, req, res);
    const request = new Dispatched(route, principal, req, res, { repeatable, deps });
    const handle = async () => route.handle(request);
    const reply = await (repeatable === null || route.idempotency === 'form'
      ? handle()
      : repeatable.once(request.body ?? null, handle)
    ).catch((error: unknown) => {
      if (error instanceof PlacesTaken) deps.early.refused(req, error);
      throw error;
    });
    if (reply) await sendReply(res, reply, deps.send);
  };
  return function handleRoute(req, res) {
    deps.meter(route, res);
    return deps.traceRequest(route, req, res, () => serve(req, res));
  };
}

interface Around {
  readonly repeatable: Repeatable | null;
  readonly deps: DispatchDeps;
}

/** A call of another route for a caller who was let in already; counted by the route that it is. */
async function callInside(
  deps: DispatchDeps,
  principal: Principal,
  { route, params, query, body, req, res }: InnerCall,
): Promise<RouteReply> {
  const inner = Object.create(req, {
    params: { value: params },
    query: { value: query },
    body: { value: body },
  }) as Request;
  authorize(principal, route, inner, deps.isOwnSite);
  // The call that this one stands in was counted as a request.
  if (route.rate !== 'request') await deps.rateLimit(principal, route.rate, inner, res);
  const clientId = params['client_id'];
  if (clientId !== undefined && principal.clientId === null)
    await deps.accounts.tenant(principal, clientId);
  return route.handle(new Dispatched(route, principal, inner, res, { repeatable: null, deps }));
}

/** What a handler gets. A class, as V8 builds an object literal with a getter in many more steps. */
class Dispatched implements RouteRequest<unknown, unknown, unknown, Capability> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly principal: never;
  readonly requestId: string;
  readonly once: Once;
  readonly keep: Keep;
  readonly keepStream: KeepStream | null;
  readonly raw: Request;
  readonly res: Response;
  private readonly deps: DispatchDeps;
  private madeSignal: AbortSignal | undefined;

  constructor(
    route: Route,
    principal: Principal | null,
    raw: Request,
    res: Response,
    { repeatable, deps }: Around,
  ) {
    this.params = validate(route.params, raw.params, 'path');
    // Express parses the query where it is looked at.
    this.query = route.query && validate(route.query, raw.query, 'query');
    this.body = validate(route.body, raw.body ?? undefined, 'body');
    this.principal = principal as never;
    this.requestId = raw.headers['x-request-id'] as string;
    this.once = repeatable?.once ?? eachTime;
    this.keep = repeatable?.keep ?? keepNothing;
    this.keepStream = repeatable?.keepStream ?? null;
    this.raw = raw;
    this.res = res;
    this.deps = deps;
    this.madeSignal = undefined;
  }

  /** Made for those who look at it: it takes longer than the rest of this. */
  get signal(): AbortSignal {
    this.madeSignal ??= untilGone(this.res, this.deps.stopping);
    return this.madeSignal;
  }

  get innerFetch(): typeof fetch {
    const { deps, raw, res } = this;
    const principal: Principal | null = this.principal;
    if (!principal) throw new TypeError("a public route can't call other routes");
    return createInnerFetch({ routes: deps.routes, log: deps.log, raw, res }, (call) =>
      callInside(deps, principal, call),
    );
  }
}

const eachTime: Once = async (_content, work) => work();
const keepNothing: Keep = async () => {};

/** Aborted when the client goes away before its answer is sent, or has, and when the service stops. */
function untilGone(res: Response, stopping: AbortSignal): AbortSignal {
  const child = childOf(stopping);
  const onClose = () => {
    child.clear();
    if (!res.writableFinished) child.abort(new ConsumerLeft());
  };
  if (res.closed) onClose();
  else res.once('close', onClose);
  return child.signal;
}

/** Characters of an answer that is written as one text. */
const IN_ONE = 128 * 1024;

async function sendReply(
  res: Response,
  reply: JsonReply | TextReply | PiecesReply,
  send: SendOptions,
): Promise<void> {
  const { status } = reply;
  if ('text' in reply) return sendText(res, reply);
  if ('pieces' in reply) {
    const { pieces, contentType = JSON_TYPE, headers = {} } = reply;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    return sendPieces(res, { status, contentType, pieces }, send);
  }
  if (!reply.isLong || isShortJson(reply.body, IN_ONE))
    return sendText(res, { status, text: JSON.stringify(reply.body) });
  return sendPieces(res, { status, contentType: JSON_TYPE, pieces: jsonPieces(reply.body) }, send);
}

async function sendText(res: Response, { status, text }: TextReply): Promise<void> {
  const body = await packed(res, Buffer.from(text));
  res.statusCode = status;
  res.setHeader('Content-Type', JSON_TYPE);
  res.setHeader('Content-Length', body.length);
  res.end(body);
}

/** Why calls are refused, and streams end, while the service stops. */
export const serviceStops = () =>
  new AppError('unavailable', 'The service is restarting. Try again in a few seconds.', {
    retryAfter: 5,
  });
