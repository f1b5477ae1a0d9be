import type { RequestHandler, Response } from 'express';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { ConsumerLeft } from '#src/ask/deadline.ts';
import { AppError } from '#src/errors.ts';
import type { Idempotency } from '#src/idempotency/types.ts';
import { authenticate } from './middleware/authenticate.ts';
import { authorize } from './middleware/authorize.ts';
import { JSON_TYPE, onceFor } from './middleware/idempotency.ts';
import type { RateLimit } from './middleware/rate-limit.ts';
import type { RequestMeter } from './middleware/request-meter.ts';
import type { Route } from './route.ts';
import { validate } from './validate.ts';

export interface DispatchDeps {
  readonly accounts: Pick<AccountsService, 'authenticate' | 'tenant'>;
  readonly tokens: Pick<TokensService, 'authenticate'>;
  readonly rateLimit: RateLimit;
  readonly idempotency: Idempotency;
  readonly meter: RequestMeter;
  /** Sites of the service itself. */
  readonly ownOrigins: ReadonlySet<string>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/**
 * The last part of every request's way: authenticate → capability → rate limit → validate → once by Idempotency-Key →
 * handle → answer.
 */
export function dispatch(route: Route, deps: DispatchDeps): RequestHandler {
  return async function handleRoute(req, res) {
    deps.meter(route, res);
    // Answers belong to their caller; no cache in between keeps them.
    res.setHeader('Cache-Control', 'no-store');
    const principal = route.capability === 'public' ? null : await authenticate(req, route, deps);
    if (principal) {
      if (deps.stopping.aborted) throw serviceStops();
      authorize(principal, route, req, deps.ownOrigins);
    }
    await deps.rateLimit(principal, route.rate, req, res);
    if (principal) {
      // A key of one tenant was compared with the path; one of the whole account has to own the path's tenant.
      const clientId = req.params['client_id'];
      if (typeof clientId === 'string' && principal.clientId === null)
        await deps.accounts.tenant(principal, clientId);
    }
    let signal: AbortSignal | undefined;
    const once = onceFor(deps.idempotency, { route, principal }, req, res);
    const request = {
      params: validate(route.params, req.params, 'path'),
      query: validate(route.query, req.query, 'query'),
      body: validate(route.body, req.body ?? undefined, 'body'),
      principal: principal as never,
      requestId: req.get('x-request-id')!,
      // Made for those who look at it: it takes longer than the rest of this.
      get signal() {
        signal ??= AbortSignal.any([untilGone(res), deps.stopping]);
        return signal;
      },
      once,
      raw: req,
      res,
    };
    const reply =
      route.idempotency === 'form'
        ? await route.handle(request)
        : await once(request.body ?? null, () => route.handle(request));
    if (reply && reply !== 'streamed') sendJson(res, reply);
  };
}

/** Aborted when the client goes away before its answer is sent, or has. */
function untilGone(res: Response): AbortSignal {
  const gone = new AbortController();
  const onClose = () => {
    if (!res.writableFinished) gone.abort(new ConsumerLeft());
  };
  if (res.closed) onClose();
  else res.once('close', onClose);
  return gone.signal;
}

function sendJson(res: Response, { status, body }: { status: number; body: unknown }): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', JSON_TYPE);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

/** Why calls are refused, and streams end, while the service stops. */
export const serviceStops = () =>
  new AppError('unavailable', 'The service is being restarted. Ask again in a few seconds.', {
    retryAfter: 5,
  });
