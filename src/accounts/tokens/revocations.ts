import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { prepared } from '#src/store/prepared.ts';
import type { Store, StoreSchema, TokenRevocationRow } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { recordAudit } from '../audit.ts';
import { ownsTenant, wrongTenant } from '../key-binding.ts';
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
  /**
   * With its entry of the audit log, in one transaction; gives what was written. One that holds from now on
   * (`untilNow`) is of a later second than those before it that concern the same tokens, so that it also ends what was
   * made since. Fails with `wrong_tenant` where the tenant was removed meanwhile.
   */
  add(row: TokenRevocationRow, untilNow: boolean, entryOf: EntryOf): Promise<TokenRevocationRow>;
}

type EntryOf = (row: TokenRevocationRow) => AuditEntry;

export interface RevocationsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config['tokens'], 'clock_tolerance_seconds'>;
}

/** How long a revoked token is kept in mind after its end, whatever clocks say. */
const KEPT_MS = 24 * 3_600_000;
/** Length of a timestamp up to its seconds. */
const SECOND = '2026-11-01T00:00:00'.length;

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

    async add(asked, untilNow, entryOf) {
      const forgotten = timestamp(new Date(clock.now().getTime() - KEPT_MS));
      return store.transaction().execute(async (trx) => {
        const { accountId } = entryOf(asked);
        await takeTurn(trx, accountId);
        if (!(await ownsTenant(trx, accountId, asked.client_id))) throw wrongTenant();
        const row = untilNow ? { ...asked, issued_before: await laterSecond(trx, asked) } : asked;
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
        await recordAudit(trx, clock, entryOf(row));
        return row;
      });
    },
  };
}

/** The instant of a revocation, or that of the second after the last one that concerns tokens of its own. */
async function laterSecond(
  trx: Transaction<StoreSchema>,
  { issued_before, client_id, workspace_id, issuer, end_user_id }: TokenRevocationRow,
): Promise<string> {
  let query = trx
    .selectFrom('token_revocations')
    .select((e) => e.fn.max('issued_before').as('last'))
    .where('client_id', '=', client_id)
    .where('token_hash', '=', '');
  for (const [column, value] of Object.entries({ workspace_id, issuer, end_user_id }))
    if (value !== '') query = query.where(column as 'issuer', 'in', ['', value]);
  const row = await query.executeTakeFirst();
  if (!row?.last || row.last.slice(0, SECOND) < issued_before.slice(0, SECOND))
    return issued_before;
  return timestamp(new Date(Date.parse(`${row.last}Z`) + 1_000));
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
