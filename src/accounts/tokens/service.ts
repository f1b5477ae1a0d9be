import type { Jwt } from 'jsonwebtoken';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { ownsTenant } from '#src/accounts/key-binding.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { Store } from '#src/store/schema.ts';
import type { Authenticator } from '../authenticate.ts';
import { bothFilters, rowPolicy } from '../row-policy.ts';
import type { AccountsService } from '../types.ts';
import type { OwnClaims } from './claims.ts';
import { invalidToken, refused } from './errors.ts';
import type { AuthenticateByIssuer, CheckedToken } from './issuers.ts';
import { jwtLibrary } from './jwt.ts';
import { createOwnTokens, OWN_ISSUER } from './own-tokens.ts';
import { createRevocations, hashOf, type TokenFacts } from './revocations.ts';
import { createRevoke } from './revoke.ts';
import { createSigningSecrets } from './signing-secrets.ts';
import type { TokenRequest, TokensService } from './types.ts';

export interface TokensDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'tokens'>;
  readonly box: SecretBox;
  readonly accounts: Pick<AccountsService, 'tenant' | 'workspace'>;
  readonly authenticator: Pick<Authenticator, 'keyById'>;
}

/** Opens the tokens feature: encrypts its secrets with the newest key. */
export async function openTokens(deps: TokensDeps): Promise<TokensService> {
  const { tokens: config } = deps.config;
  const secrets = createSigningSecrets({ ...deps, config });
  const own = createOwnTokens(secrets, deps.clock);
  const byIssuer = await issuersOf(deps);
  const check = async (token: string): Promise<CheckedToken> => {
    const { issuer, kid } = await unverified(token);
    if (issuer === OWN_ISSUER) {
      const claims = await own.verify(token, kid);
      return { principal: await ofKey(claims, deps), facts: factsOf(claims, token) };
    }
    const outside = await byIssuer(token, issuer);
    if (!outside) throw invalidToken();
    return outside;
  };
  const revocations = createRevocations({ ...deps, config });
  const revoke = createRevoke({ ...deps, revocations, issuers: config.issuers, check });
  const sealed = await secrets.sealAnew();
  if (sealed > 0) deps.log.info({ sealed }, 'token secrets were re-encrypted with the newest key');
  return {
    async authenticate(token) {
      const { principal, facts } = await check(token);
      if (await revocations.isRevoked(facts)) throw invalidToken();
      return principal;
    },

    async mint(principal, request) {
      const claims = await claimsFor(principal, request, deps);
      const ttl =
        request.ttlSeconds ?? Math.min(config.default_ttl_seconds, config.max_ttl_seconds);
      if (ttl > config.max_ttl_seconds)
        throw refused(
          'ttl_seconds',
          `A token can be valid for up to ${config.max_ttl_seconds} seconds. Use a smaller ttl_seconds.`,
        );
      const earliest = await revocations.earliest(scopeOf(claims));
      const { token, expiresAt } = await own.sign(claims, { ttlSeconds: ttl, earliest });
      return { token, token_type: 'Bearer', expires_at: timestamp(expiresAt) };
    },

    revoke,
  };
}

/** Their library is loaded where there are any. */
async function issuersOf({
  config: { tokens: config },
  ...deps
}: TokensDeps): Promise<AuthenticateByIssuer> {
  if (config.issuers.length === 0) return async () => null;
  const { createIssuers } = await import('./issuers.ts');
  return createIssuers({ ...deps, config });
}

/** What a token says of itself; nothing of it is believed but to find what it is checked with. */
async function unverified(
  token: string,
): Promise<{ readonly issuer: unknown; readonly kid: unknown }> {
  const jwt = await jwtLibrary();
  let decoded: Jwt | null;
  try {
    decoded = jwt.decode(token, { complete: true });
  } catch (error) {
    throw invalidToken(error);
  }
  if (!decoded || typeof decoded.payload !== 'object') throw invalidToken();
  return { issuer: decoded.payload.iss, kid: decoded.header.kid };
}

const scopeOf = (claims: Pick<OwnClaims, 'client_id' | 'workspace_id' | 'sub'>) => ({
  clientId: claims.client_id,
  workspaceId: claims.workspace_id,
  issuer: OWN_ISSUER,
  endUserId: claims.sub ?? null,
});

const factsOf = (claims: OwnClaims, token: string): TokenFacts => ({
  ...scopeOf(claims),
  issuedAt: claims.iat,
  expiresAt: claims.exp,
  hash: hashOf(token),
});

/** Who sends a token of ours: its key as it is now, narrowed by the claims. */
async function ofKey(
  claims: OwnClaims,
  { authenticator, store }: Pick<TokensDeps, 'authenticator' | 'store'>,
): Promise<Principal> {
  const made = await authenticator.keyById(claims.key_id);
  if (!made) throw invalidToken();
  const reaches =
    (made.clientId === null
      ? await ownsTenant(store, made.accountId, claims.client_id)
      : made.clientId === claims.client_id) &&
    (made.workspaceId === null || made.workspaceId === claims.workspace_id);
  const filter = bothFilters(made.policy.filter, claims.row_filter);
  if (!reaches || !filter) throw invalidToken();
  return {
    ...made,
    key: { ...made.key, scope: made.key.scope === 'query' ? 'query' : claims.scope },
    clientId: claims.client_id,
    workspaceId: claims.workspace_id,
    endUserId: claims.sub ?? null,
    bearer: true,
    policy: rowPolicy(filter),
  };
}

async function claimsFor(
  principal: Principal,
  { clientId, endUserId, rowFilter, ...request }: TokenRequest,
  { accounts }: Pick<TokensDeps, 'accounts'>,
): Promise<Omit<OwnClaims, 'iat' | 'exp'>> {
  if (principal.bearer)
    throw new AppError('forbidden', "A bearer token can't create another one. Send an API key.");
  if (principal.person)
    throw new AppError(
      'forbidden',
      'Only an API key can create bearer tokens. Send it in X-API-Key.',
    );
  await accounts.tenant(principal, clientId);
  const named = request.workspaceId ?? principal.workspaceId;
  if (named !== null) await accounts.workspace(principal, { clientId, workspaceId: named });
  const isNarrow = endUserId !== null || Object.keys(rowFilter).length > 0;
  const scope = request.scope ?? (isNarrow ? 'query' : 'full');
  if (scope === 'full' && Object.keys(rowFilter).length > 0)
    throw refused(
      'scope',
      'A token with a row filter can only ask questions. Remove scope, or set it to "query".',
    );
  if (!bothFilters(principal.policy.filter, rowFilter))
    throw refused(
      'row_filter',
      "The key's row filter has a different value for this column. Use the same value.",
    );
  return {
    key_id: principal.key.id,
    client_id: clientId,
    workspace_id: named,
    ...(endUserId === null ? {} : { sub: endUserId }),
    scope,
    row_filter: rowFilter,
  };
}
