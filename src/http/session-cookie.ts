import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '#config/schema.ts';
import type { SessionCookie } from '#src/accounts/sign-ins/types.ts';
import { isLoopbackHost } from './own-sites.ts';

/** A cookie that holds a token: for this host alone, sent to this service alone, out of reach of scripts. */
export interface HostCookies {
  read(req: Request): string | null;
  set(req: Request, res: Response, cookie: SessionCookie): void;
  clear(req: Request, res: Response): void;
}

/** The cookie of a session. */
export const sessionCookies = (config: Pick<Config, 'public_url'>): HostCookies =>
  hostCookies(config, '');

export function hostCookies(
  { public_url }: Pick<Config, 'public_url'>,
  suffix: string,
): HostCookies {
  const isPublicHttps = public_url?.startsWith('https:') ?? false;
  // Browsers keep no secure cookie of a plain http address, but for some of loopback: there it goes without.
  const isSecure = (req: Request) => isPublicHttps || req.secure || !isLoopbackHost(req);
  // Services on other ports of this machine share its cookies.
  const nameFor = (req: Request) =>
    isSecure(req)
      ? `__Host-plumbline${suffix}`
      : `plumbline${suffix}_${URL.parse(`http://${req.host}`)?.port || '80'}`;
  const optionsFor = (req: Request): CookieOptions => ({
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(req),
  });
  return {
    read(req) {
      const name = `${nameFor(req)}=`;
      const sent = (req.headers.cookie ?? '').split(/; */);
      return sent.find((one) => one.startsWith(name))?.slice(name.length) ?? null;
    },
    set(req, res, { token, maxAgeMs }) {
      const lasting = maxAgeMs === null ? {} : { maxAge: maxAgeMs };
      res.cookie(nameFor(req), token, { ...optionsFor(req), ...lasting });
    },
    clear: (req, res) => void res.clearCookie(nameFor(req), optionsFor(req)),
  };
}
