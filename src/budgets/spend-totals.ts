import type { SpendScope } from '#src/plugin-api/budget-policy.ts';
import { prepared } from '#src/store/prepared.ts';
import type { SpendTotalRow, Store } from '#src/store/schema.ts';
import { PERIODS, periodStart } from './periods.ts';

type ScopeType = SpendTotalRow['scope_type'];
export type SpendOwner = Omit<SpendScope, 'plan'>;

/** What a question counts against. The account comes first: who holds its row is alone with the account's totals. */
export function scopesOf(owner: SpendOwner): readonly (readonly [ScopeType, string])[] {
  return [
    ['account', owner.accountId],
    ['tenant', owner.clientId],
    ['workspace', owner.workspaceId],
    ...(owner.endUserId === null ? [] : ([['end_user', owner.endUserId]] as const)),
  ];
}

const oneTotal = prepared((db) =>
  db
    .selectFrom('spend_totals')
    .selectAll()
    .where('account_id', '=', '')
    .where('scope_type', '=', 'account')
    .where('scope_id', '=', '')
    .where('period', '=', 'day')
    .where('starts_on', '=', ''),
);

/** What was spent and set aside of each budget's period at an instant; those of which nothing was are left out. */
export async function totalsOf(
  store: Store,
  accountId: string,
  at: string,
  budgets: readonly Pick<SpendTotalRow, 'scope_type' | 'scope_id' | 'period'>[],
): Promise<SpendTotalRow[]> {
  const found = await Promise.all(
    budgets.map(({ scope_type, scope_id, period }) =>
      oneTotal(store, accountId, scope_type, scope_id, period, periodStart(at, period)),
    ),
  );
  return found.flat();
}

/**
 * Adds amounts (billionths of a dollar) to every total that a question of the instant `at` counts against, and gives
 * the totals after it. Inside a transaction their rows stay locked until it ends.
 */
export function addSpend(
  trx: Store,
  owner: SpendOwner,
  at: string,
  amounts: Pick<SpendTotalRow, 'reserved_nano' | 'settled_nano'>,
): Promise<SpendTotalRow[]> {
  const rows = scopesOf(owner).flatMap(([scope_type, scope_id]) =>
    PERIODS.map((period) => ({
      account_id: owner.accountId,
      scope_type,
      scope_id,
      period,
      starts_on: periodStart(at, period),
      ...amounts,
    })),
  );
  return trx
    .insertInto('spend_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'scope_type', 'scope_id', 'period', 'starts_on'])
        .doUpdateSet((eb) => ({
          reserved_nano: eb('spend_totals.reserved_nano', '+', eb.ref('excluded.reserved_nano')),
          settled_nano: eb('spend_totals.settled_nano', '+', eb.ref('excluded.settled_nano')),
        })),
    )
    .returningAll()
    .execute();
}
