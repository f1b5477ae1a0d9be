import { type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Principal, RowPolicy } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import { normalOrigin } from '../allowed-origins.ts';
import { personOf } from '../end-user.ts';
import { rowPolicy } from '../row-policy.ts';
import { invalidToken } from './errors.ts';
import { createKeySet } from './key-set.ts';
import { hashOf, type TokenFacts } from './revocations.ts';

type Issuer = Config['tokens']['issuers'][number];

export interface IssuersDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Config['tokens'];
}

/** Who sends a token, with what revocations know it by. */
export interface CheckedToken {
  readonly principal: Principal;
  readonly facts: TokenFacts;
}

/** Who sends a token of an outside issuer; null where the issuer is none of the configured. */
export type AuthenticateByIssuer = (token: string, issuer: unknown) => Promise<CheckedToken | null>;

/** Outside issuers of tokens, each for the tenants that the configuration lists. */
export function createIssuers(deps: IssuersDeps): AuthenticateByIssuer {
  const byName = new Map(deps.config.issuers.map((one) => [one.issuer, verifierOf(one, deps)]));
  return async (token, issuer) => {
    const verify = typeof issuer === 'string' ? byName.get(issuer) : undefined;
    return verify ? verify(token) : null;
  };
}

function verifierOf(issuer: Issuer, deps: IssuersDeps): (token: string) => Promise<CheckedToken> {
  const { config, clock, store } = deps;
  const findKey = createKeySet({ ...deps, url: issuer.jwks_url, name: issuer.name });
  const allowedOrigins = issuer.allowed_origins.map((text) => {
    const origin = normalOrigin(text);
    if (origin) return origin;
    throw new Error(
      `tokens.issuers: "${text}" of ${issuer.name} isn't a website such as https://shop.example`,
    );
  });
  return async (token) => {
    let claims: JWTPayload;
    try {
      const verified = await jwtVerify(token, findKey, {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms: issuer.algorithms,
        requiredClaims: ['exp'],
        currentDate: clock.now(),
        clockTolerance: config.clock_tolerance_seconds,
      });
      claims = verified.payload;
      const now = clock.now().getTime() / 1_000;
      refuseUnissued(claims, now + config.clock_tolerance_seconds);
      refuseLongLived(claims, now, config);
    } catch (error) {
      throw error instanceof AppError ? error : invalidToken(error);
    }
    const clientId = tenantOf(issuer, claims);
    const account = await accountOf(store, clientId);
    const policy = rowPolicy(filterOf(issuer, claims));
    const isFull = Object.keys(policy.filter).length === 0 && hasFullAccess(issuer, claims);
    const principal: Principal = {
      accountId: account.account_id,
      accountType: account.type,
      plan: account.plan,
      key: {
        id: `issuer:${issuer.name}:${clientId}`,
        name: issuer.name,
        prefix: '',
        environment: 'live',
        scope: isFull ? 'full' : 'query',
        sample: false,
        allowedOrigins,
      },
      clientId,
      workspaceId: issuer.workspace_claim === null ? null : text(claims, issuer.workspace_claim),
      endUserId: personOf(text(claims, issuer.end_user_claim)),
      bearer: true,
      policy,
    };
    const { workspaceId, endUserId } = principal;
    const { iat: issuedAt = null, exp: expiresAt = 0 } = claims;
    const facts = { clientId, workspaceId, issuer: issuer.name, endUserId, issuedAt, expiresAt };
    return { principal, facts: { ...facts, hash: hashOf(token) } };
  };
}

function text(claims: JWTPayload, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '') return value;
  throw lacks(name);
}

const lacks = (name: string) =>
  new AppError(
    'unauthenticated',
    `The bearer token has no claim "${name}". Get a token with this claim.`,
  );

/** Tenants that are not listed are refused, whatever an issuer says. */
function tenantOf({ tenants, tenant_claim }: Issuer, claims: JWTPayload): string {
  const named = text(claims, tenant_claim);
  if (!Object.hasOwn(tenants, named)) throw denied();
  return tenants[named]!;
}

/** A token of the future would outlive revocations, which go by `iat`. */
function refuseUnissued({ iat = 0 }: JWTPayload, latest: number): void {
  if (iat > latest) throw invalidToken();
}

/** What leaks is of use to others for as long as it lives. */
function refuseLongLived(
  { iat, exp = 0 }: JWTPayload,
  now: number,
  { max_issuer_ttl_seconds, clock_tolerance_seconds }: Config['tokens'],
): void {
  if (exp - (iat ?? now) > max_issuer_ttl_seconds + clock_tolerance_seconds)
    throw new AppError(
      'unauthenticated',
      `The bearer token is valid for longer than ${max_issuer_ttl_seconds} seconds. Use an earlier exp, or raise tokens.max_issuer_ttl_seconds.`,
    );
}

const denied = () => new AppError('wrong_tenant', 'Access denied to this client');

async function accountOf(store: Store, clientId: string) {
  const row = await store
    .selectFrom('tenants')
    .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
    .select(['tenants.account_id', 'accounts.type', 'accounts.plan'])
    .where('tenants.id', '=', clientId)
    .executeTakeFirst();
  if (!row) throw denied();
  return row;
}

function hasFullAccess({ full_access }: Issuer, claims: JWTPayload): boolean {
  if (!full_access) return false;
  const value = claims[full_access.claim];
  const values: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(' ');
  return values.includes(full_access.value);
}

/** All of the columns, or none would be safe: a token that lacks a value sees nothing. */
function filterOf({ row_filter }: Issuer, claims: JWTPayload): RowPolicy['filter'] {
  const entries = Object.entries(row_filter).map(([column, name]) => {
    const value = claims[name];
    if ((typeof value === 'string' && value !== '') || Number.isFinite(value))
      return [column, value as string | number];
    throw lacks(name);
  });
  return Object.fromEntries(entries) as RowPolicy['filter'];
}
