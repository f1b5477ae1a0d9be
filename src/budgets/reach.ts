import type { Principal } from '#src/principal.ts';
import type { SpendTotalRow, Store } from '#src/store/schema.ts';

type ScopeType = SpendTotalRow['scope_type'];

/** What budgets have to do with the questions of a key. */
export interface Reach {
  /** Whether questions of the key may count against the scope; `*`: each one of the type. */
  holds(type: ScopeType, id: string): boolean;
  /** Whether what is spent in the scope is the key's to know: not where others' questions count there, too. */
  sees(type: ScopeType): boolean;
}

/** The reach of a key: an account-level one reaches everything; the others what they are bound to, and its caps. */
export async function reachOf(store: Store, principal: Principal): Promise<Reach> {
  const { accountId, clientId, workspaceId, endUserId } = principal;
  if (clientId === null) return { holds: () => true, sees: () => true };
  const rows = await store
    .selectFrom('workspaces')
    .select('id')
    .where('client_id', '=', clientId)
    .execute();
  const others = await store
    .selectFrom('tenants')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '!=', clientId)
    .limit(1)
    .execute();
  const wholeTenant = workspaceId === null || rows.length === 1;
  const wholeAccount = wholeTenant && others.length === 0;
  const workspaces = new Set(workspaceId === null ? rows.map(({ id }) => id) : [workspaceId]);
  const isIn: Readonly<Record<ScopeType, (id: string) => boolean>> = {
    account: () => true,
    tenant: (id) => id === clientId,
    workspace: (id) => workspaces.has(id),
    end_user: (id) => id === endUserId,
  };
  return {
    holds: (type, id) => id === '*' || isIn[type](id),
    sees: (type) => type === 'workspace' || (type === 'tenant' ? wholeTenant : wholeAccount),
  };
}
