import type { Clock } from '#src/clock.ts';
import { timestamp } from '#src/clock.ts';
import type { Principal } from '#src/principal.ts';
import { prepared } from '#src/store/prepared.ts';
import type { Store } from '#src/store/schema.ts';
import { digestKey, isWellFormedKey } from './keys.ts';
import { rowPolicy } from './row-policy.ts';

export interface Authenticator {
  /** One store read; null where the key is malformed, unknown or revoked. */
  authenticate(apiKey: string): Promise<Principal | null>;
  /** The same by the id of a key, for tokens that were made with it. */
  keyById(id: string): Promise<Principal | null>;
  /** Writes the last-used times that have gathered. */
  flush(): Promise<void>;
  /** Flushes for the last time. */
  close(): Promise<void>;
}

/** How often last-used times are written, in milliseconds. */
const FLUSH_MS = 10_000;

export function createAuthenticator(store: Store, clock: Clock): Authenticator {
  const used = new Map<string, Date>();

  const flush = async () => {
    const entries = [...used];
    used.clear();
    for (const [id, at] of entries)
      await store
        .updateTable('api_keys')
        .set({ last_used_at: timestamp(at) })
        .where('id', '=', id)
        .execute();
  };
  const timer = setInterval(() => void flush().catch(() => undefined), FLUSH_MS);
  timer.unref();

  const readKey = async (by: typeof keyByHash, value: string): Promise<Principal | null> => {
    const [row] = await by(store, value);
    const now = clock.now();
    if (!row || (row.revoked_at !== null && row.revoked_at <= timestamp(now))) return null;
    used.set(row.id, now);
    return knownPrincipal(row);
  };

  return {
    authenticate: async (apiKey) =>
      isWellFormedKey(apiKey) ? readKey(keyByHash, digestKey(apiKey).hash) : null,
    keyById: (id) => readKey(keyWithId, id),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Keys with what their accounts are. */
const keys = (store: Store) =>
  store
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
      'key.revoked_at',
      'account.type',
      'account.plan',
    ])
    .select((e) =>
      e
        .selectFrom('budgets')
        .whereRef('budgets.account_id', '=', 'key.account_id')
        .select((own) => own.fn.countAll<number>().as('budgets'))
        .as('budgets'),
    );

const keyByHash = prepared((db) => keys(db).where('key.hash', '=', ''));
const keyWithId = prepared((db) => keys(db).where('key.id', '=', ''));

type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number];

/** Who stands behind a row, kept with it: the store gives the same row for as long as nothing is written. */
const principals = new WeakMap<Readonly<KeyRow>, Principal>();

function knownPrincipal(row: Readonly<KeyRow>): Principal {
  const known = principals.get(row) ?? principalOf(row);
  principals.set(row, known);
  return known;
}

const principalOf = (row: KeyRow): Principal => ({
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
  policy: rowPolicy(JSON.parse(row.row_filter) as Record<string, string | number>),
  hasBudgets: Number(row.budgets) > 0,
});
