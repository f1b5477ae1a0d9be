import type { Kysely } from 'kysely';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** What a key reaches: null: everything above. */
export interface KeyBinding {
  readonly clientId: string | null;
  readonly workspaceId: string | null;
}

/**
 * What a new key is bound to: what its maker names, and never more than the maker reaches; what it names not is as
 * with the maker. Fails with `wrong_tenant`, `wrong_workspace`, `workspace_not_found`.
 */
export async function bindingOf(
  db: Kysely<StoreSchema>,
  principal: Principal,
  named: { readonly clientId?: string | undefined; readonly workspaceId?: string | undefined },
): Promise<KeyBinding> {
  const workspaceId = named.workspaceId ?? principal.workspaceId;
  const clientId = named.clientId ?? principal.clientId;
  if (principal.clientId !== null && clientId !== principal.clientId) throw wrongTenant();
  if (principal.workspaceId !== null && workspaceId !== principal.workspaceId)
    throw new AppError('wrong_workspace', 'API key is scoped to a different workspace');
  if (workspaceId !== null) {
    const owner = await tenantOfWorkspace(db, principal, workspaceId);
    if (owner === null || (clientId !== null && owner !== clientId))
      throw new AppError(
        'workspace_not_found',
        `Workspace ${workspaceId} doesn't exist. Check its ID.`,
      );
    return { clientId: owner, workspaceId };
  }
  if (clientId !== null && !(await ownsTenant(db, principal.accountId, clientId)))
    throw wrongTenant();
  return { clientId, workspaceId };
}

export const wrongTenant = () =>
  new AppError('wrong_tenant', 'API key is scoped to a different tenant');

/** The tenant of a workspace of the caller's account; null where the account has no such workspace. */
async function tenantOfWorkspace(
  db: Kysely<StoreSchema>,
  { accountId }: Principal,
  workspaceId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .innerJoin('tenants', 'tenants.id', 'workspaces.client_id')
    .select('tenants.id')
    .where('workspaces.id', '=', workspaceId)
    .where('tenants.account_id', '=', accountId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether the tenant is the account's. */
export async function ownsTenant(
  db: Kysely<StoreSchema>,
  accountId: string,
  clientId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', clientId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
