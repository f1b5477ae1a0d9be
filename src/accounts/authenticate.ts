import { createHash } from 'node:crypto';
import type { Clock } from '#src/clock.ts';
import { timestamp } from '#src/clock.ts';
import { NO_ROW_POLICY, type Principal, type RowPolicy } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import { digestKey, isWellFormedKey } from './keys.ts';

export interface Authenticator {
  /** One store read; null where the key is malformed, unknown or revoked. */
  authenticate(apiKey: string): Promise<Principal | null>;
  /** Writes the last-used times that have gathered. */
  flush(): Promise<void>;
  /** Flushes for the last time. */
  close(): Promise<void>;
}

/** How often last-used times are written, in milliseconds. */
const FLUSH_MS = 10_000;

export function createAuthenticator(store: Store, clock: Clock): Authenticator {
  const used = new Map<string, string>();

  const flush = async () => {
    const entries = [...used];
    used.clear();
    for (const [id, at] of entries)
      await store.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
  };
  const timer = setInterval(() => void flush().catch(() => undefined), FLUSH_MS);
  timer.unref();

  return {
    async authenticate(apiKey) {
      if (!isWellFormedKey(apiKey)) return null;
      const row = await store
        .selectFrom('api_keys as key')
        .innerJoin('accounts as account', 'account.id', 'key.account_id')
        .select([
          'key.id',
          'key.account_id',
          'key.client_id',
          'key.workspace_id',
          'key.name',
          'key.prefix',
          'key.environment',
          'key.scope',
          'key.sample',
          'key.allowed_origins',
          'key.row_filter',
          'account.type',
          'account.plan',
        ])
        .where('key.hash', '=', digestKey(apiKey).hash)
        .where('key.revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      used.set(row.id, timestamp(clock.now()));
      return {
        accountId: row.account_id,
        accountType: row.type,
        plan: row.plan,
        key: {
          id: row.id,
          name: row.name,
          prefix: row.prefix,
          environment: row.environment,
          scope: row.scope,
          sample: row.sample === 1,
          allowedOrigins: JSON.parse(row.allowed_origins) as string[],
        },
        clientId: row.client_id,
        workspaceId: row.workspace_id,
        endUserId: null,
        policy: rowPolicy(row.row_filter),
      };
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The policy of a stored filter, `{"column": value, …}`. */
function rowPolicy(json: string): RowPolicy {
  if (json === '{}') return NO_ROW_POLICY;
  const filter = JSON.parse(json) as Record<string, string | number>;
  const canonical = JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { filter, hash: createHash('sha256').update(canonical).digest('hex').slice(0, 16) };
}
