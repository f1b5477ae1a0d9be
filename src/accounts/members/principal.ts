import { NO_ROW_POLICY, type Principal } from '#src/principal.ts';
import { prepared } from '#src/store/prepared.ts';
import type { Store } from '#src/store/schema.ts';

/** A member as a caller; null where there is no such member. */
export async function memberPrincipal(store: Store, memberId: string): Promise<Principal | null> {
  const [row] = await memberById(store, memberId);
  if (row?.type !== 'standard') return null;
  const { id, name, email, role } = row;
  return {
    accountId: row.account_id,
    accountType: row.type,
    plan: row.plan,
    key: {
      id,
      name,
      prefix: id.slice(0, 16),
      environment: 'live',
      scope: role === 'admin' ? 'full' : 'query',
      sample: false,
      allowedOrigins: [],
    },
    clientId: row.client_id,
    workspaceId: null,
    endUserId: id,
    policy: NO_ROW_POLICY,
    person: { memberId: id, name, email, role },
    hasBudgets: Number(row.budgets) > 0,
  };
}

const memberById = prepared((db) =>
  db
    .selectFrom('members as member')
    .innerJoin('tenants as tenant', 'tenant.id', 'member.client_id')
    .innerJoin('accounts as account', 'account.id', 'tenant.account_id')
    .select(['member.id', 'member.client_id', 'member.name', 'member.email', 'member.role'])
    .select(['account.id as account_id', 'account.type', 'account.plan'])
    .select((e) =>
      e
        .selectFrom('budgets')
        .whereRef('budgets.account_id', '=', 'account.id')
        .select((own) => own.fn.countAll<number>().as('budgets'))
        .as('budgets'),
    )
    .where('member.id', '=', ''),
);
