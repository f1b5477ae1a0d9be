import cors from 'cors';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Registry } from 'prom-client';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import { dispatch } from './dispatch.ts';
import { errors, sendError } from './middleware/errors.ts';
import { createRateLimit } from './middleware/rate-limit.ts';
import { requestId } from './middleware/request-id.ts';
import { createRequestMeter } from './middleware/request-meter.ts';
import { yamlBody } from './middleware/yaml-body.ts';
import type { Route } from './route.ts';

export interface AppDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly accounts: Pick<AccountsService, 'authenticate' | 'tenant'>;
  /** What `serviceRoutes` gives. */
  readonly routes: readonly Route[];
  readonly metrics: Registry;
  /**
   * Aborted (best with `serviceStops()` as its reason) when the server stops: open streams end with `error` and
   * `done`, other calls in flight are cancelled, new ones get 503.
   */
  readonly stopping: AbortSignal;
}

/** The gateway. What a request passes stands here from top to bottom; `dispatch` is the rest of its way. */
export function createApp({ config, log, accounts, routes, metrics, stopping }: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.http.trust_proxy);
  app.set('query parser', 'simple');

  app.use(requestId());
  app.use(requestLog(log));
  app.use(
    helmet({
      contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    }),
  );
  // Answered openly: a preflight carries no key, so the request itself is judged by its key and origin.
  app.use(
    cors({
      exposedHeaders: [
        'Retry-After',
        'X-Request-Id',
        'X-Error-Code',
        'RateLimit',
        'RateLimit-Policy',
      ],
      maxAge: 600,
    }),
  );
  app.use(express.json({ limit: config.http.max_body_bytes, strict: false }));
  app.use(...yamlBody(config.http.max_body_bytes));

  const deps = {
    accounts,
    rateLimit: createRateLimit(config),
    meter: createRequestMeter(metrics),
    ownOrigins: ownOrigins(config),
    stopping,
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
        new AppError('method_not_allowed', `This address takes ${[...allowed].join(' and ')}.`),
      );
    });
  }
  app.use((_req, res) => sendError(res, new AppError('not_found', 'Not found')));
  app.use(errors(log));
  return app;
}

function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: (req) => String(req.headers['x-request-id']),
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        url: req.url,
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    customAttributeKeys: { responseTime: 'ms' },
    // Probes would drown everything else.
    autoLogging: {
      ignore: (req) => req.url === '/healthz' || req.url === '/readyz' || req.url === '/metrics',
    },
  });
}

/** Pages of the service itself: its public address, and this machine's names for it. */
function ownOrigins(config: Config): ReadonlySet<string> {
  const origins = [
    `http://${config.host}:${config.port}`,
    `http://localhost:${config.port}`,
    `http://127.0.0.1:${config.port}`,
  ];
  if (config.public_url) origins.push(new URL(config.public_url).origin);
  return new Set(origins);
}
