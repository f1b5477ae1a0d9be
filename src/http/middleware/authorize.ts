import type { Request } from 'express';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { IsOwnSite } from '../own-sites.ts';
import type { Route } from '../route.ts';

/** Holds a caller to what its route demands; fails with the 400 or 403 of the specification. */
export function authorize(
  principal: Principal,
  route: Route,
  req: Request,
  isOwnSite: IsOwnSite,
): void {
  const { key, person } = principal;
  if (principal.accountType === 'direct')
    throw new AppError('direct_account', 'Direct accounts must use the UI');
  checkOrigin(principal, req, isOwnSite);
  const wantsFull = route.capability === 'manage';
  const wantsOwnSql = route.capability === 'analyse';
  if (key.sample && (wantsFull || wantsOwnSql || route.capability === 'read'))
    throw new AppError(
      'sample_read_only',
      'The sample key can only ask questions and read its own answers. Use your own key for this call.',
    );
  const isFull = key.scope === 'full';
  const mayAnalyse = isFull || person?.role === 'analyst';
  if ((wantsFull && !isFull) || (wantsOwnSql && !mayAnalyse))
    throw new AppError(
      'scope_insufficient',
      person
        ? `Your role (${person.role}) doesn't allow this. Ask an admin of the tenant.`
        : 'This key can only ask questions. Use a full-access key to manage data and settings.',
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
export function checkOrigin({ key }: Principal, req: Request, isOwnSite: IsOwnSite): void {
  const origin = req.get('origin');
  if (origin === undefined || isOwnSite(origin, req)) return;
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
