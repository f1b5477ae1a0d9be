import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { PublishEvent } from '#src/events/types.ts';
import type { Principal } from '#src/principal.ts';
import { readPage } from '#src/store/page.ts';
import type { ApiKeyRow, Store, StoreSchema } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { recordAudit } from './audit.ts';
import { type NewKey, newKey } from './create.ts';
import { bindingOf } from './key-binding.ts';
import type { ApiKeyChange, ApiKeyRecord, ApiKeys, AuditEntry, NewApiKey } from './types.ts';

export interface ApiKeysDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config['accounts'];
  readonly publishEvent: PublishEvent;
}

type KeyChangeDeps = Pick<ApiKeysDeps, 'clock' | 'publishEvent'>;
type Trx = Transaction<StoreSchema>;

/** Keys of an account. A caller sees and changes those that reach no further than its own. */
export function createApiKeys(deps: ApiKeysDeps): ApiKeys {
  const { store } = deps;
  const inTransaction = <T>(work: (trx: Trx, at: string) => Promise<T>): Promise<T> =>
    store.transaction().execute((trx) => work(trx, timestamp(deps.clock.now())));
  return {
    create: (by, request, settle) =>
      inTransaction(async (trx, created_at) => {
        const { accountId } = by.principal;
        await takeTurn(trx, accountId);
        const binding = await bindingOf(trx, by.principal, request);
        await refuseTooMany(trx, deps, accountId, created_at);
        const key = { ...request, ...binding, accountId, created_at };
        const made = await addKey(trx, deps, by, key, {});
        await settle?.(trx, made);
        return made;
      }),

    async list({ accountId, clientId, workspaceId }, page) {
      const now = timestamp(deps.clock.now());
      const about = { table: 'api_keys', newestFirst: true };
      const { items, nextCursor } = await readPage(page, about, ({ after, limit }) => {
        let query = living(store, accountId, now).where(after);
        if (clientId !== null) query = query.where('client_id', '=', clientId);
        if (workspaceId !== null) query = query.where('workspace_id', '=', workspaceId);
        return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      });
      return { items: items.map(recordOf), nextCursor };
    },

    change: (by, keyId, change) =>
      inTransaction(async (trx, at) => {
        const row = await find(trx, by.principal, keyId, at);
        if (row.scope === 'full' && change.allowedOrigins && change.allowedOrigins.length > 0)
          throw originsOfFullKey();
        const set = {
          ...(change.name === undefined ? {} : { name: change.name }),
          ...(change.allowedOrigins === undefined
            ? {}
            : { allowed_origins: JSON.stringify(change.allowedOrigins) }),
        };
        await trx.updateTable('api_keys').set(set).where('id', '=', keyId).execute();
        const changed = { ...row, ...set };
        await audit(trx, deps, by, 'key.changed', changed, changeTarget(change));
        return recordOf(changed);
      }),

    revoke: (by, keyId) =>
      inTransaction(async (trx, at) => {
        const row = await find(trx, by.principal, keyId, at);
        await revokeKey(trx, deps, by, row, at);
      }),

    rotate: (by, keyId, graceSeconds, settle) =>
      inTransaction(async (trx, at) => {
        await takeTurn(trx, by.principal.accountId);
        const row = await find(trx, by.principal, keyId, at);
        const until = timestamp(new Date(Date.parse(`${at}Z`) + graceSeconds * 1_000));
        if (row.revoked_at !== null)
          throw new AppError(
            'conflict',
            `This key was already rotated and works until ${row.revoked_at}. Rotate the new key instead.`,
          );
        await refuseTooMany(trx, deps, row.account_id, at);
        await end(trx, deps, row, until);
        const about = { replaces: row.id, old_key_until: until };
        const made = await addKey(trx, deps, by, successorOf(row, at), about);
        await trx
          .updateTable('schedules')
          .set({ key_id: made.id })
          .where('key_id', '=', row.id)
          .execute();
        await settle?.(trx, made);
        return made;
      }),
  };
}

/** Keys of people: the sample's is nobody's to change. */
const living = (db: Store, accountId: string, now: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sample', '=', 0)
    .where((e) => e.or([e('revoked_at', 'is', null), e('revoked_at', '>', now)]));

/** A key that the caller reaches. */
async function find(
  trx: Trx,
  { accountId, clientId, workspaceId }: Principal,
  keyId: string,
  now: string,
): Promise<ApiKeyRow> {
  let query = living(trx, accountId, now).where('id', '=', keyId);
  if (clientId !== null) query = query.where('client_id', '=', clientId);
  if (workspaceId !== null) query = query.where('workspace_id', '=', workspaceId);
  const row = await query.executeTakeFirst();
  if (row) return row;
  throw new AppError(
    'key_not_found',
    `Key ${keyId} doesn't exist or isn't accessible. List your keys with GET /accounts/api-keys.`,
  );
}

/** Writes a new key, tells of it and notes it in the audit log. */
export async function addKey(
  trx: Trx,
  deps: KeyChangeDeps,
  by: AuditEntry['by'],
  request: NewKey,
  about: Readonly<Record<string, unknown>>,
): Promise<NewApiKey> {
  const { apiKey, row } = newKey(request);
  await trx.insertInto('api_keys').values(row).execute();
  const { id, name, prefix, scope } = row;
  await deps.publishEvent(trx, {
    type: 'key.created',
    scope: scopeOf(row),
    data: { key_id: id, name, prefix, scope },
  });
  const action = 'replaces' in about ? 'key.rotated' : 'key.created';
  await audit(trx, deps, by, action, row, { scope, environment: row.environment, ...about });
  return { ...recordOf(row), apiKey };
}

/** Lets a key work until an instant, at once or in the future; only one of two callers at once comes through. */
async function end(trx: Trx, deps: KeyChangeDeps, row: ApiKeyRow, until: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ revoked_at: until })
    .where('id', '=', row.id)
    .where('revoked_at', row.revoked_at === null ? 'is' : '=', row.revoked_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError(
      'conflict',
      'This key was revoked or rotated in the meantime. Reload the list of keys.',
    );
  // That of a key in its grace was told when it was rotated.
  if (row.revoked_at !== null) return;
  const { id, name, prefix } = row;
  const data = { key_id: id, name, prefix };
  await deps.publishEvent(trx, { type: 'key.revoked', scope: scopeOf(row), data });
}

/** Refuses a key from now on, tells of it and notes it in the audit log. */
export async function revokeKey(
  trx: Trx,
  deps: KeyChangeDeps,
  by: AuditEntry['by'],
  row: ApiKeyRow,
  at: string,
): Promise<void> {
  await end(trx, deps, row, at);
  await audit(trx, deps, by, 'key.revoked', row, {});
}

const successorOf = (row: ApiKeyRow, created_at: string): NewKey => ({
  accountId: row.account_id,
  clientId: row.client_id,
  workspaceId: row.workspace_id,
  name: row.name,
  scope: row.scope,
  environment: row.environment,
  allowedOrigins: JSON.parse(row.allowed_origins) as string[],
  rowFilter: JSON.parse(row.row_filter) as NonNullable<NewKey['rowFilter']>,
  created_at,
});

async function refuseTooMany(
  trx: Trx,
  { config }: ApiKeysDeps,
  accountId: string,
  now: string,
): Promise<void> {
  const { count } = await living(trx, accountId, now)
    .clearSelect()
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= config.max_keys)
    throw new AppError('conflict', `The account has ${count} keys, the maximum. Revoke one first.`);
}

const audit = (
  trx: Trx,
  { clock }: KeyChangeDeps,
  by: AuditEntry['by'],
  action: string,
  row: ApiKeyRow,
  about: Readonly<Record<string, unknown>>,
) =>
  recordAudit(trx, clock, {
    accountId: row.account_id,
    by,
    clientId: row.client_id,
    workspaceId: row.workspace_id,
    action,
    target: { key_id: row.id, key_prefix: row.prefix, name: row.name, ...about },
  });

const changeTarget = ({ allowedOrigins }: ApiKeyChange) =>
  allowedOrigins === undefined ? {} : { allowed_origins: allowedOrigins };

const scopeOf = ({ account_id, client_id, workspace_id }: ApiKeyRow) =>
  client_id === null
    ? { accountId: account_id, clientId: null, workspaceId: null }
    : { clientId: client_id, workspaceId: workspace_id };

const originsOfFullKey = () => {
  const msg = 'allowed_origins needs an ask-only key. Set scope to "query".';
  return new AppError('unprocessable', msg, {
    detail: [{ loc: ['body', 'allowed_origins'], msg, type: 'value_error' }],
  });
};

const recordOf = (row: ApiKeyRow): ApiKeyRecord => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scope: row.scope,
  environment: row.environment,
  client_id: row.client_id,
  workspace_id: row.workspace_id,
  allowed_origins: JSON.parse(row.allowed_origins) as string[],
  row_filter: JSON.parse(row.row_filter) as ApiKeyRecord['row_filter'],
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  expires_at: row.revoked_at,
});
