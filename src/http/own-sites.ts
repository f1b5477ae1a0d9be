import type { Request } from 'express';
import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';

/** Whether a website, as a browser names it in `Origin`, is one of the service itself. */
export type IsOwnSite = (origin: string, req: Request) => boolean;

/** Pages of the service itself: its public address, and this machine's names for it. */
export function ownSites(
  config: Pick<Config, 'host' | 'port' | 'public_url'> & {
    readonly http: Pick<Config['http'], 'own_origins'>;
  },
): IsOwnSite {
  const origins = new Set([
    `http://${config.host}:${config.port}`,
    `http://localhost:${config.port}`,
    `http://127.0.0.1:${config.port}`,
    ...config.http.own_origins,
    ...(config.public_url ? [new URL(config.public_url).origin] : []),
  ]);
  return (origin, req) => origins.has(origin) || isOwnAddress(origin, req);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a request names this machine as its host. */
export const isLoopbackHost = (req: Request): boolean =>
  LOOPBACK.has(URL.parse(`http://${req.host}`)?.hostname ?? '');

/**
 * A page that this very address served: the site is that of the request, and is this machine or the address that the
 * connection came in at. A name in `Host` proves nothing: its owner can let it point here (DNS rebinding).
 */
function isOwnAddress(origin: string, req: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  if (host !== req.get('host')) return false;
  return LOOPBACK.has(hostname) || hostname === addressOf(req);
}

/** The address that the connection came in at, as URLs write it. */
function addressOf({ socket: { localAddress = '' } }: Request): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? `[${address}]` : address;
}

/**
 * Refuses what another website has a browser send with the cookie of this one (cross-site request forgery). Browsers
 * say where a call comes from: in `Sec-Fetch-Site`, older ones in `Origin` with everything that is no GET.
 */
export function refuseOtherSites(req: Request, isOwnSite: IsOwnSite): void {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const site = req.get('sec-fetch-site');
  const origin = req.get('origin');
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || (site === 'none' && isRead)
      : origin !== undefined
        ? isOwnSite(origin, req)
        : isRead;
  if (!isOwn)
    throw new AppError(
      'origin_not_allowed',
      "Sessions don't work from other websites. Send an API key instead.",
    );
}
