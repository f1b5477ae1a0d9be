import type { Request, Response } from 'express';
import { END_USER_ID } from '#src/accounts/end-user.ts';
import { isWellFormedKey } from '#src/accounts/keys.ts';
import type { SignIns } from '#src/accounts/sign-ins/types.ts';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import { type IsOwnSite, refuseOtherSites } from '../own-sites.ts';
import type { Route } from '../route.ts';
import type { HostCookies } from '../session-cookie.ts';

export interface AuthenticateDeps {
  readonly accounts: Pick<AccountsService, 'authenticate'>;
  readonly tokens: Pick<TokensService, 'authenticate'>;
  readonly signIns: Pick<SignIns, 'authenticate'>;
  readonly cookies: HostCookies;
  readonly isOwnSite: IsOwnSite;
}

/** Whether a route takes a bearer token in the place of the key: those of a tenant, and the tools of assistants. */
export const takesTokens = (path: string): boolean =>
  path.startsWith('/clients/{client_id}/') || path === MCP_PATH;

/** Assistants often send nothing but `Authorization`, so that there it may hold the key itself. */
const MCP_PATH = '/mcp';

/**
 * The caller of a request: its key, or where the route takes one its bearer token, and whom it speaks for. Where both
 * are sent there, the token counts. A browser without either may send the cookie of a session.
 */
export async function authenticate(
  req: Request,
  res: Response,
  route: Pick<Route, 'path'>,
  deps: AuthenticateDeps,
): Promise<Principal> {
  const token = bearerToken(req);
  const isKey = route.path === MCP_PATH && token !== null && isWellFormedKey(token);
  if (token !== null && !isKey && takesTokens(route.path))
    return withEndUser(await deps.tokens.authenticate(token), req);
  const key = isKey ? token : req.get('x-api-key');
  if (key === undefined && token === null) {
    const principal = await bySession(req, res, deps);
    if (principal) return withEndUser(principal, req);
  }
  // A bearer token is no key: where only keys are taken it is answered as a missing one.
  const principal = key ? await deps.accounts.authenticate(key) : null;
  if (!principal) throw new AppError('unauthenticated', 'Invalid or revoked API key');
  return withEndUser(principal, req);
}

/** Who sends the cookie of a session; null where there is none. */
async function bySession(
  req: Request,
  res: Response,
  { signIns, cookies, isOwnSite }: AuthenticateDeps,
): Promise<Principal | null> {
  const sent = cookies.read(req);
  if (sent === null) return null;
  refuseOtherSites(req, isOwnSite);
  const { principal, cookie } = await signIns.authenticate(sent);
  if (cookie) cookies.set(req, res, cookie);
  return principal;
}

/** The token of `Authorization: Bearer …` (RFC 6750); null where there is none. */
function bearerToken(req: Request): string | null {
  return /^bearer +(\S+) *$/i.exec(req.get('authorization') ?? '')?.[1] ?? null;
}

/** Whom a token names cannot be changed by the header. */
function withEndUser(principal: Principal, req: Request): Principal {
  const sent = endUserId(req);
  const { endUserId: claimed } = principal;
  if (sent === null || sent === claimed) return principal;
  if (claimed === null) return { ...principal, endUserId: sent };
  throw new AppError(
    'end_user_mismatch',
    `X-End-User-Id doesn't match the end user of the ${principal.session ? 'session' : 'bearer token'}. Remove the header.`,
  );
}

function endUserId(req: Request): string | null {
  const sent = req.get('x-end-user-id');
  if (sent === undefined) return null;
  if (END_USER_ID.test(sent)) return sent;
  throw new AppError(
    'invalid_end_user_id',
    'X-End-User-Id must be 1 to 128 characters: letters, digits and . _ : @ + -',
  );
}
