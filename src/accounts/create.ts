import { sql, type Transaction } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId, slugOf } from '#src/ids.ts';
import type { RowPolicy } from '#src/principal.ts';
import type { AccountRow, ApiKeyRow, StoreSchema, WorkspaceRow } from '#src/store/schema.ts';
import { createKey, digestKey, type KeyEnvironment } from './keys.ts';
import type { WorkspaceSummary } from './types.ts';

/** A workspace that nothing was put into yet. */
export const emptyWorkspace = {
  source: 'none',
  timezone: 'UTC',
  as_of: null,
  generation_id: null,
  schema_status: 'not_started',
  discovered_at: null,
  enrichment_completed_at: null,
  schema_updated_at: null,
  suggestions: '[]',
} as const satisfies Partial<WorkspaceRow>;

export interface NewAccount {
  readonly type: AccountRow['type'];
  readonly plan: string;
  readonly name: string;
  /** Not proven to be anybody's: several accounts may have the same. */
  readonly email: string | null;
  /** Its first full-access key, and what it reaches: the workspace is `General`. Null: none is made. */
  readonly key: {
    readonly name: string;
    readonly bindTo: 'account' | 'tenant' | 'workspace';
  } | null;
}

export interface CreatedAccount {
  readonly accountId: string;
  readonly clientId: string;
  readonly workspace: WorkspaceSummary;
  /** In clear, for the only time; null where none was wanted. */
  readonly apiKey: string | null;
}

/** An account with a tenant, the workspace `General` and a first key, in the caller's transaction. */
export async function createAccount(
  trx: Transaction<StoreSchema>,
  clock: Clock,
  request: NewAccount,
): Promise<CreatedAccount> {
  const created_at = timestamp(clock.now());
  const accountId = newId('acct');
  const clientId = newId('cl');
  const workspace: WorkspaceSummary = {
    workspace_id: newId('ws'),
    name: 'General',
    slug: 'general',
  };
  const { type, plan, name } = request;
  const email = request.email?.toLowerCase() ?? null;
  await trx
    .insertInto('accounts')
    .values({ id: accountId, type, plan, name, email, created_at })
    .execute();
  await trx
    .insertInto('tenants')
    .values({ id: clientId, account_id: accountId, name, slug: slugOf(name), created_at })
    .execute();
  await trx
    .insertInto('workspaces')
    .values({
      ...emptyWorkspace,
      id: workspace.workspace_id,
      client_id: clientId,
      name: workspace.name,
      slug: workspace.slug,
      created_at,
    })
    .execute();
  if (!request.key) return { accountId, clientId, workspace, apiKey: null };
  const key = newKey({
    accountId,
    clientId: request.key.bindTo === 'account' ? null : clientId,
    workspaceId: request.key.bindTo === 'workspace' ? workspace.workspace_id : null,
    name: request.key.name,
    scope: 'full',
    created_at,
  });
  await trx.insertInto('api_keys').values(key.row).execute();
  return { accountId, clientId, workspace, apiKey: key.apiKey };
}

/**
 * Fails with `conflict` where an address has an account. Only for operators: a signup that said so would tell anybody
 * which addresses have one.
 */
export async function refuseKnownAddress(
  trx: Transaction<StoreSchema>,
  address: string,
): Promise<void> {
  const known = await trx
    .selectFrom('accounts')
    .select('id')
    // Accounts of older versions have their address as it was typed.
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .executeTakeFirst();
  if (known)
    throw new AppError(
      'conflict',
      `An account for ${address} already exists. Use another address.`,
    );
}

export interface NewKey {
  readonly accountId: string;
  readonly clientId: string | null;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly scope: ApiKeyRow['scope'];
  readonly environment?: KeyEnvironment;
  readonly sample?: boolean;
  /** Values that the columns of every row must have for the key to see it. */
  readonly rowFilter?: RowPolicy['filter'];
  /** Websites from which browsers may use it; empty: from all. */
  readonly allowedOrigins?: readonly string[];
  readonly created_at: string;
}

/** A key in clear and the row that stands for it. */
export function newKey(request: NewKey): { readonly apiKey: string; readonly row: ApiKeyRow } {
  const environment = request.environment ?? 'live';
  const apiKey = createKey(environment);
  const row: ApiKeyRow = {
    id: newId('key'),
    account_id: request.accountId,
    client_id: request.clientId,
    workspace_id: request.workspaceId,
    name: request.name,
    environment,
    scope: request.scope,
    sample: request.sample ? 1 : 0,
    ...digestKey(apiKey),
    allowed_origins: JSON.stringify(request.allowedOrigins ?? []),
    row_filter: JSON.stringify(request.rowFilter ?? {}),
    created_at: request.created_at,
    last_used_at: null,
    revoked_at: null,
  };
  return { apiKey, row };
}
