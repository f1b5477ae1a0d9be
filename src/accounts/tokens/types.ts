import type { Principal, RowPolicy } from '#src/principal.ts';

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

export interface MintedToken {
  readonly token: string;
  readonly token_type: 'Bearer';
  /** Instant, UTC. */
  readonly expires_at: string;
}
