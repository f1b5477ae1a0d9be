import type { Request } from 'express';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { Route } from '../route.ts';

/** Holds a caller to what its route demands; fails with the 400 or 403 of the specification. */
export function authorize(
  principal: Principal,
  route: Route,
  req: Request,
  ownOrigins: ReadonlySet<string>,
): void {
  const { key } = principal;
  if (principal.accountType === 'direct')
    throw new AppError('direct_account', 'Direct accounts must use the UI');
  checkOrigin(principal, req, ownOrigins);
  const wantsFull = route.capability === 'manage';
  if (key.sample && (wantsFull || route.capability === 'read'))
    throw new AppError(
      'sample_read_only',
      'The sample key can only ask questions and read its own answers. Use your own key for this call.',
    );
  if (key.scope === 'query' && wantsFull)
    throw new AppError(
      'scope_insufficient',
      'This key can only ask questions. Use a full-access key to manage data and settings.',
    );
  const clientId = req.params['client_id'];
  if (
    typeof clientId === 'string' &&
    principal.clientId !== null &&
    principal.clientId !== clientId
  )
    throw new AppError(
      'wrong_tenant',
      principal.bearer ? 'Access denied to this client' : 'API key is scoped to a different tenant',
    );
  const names = route.capability === 'ask' || route.capability === 'read';
  if ((key.scope === 'query' || key.sample) && names && principal.endUserId === null)
    throw new AppError(
      'invalid_end_user_id',
      'This key needs an end user. Send the header X-End-User-Id (1 to 128 characters: letters, digits and . _ : @ + -).',
    );
}

/** A browser names the site that calls; other callers send no Origin. */
function checkOrigin({ key }: Principal, req: Request, ownOrigins: ReadonlySet<string>): void {
  const origin = req.get('origin');
  if (origin === undefined || ownOrigins.has(origin) || isOwnAddress(origin, req)) return;
  if (key.scope === 'full' && !key.sample)
    throw new AppError(
      'origin_not_allowed',
      "Full-access keys don't work from other websites. Use an ask-only key there, or add this site to http.own_origins.",
    );
  if (key.allowedOrigins.length > 0 && !key.allowedOrigins.includes(origin))
    throw new AppError(
      'origin_not_allowed',
      `This key doesn't accept calls from ${origin}. Add the site to the key's allowed_origins.`,
    );
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

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
