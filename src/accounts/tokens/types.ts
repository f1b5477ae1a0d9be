import type { Principal, RowPolicy } from '#src/principal.ts';
import type { Actor } from '../types.ts';

/** Bearer tokens: made for a key, or by an outside issuer. */
export interface TokensService {
  /**
   * Who sends a token. Fails with `unauthenticated` (not ours, tampered with, expired, not yet valid, its key revoked)
   * and `unavailable` where what it has to be checked with cannot be read.
   */
  authenticate(token: string): Promise<Principal>;
  /**
   * A token that may at most what the key may. Fails with `forbidden` for callers with a token themselves, with
   * `unprocessable` (ttl, filter) and what `AccountsService.workspace` and `tenant` fail with.
   */
  mint(principal: Principal, request: TokenRequest): Promise<MintedToken>;
  /**
   * Refuses tokens of a tenant from now on, on every gateway. Fails with `unprocessable` (unknown issuer, an instant to
   * come, a token that is none of the tenant's) and what `AccountsService.workspace` and `tenant` fail with.
   */
  revoke(by: Actor, request: RevocationRequest): Promise<TokenRevocation>;
}

/** Whose tokens are meant; null: whatever they have there. */
export interface RevocationRequest {
  readonly clientId: string;
  readonly workspaceId: string | null;
  /** Name of a configured issuer, or `plumbline` for those that the service makes. */
  readonly issuer: string | null;
  /** As `X-End-User-Id` or the claim of the issuer has it. */
  readonly endUserId: string | null;
  /** Instant, ISO 8601: those issued until then; null: until now. */
  readonly issuedBefore: string | null;
  /** This one alone; null: all. */
  readonly token: string | null;
}

export interface TokenRevocation {
  readonly client_id: string;
  readonly workspace_id: string | null;
  readonly issuer: string | null;
  readonly end_user_id: string | null;
  /** Null where one token was revoked. */
  readonly issued_before: string | null;
}

export interface TokenRequest {
  readonly clientId: string;
  readonly workspaceId: string | null;
  readonly endUserId: string | null;
  /** Null: ask-only where the token is for one end user or has a row filter, else full access. */
  readonly scope: 'full' | 'query' | null;
  /** Null: the default. */
  readonly ttlSeconds: number | null;
  readonly rowFilter: RowPolicy['filter'];
}

interface MintedToken {
  readonly token: string;
  readonly token_type: 'Bearer';
  /** Instant, UTC. */
  readonly expires_at: string;
}
