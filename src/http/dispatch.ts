import type { RequestHandler } from 'express';
import type { AccountsService } from '#src/accounts/types.ts';
import { ConsumerLeft } from '#src/ask/deadline.ts';
import { AppError } from '#src/errors.ts';
import { authenticate } from './middleware/authenticate.ts';
import { authorize } from './middleware/authorize.ts';
import type { RateLimit } from './middleware/rate-limit.ts';
import type { RequestMeter } from './middleware/request-meter.ts';
import type { Route } from './route.ts';
import { validate } from './validate.ts';

export interface DispatchDeps {
  readonly accounts: Pick<AccountsService, 'authenticate' | 'tenant'>;
  readonly rateLimit: RateLimit;
  readonly meter: RequestMeter;
  /** Sites of the service itself. */
  readonly ownOrigins: ReadonlySet<string>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** The last part of every request's way: authenticate → capability → rate limit → validate → handle → answer. */
export function dispatch(route: Route, deps: DispatchDeps): RequestHandler {
  return async function handleRoute(req, res) {
    deps.meter(route, res);
    // Answers belong to their caller; no cache in between keeps them.
    res.setHeader('Cache-Control', 'no-store');
    const gone = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) gone.abort(new ConsumerLeft());
    });
    const principal = route.capability === 'public' ? null : await authenticate(req, deps.accounts);
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
    const reply = await route.handle({
      params: validate(route.params, req.params, 'path'),
      query: validate(route.query, req.query, 'query'),
      body: validate(route.body, req.body ?? undefined, 'body'),
      principal: principal as never,
      requestId: req.get('x-request-id')!,
      signal: AbortSignal.any([gone.signal, deps.stopping]),
      raw: req,
      res,
    });
    if (reply) res.status(reply.status).json(reply.body);
  };
}

/** Why calls are refused, and streams end, while the service stops. */
export const serviceStops = () =>
  new AppError('unavailable', 'The service is being restarted. Ask again in a few seconds.', {
    retryAfter: 5,
  });
