import { createHash } from 'node:crypto';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { prepared } from '#src/store/prepared.ts';
import type { Store, TokenRevocationRow } from '#src/store/schema.ts';
import { recordAudit } from '../audit.ts';
import type { AuditEntry } from '../types.ts';

/** What a checked token says of itself. */
export interface TokenFacts {
  readonly clientId: string;
  readonly workspaceId: string | null;
  readonly issuer: string;
  readonly endUserId: string | null;
  /** `iat`, seconds; null where the token has none. */
  readonly issuedAt: number | null;
  /** `exp`, seconds. */
  readonly expiresAt: number;
  /** `hashOf` the token. */
  readonly hash: string;
}

/** Tokens that are refused before they end. They stand in the store alone: every gateway asks it for each call. */
export interface Revocations {
  isRevoked(token: TokenFacts): Promise<boolean>;
  /** The earliest `iat` (seconds) that a new token can have without being refused; 0 where any can. */
  earliest(token: Omit<TokenFacts, 'issuedAt' | 'expiresAt' | 'hash'>): Promise<number>;
  /** With its entry of the audit log, in one transaction. */
  add(row: TokenRevocationRow, entry: AuditEntry): Promise<void>;
}

export interface RevocationsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config['tokens'], 'clock_tolerance_seconds'>;
}

/** How long a revoked token is kept in mind after its end, whatever clocks say. */
const KEPT_MS = 24 * 3_600_000;

/** What stands for a token whose signature holds. The signature itself is left out: its text can be written differently. */
export const hashOf = (token: string): string =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex');

export function createRevocations({ store, clock, config }: RevocationsDeps): Revocations {
  /** Whoever issued the token may have a clock that is ahead. */
  const lastRefused = ({ issued_before }: Pick<TokenRevocationRow, 'issued_before'>) =>
    Math.floor(Date.parse(`${issued_before}Z`) / 1_000) + config.clock_tolerance_seconds;
  return {
    async isRevoked(token) {
      const rows = await matching(store, token, token.hash);
      return rows.some(
        (row) =>
          row.token_hash !== '' || token.issuedAt === null || token.issuedAt <= lastRefused(row),
      );
    },

    async earliest(token) {
      const rows = await matching(store, token, '');
      return Math.max(0, ...rows.map((row) => lastRefused(row) + 1));
    },

    async add(row, entry) {
      const forgotten = timestamp(new Date(clock.now().getTime() - KEPT_MS));
      await store.transaction().execute(async (trx) => {
        await trx.deleteFrom('token_revocations').where('expires_at', '<', forgotten).execute();
        await trx
          .insertInto('token_revocations')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['client_id', 'workspace_id', 'issuer', 'end_user_id', 'token_hash'])
              .doUpdateSet((e) => ({ issued_before: e.ref('excluded.issued_before') }))
              .whereRef('excluded.issued_before', '>', 'token_revocations.issued_before'),
          )
          .execute();
        await recordAudit(trx, clock, entry);
      });
    },
  };
}

const matching = (
  store: Store,
  { clientId, workspaceId, issuer, endUserId }: Omit<TokenFacts, 'issuedAt' | 'expiresAt' | 'hash'>,
  hash: string,
) => found(store, clientId, '', workspaceId ?? '', '', issuer, '', endUserId ?? '', '', hash);

const found = prepared((db) =>
  db
    .selectFrom('token_revocations')
    .select(['token_hash', 'issued_before'])
    .where('client_id', '=', '')
    .where('workspace_id', 'in', ['', ''])
    .where('issuer', 'in', ['', ''])
    .where('end_user_id', 'in', ['', ''])
    .where('token_hash', 'in', ['', '']),
);
