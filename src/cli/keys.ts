import { loadConfig } from '#config/load.ts';
import { addKey, revokeKey } from '#src/accounts/api-keys.ts';
import { digestKey, isWellFormedKey } from '#src/accounts/keys.ts';
import { nameOf } from '#src/cli/name-of.ts';
import { withStore } from '#src/cli/with-store.ts';
import { systemClock, timestamp } from '#src/clock.ts';
import type { RowPolicy } from '#src/principal.ts';
import { StartError } from '#src/start-error.ts';
import type { ApiKeyRow, Store } from '#src/store/schema.ts';

export interface KeyOptions {
  readonly name: string;
  readonly account?: string;
  readonly tenant?: string;
  readonly workspace?: string;
  readonly accountLevel: boolean;
  readonly scope: 'full' | 'query';
  readonly environment: 'live' | 'test';
  readonly rowFilter?: RowPolicy['filter'];
}

/** A key of the account, tenant or workspace that the options name, else of the first tenant; gives it in clear. */
export async function createKeyFor(options: KeyOptions): Promise<string> {
  const { scope, environment, rowFilter } = options;
  const name = nameOf('key', options.name);
  if (rowFilter && scope === 'full')
    throw new StartError(
      'A row filter needs an ask-only key, because a full-access key could bypass it. Add --scope query.',
    );
  if (options.accountLevel && (options.tenant ?? options.workspace) !== undefined)
    throw new StartError(
      "--account-level can't be combined with a tenant or workspace. Remove one of them.",
    );
  const config = loadConfig(process.env);
  return withStore(config, async ({ store, publishEvent }) => {
    const home = await homeOf(store, options, config.data_dir);
    const key = await store.transaction().execute((trx) =>
      addKey(
        trx,
        { clock: systemClock, publishEvent },
        'command_line',
        {
          accountId: home.account_id,
          clientId: options.accountLevel ? null : home.client_id,
          workspaceId: options.workspace ?? null,
          ...{ name, scope, environment },
          ...(rowFilter ? { rowFilter } : {}),
          created_at: timestamp(systemClock.now()),
        },
        {},
      ),
    );
    return key.apiKey;
  });
}

/** The first tenant that fits the options. Direct accounts and the sample's have no keys of people. */
async function homeOf(
  store: Store,
  { account, tenant, workspace }: KeyOptions,
  dataDir: string,
): Promise<{ readonly account_id: string; readonly client_id: string }> {
  let query = store
    .selectFrom('tenants')
    .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
    .select(['tenants.id as client_id', 'tenants.account_id'])
    .where('accounts.type', '=', 'standard');
  if (account !== undefined) query = query.where('accounts.id', '=', account);
  if (tenant !== undefined) query = query.where('tenants.id', '=', tenant);
  if (workspace !== undefined)
    query = query.where('tenants.id', 'in', (e) =>
      e.selectFrom('workspaces').select('client_id').where('workspaces.id', '=', workspace),
    );
  const found = await query
    .orderBy('accounts.created_at')
    .orderBy('tenants.created_at')
    .orderBy('tenants.id')
    .executeTakeFirst();
  if (found) return found;
  const named = Object.entries({ account, tenant, workspace }).filter(([, id]) => id !== undefined);
  throw new StartError(
    named.length === 0
      ? `${dataDir} has no account yet. Run "plumbline start" once.`
      : `There is no ${named
          .toReversed()
          .map(([what, id]) => `${what} ${id}`)
          .join(' of the ')}.`,
  );
}

/** Revokes the key that an id, a prefix or the key itself names; gives what to print. */
export async function revokeKeyNamed(named: string): Promise<string> {
  return withStore(loadConfig(process.env), async ({ store, publishEvent }) => {
    const at = timestamp(systemClock.now());
    const row = await findKey(store, named, at);
    await store
      .transaction()
      .execute((trx) =>
        revokeKey(trx, { clock: systemClock, publishEvent }, 'command_line', row, at),
      );
    return `Revoked the key "${row.name}" (${row.prefix}…${row.last4}, ${row.id}).`;
  });
}

async function findKey(store: Store, named: string, at: string): Promise<ApiKeyRow> {
  const living = store
    .selectFrom('api_keys')
    .selectAll()
    .where('sample', '=', 0)
    .where((e) => e.or([e('revoked_at', 'is', null), e('revoked_at', '>', at)]));
  const rows = await (isWellFormedKey(named)
    ? living.where('hash', '=', digestKey(named).hash)
    : living.where((e) => e.or([e('id', '=', named), e('prefix', '=', named)]))
  ).execute();
  const [row, ...others] = rows;
  if (!row) throw new StartError('No active key matches. Check the ID or prefix.');
  if (others.length === 0) return row;
  const ids = rows.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new StartError(`Several keys match. Use the ID of one of them:\n${ids}`);
}
