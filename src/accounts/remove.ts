import type { Transaction } from 'kysely';
import type { PublishEvent } from '#src/events/types.ts';
import type { NewJob } from '#src/jobs/types.ts';
import type { StoreSchema, TenantRow, WorkspaceRow } from '#src/store/schema.ts';

/** Kind of the job that removes what a tenant or workspace left behind. */
export const REMOVE_JOB = 'tenant.remove';

/** What is gone; the tenant itself where `clientId` is not null. */
export interface Removal {
  readonly accountId: string;
  readonly clientId: string | null;
  readonly workspaceIds: readonly string[];
  readonly databaseIds: readonly string[];
}

type Trx = Transaction<StoreSchema>;
/** Gives what is gone, for `closings.close` after the commit. */
export type RemoveTenant = (trx: Trx, tenant: TenantRow) => Promise<Removal>;
export type RemoveWorkspace = (
  trx: Trx,
  accountId: string,
  workspace: WorkspaceRow,
) => Promise<Removal>;

export interface RemoveDeps {
  readonly enqueue: (trx: Trx, job: NewJob) => Promise<unknown>;
  readonly publishEvent: PublishEvent;
  /** How long a question that began before may go on and write (milliseconds). */
  readonly lingerMs: number;
}

/** Attempts at removing what is left, minutes apart: about a week. */
const ATTEMPTS = 1_000;

/**
 * Removes a tenant or workspace from the store: with the transaction nobody reaches anything of it any more, keys of
 * it are refused, and a job exists that removes the rest (files, engine data, answers, results, spend). A second job
 * comes when questions that were in flight have ended.
 */
export function createRemove(deps: RemoveDeps): {
  readonly tenant: RemoveTenant;
  readonly workspace: RemoveWorkspace;
} {
  return {
    async tenant(trx, { id, account_id: accountId }) {
      const workspaces = await trx
        .selectFrom('workspaces')
        .select('id')
        .where('client_id', '=', id)
        .execute();
      const databases = await trx
        .selectFrom('databases')
        .select('id')
        .where('client_id', '=', id)
        .execute();
      await tellOfKeys(trx, deps, accountId, 'client_id', id);
      await trx.deleteFrom('tenants').where('id', '=', id).execute();
      return leave(trx, deps, {
        accountId,
        clientId: id,
        workspaceIds: workspaces.map((row) => row.id),
        databaseIds: databases.map((row) => row.id),
      });
    },

    async workspace(trx, accountId, { id }) {
      const databases = await trx
        .selectFrom('databases')
        .select('id')
        .where('workspace_id', '=', id)
        .execute();
      await tellOfKeys(trx, deps, accountId, 'workspace_id', id);
      await trx.deleteFrom('schema_overrides').where('scope_id', '=', id).execute();
      await trx.deleteFrom('semantics').where('scope_id', '=', id).execute();
      await trx.deleteFrom('schema_drafts').where('scope_id', '=', id).execute();
      await trx.deleteFrom('token_revocations').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('workspaces').where('id', '=', id).execute();
      const databaseIds = databases.map((row) => row.id);
      return leave(trx, deps, { accountId, clientId: null, workspaceIds: [id], databaseIds });
    },
  };
}

/** Keys go with what they are bound to; the event concerns the account, since the tenant is gone when it is read. */
async function tellOfKeys(
  trx: Trx,
  { publishEvent }: RemoveDeps,
  accountId: string,
  column: 'client_id' | 'workspace_id',
  id: string,
): Promise<void> {
  const keys = await trx
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix'])
    .where('account_id', '=', accountId)
    .where(column, '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  const scope = { accountId, clientId: null, workspaceId: null };
  for (const { id: key_id, name, prefix } of keys)
    await publishEvent(trx, { type: 'key.revoked', scope, data: { key_id, name, prefix } });
}

async function leave(
  trx: Trx,
  { enqueue, lingerMs }: RemoveDeps,
  removal: Removal,
): Promise<Removal> {
  const scopes = [...removal.workspaceIds, ...(removal.clientId ? [removal.clientId] : [])];
  for (const scope of scopes)
    await trx
      .deleteFrom('budgets')
      .where('account_id', '=', removal.accountId)
      .where('scope_id', '=', scope)
      .where('scope_type', 'in', ['tenant', 'workspace'])
      .execute();
  const job = {
    kind: REMOVE_JOB,
    workspaceId: null,
    payload: { ...removal },
    maxAttempts: ATTEMPTS,
  };
  await enqueue(trx, job);
  await enqueue(trx, { ...job, delayMs: lingerMs });
  return removal;
}
