import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#config/schema.ts';
import type { SignIns } from '#src/accounts/sign-ins/types.ts';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { ByteBudget } from '#src/byte-budget.ts';
import { AppError } from '#src/errors.ts';
import type { Idempotency } from '#src/idempotency/types.ts';
import { dispatch } from './dispatch.ts';
import { arrival } from './middleware/arrival.ts';
import { createReadBody } from './middleware/body.ts';
import { EarlyCallers, type QueueFill } from './middleware/early-callers.ts';
import { errors, sendError } from './middleware/errors.ts';
import type { Limiters } from './middleware/limiters.ts';
import { createRateLimit } from './middleware/rate-limit.ts';
import { createRequestMeter } from './middleware/request-meter.ts';
import type { TraceRequest } from './middleware/trace-requests.ts';
import { ownSites } from './own-sites.ts';
import { type BuiltPage, servePage } from './page.ts';
import type { Route } from './route.ts';
import { sessionCookies } from './session-cookie.ts';

export interface AppDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly accounts: Pick<AccountsService, 'authenticate' | 'tenant'>;
  readonly tokens: Pick<TokensService, 'authenticate'>;
  readonly signIns: Pick<SignIns, 'authenticate'>;
  /** What `serviceRoutes` gives. */
  readonly routes: readonly Route[];
  readonly limiters: Limiters;
  readonly idempotency: Idempotency;
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
  /** How full the queue of questions is, from 0 to 1; absent: never full. */
  readonly questionsFill?: QueueFill;
  /** What browsers get; absent where it was not built. */
  readonly page?: BuiltPage | null;
  readonly metrics: Registry;
  /**
   * Aborted (best with `serviceStops()` as its reason) when the server stops: open streams end with `error` and
   * `done`, other calls in flight are cancelled, new ones get 503.
   */
  readonly stopping: AbortSignal;
  /** Traces requests; absent: none is. */
  readonly traceRequest?: TraceRequest;
}

/** The gateway. What a request passes stands here from top to bottom; `dispatch` is the rest of its way. */
export function createApp({
  config,
  log,
  accounts,
  routes,
  limiters,
  idempotency,
  answers,
  questionsFill = () => 0,
  page = null,
  tokens,
  signIns,
  metrics,
  stopping,
  traceRequest = untraced,
}: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.http.trust_proxy);
  app.set('query parser', 'simple');

  app.use(arrival(log));
  const { max_body_bytes, max_document_bytes, stalled_client_ms, answer_send_ms } = config.http;
  const bodies = new ByteBudget({
    bytes: config.http.max_bodies_bytes,
    waitMs: config.http.body_wait_ms,
    full: 'The service is receiving too much data at once. Try again in a moment.',
  });
  const deps = {
    accounts,
    rateLimit: createRateLimit(config, limiters),
    readBody: createReadBody(bodies, max_body_bytes),
    readDocument: createReadBody(bodies, max_document_bytes, max_body_bytes),
    idempotency,
    answers,
    early: new EarlyCallers(questionsFill),
    maxResponseBytes: config.idempotency.max_response_bytes,
    send: { stalledMs: stalled_client_ms, sendMs: answer_send_ms },
    tokens,
    meter: createRequestMeter(metrics),
    isOwnSite: ownSites(config),
    cookies: sessionCookies(config),
    signIns,
    stopping,
    traceRequest,
    routes,
    log,
  };
  const methods = new Map<string, Set<string>>();
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app[route.method](path, dispatch(route, deps));
    methods.set(path, (methods.get(path) ?? new Set()).add(route.method.toUpperCase()));
  }
  for (const [path, allowed] of methods) {
    app.all(path, (_req, res) => {
      res.setHeader('Allow', [...allowed].join(', '));
      sendError(
        res,
        new AppError(
          'method_not_allowed',
          `This path doesn't support this method. Use ${[...allowed].join(' or ')}.`,
        ),
      );
    });
  }
  app.use(servePage(page));
  app.use((_req, res) => sendError(res, new AppError('not_found', 'Not found')));
  app.use(errors(log));
  return app;
}

const untraced: TraceRequest = (_route, _req, _res, work) => work();
