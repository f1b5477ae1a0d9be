import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import { type Budget, usageOf } from './budget.ts';
import { budgetOf } from './budget-rows.ts';
import { periodStart } from './periods.ts';

/** A budget with what its present period comes to; null where it caps each one of a type. */
export interface BudgetRecord extends Budget {
  readonly spent: number | null;
  readonly pct_used: number | null;
}

export interface BudgetList {
  list(principal: Principal): Promise<readonly BudgetRecord[]>;
  /** Puts the list in place of the one before. Fails with `forbidden` for a bound key and `unprocessable`. */
  put(principal: Principal, budgets: readonly Budget[]): Promise<readonly BudgetRecord[]>;
}

export interface BudgetListDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Budgets of an account at the most. */
  readonly maxBudgets: number;
}

/** The budgets of an account. A key that is bound to a tenant sees those of the tenant and changes none. */
export function createBudgetList({ store, clock, maxBudgets }: BudgetListDeps): BudgetList {
  const list = async (principal: Principal) => {
    const rows = await store
      .selectFrom('budgets')
      .selectAll()
      .where('account_id', '=', principal.accountId)
      .orderBy('position')
      .execute();
    const reach = principal.clientId === null ? null : await reachOf(store, principal);
    const seen = rows.map(budgetOf).filter((one) => !reach || reach.has(one.scope_id));
    const at = timestamp(clock.now());
    return Promise.all(seen.map((budget) => withSpend(store, principal.accountId, budget, at)));
  };
  return {
    list,
    async put(principal, budgets) {
      if (principal.clientId !== null)
        throw new AppError('forbidden', 'Budgets are set with a key of the whole account.');
      await check(store, principal.accountId, budgets, maxBudgets);
      await store.transaction().execute(async (trx) => {
        await trx.deleteFrom('budgets').where('account_id', '=', principal.accountId).execute();
        for (const [position, { thresholds, ...budget }] of budgets.entries())
          await trx
            .insertInto('budgets')
            .values({
              ...budget,
              thresholds: JSON.stringify(thresholds),
              position,
              account_id: principal.accountId,
            })
            .execute();
      });
      return list(principal);
    },
  };
}

async function withSpend(
  store: Store,
  accountId: string,
  budget: Budget,
  at: string,
): Promise<BudgetRecord> {
  if (budget.scope_id === '*') return { ...budget, spent: null, pct_used: null };
  const total = await store
    .selectFrom('spend_totals')
    .select(['reserved_nano', 'settled_nano'])
    .where('account_id', '=', accountId)
    .where('scope_type', '=', budget.scope_type)
    .where('scope_id', '=', budget.scope_id)
    .where('period', '=', budget.period)
    .where('starts_on', '=', periodStart(at, budget.period))
    .executeTakeFirst();
  const nano = total ? total.reserved_nano + total.settled_nano : 0;
  const { spent, pct_used } = usageOf(budget, budget.scope_id, nano);
  return { ...budget, spent, pct_used };
}

async function check(
  store: Store,
  accountId: string,
  budgets: readonly Budget[],
  max: number,
): Promise<void> {
  if (budgets.length > max)
    throw refusal([], `An account has ${max} budgets at the most.`, 'too_long');
  const known = await scopesIn(store, accountId);
  const seen = new Set<string>();
  for (const [index, { scope_type, scope_id, period }] of budgets.entries()) {
    const each = scope_id === '*' && scope_type !== 'account';
    if (!each && scope_type !== 'end_user' && !known.has(`${scope_type} ${scope_id}`))
      throw refusal(
        [index, 'scope_id'],
        `The account has no ${scope_type} with this id.`,
        'value_error',
      );
    const key = `${scope_type} ${scope_id} ${period}`;
    if (seen.has(key))
      throw refusal([index], 'This scope has a budget for this period already.', 'value_error');
    seen.add(key);
  }
}

const refusal = (loc: readonly (string | number)[], msg: string, type: string) =>
  new AppError('unprocessable', msg, { detail: [{ loc: ['body', 'budgets', ...loc], msg, type }] });

async function scopesIn(store: Store, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await store
    .selectFrom('tenants')
    .leftJoin('workspaces', 'workspaces.client_id', 'tenants.id')
    .select(['tenants.id as tenant', 'workspaces.id as workspace'])
    .where('tenants.account_id', '=', accountId)
    .execute();
  const known = new Set([`account ${accountId}`]);
  for (const { tenant, workspace } of rows) {
    known.add(`tenant ${tenant}`);
    if (workspace) known.add(`workspace ${workspace}`);
  }
  return known;
}

/** The scopes that a bound key may see. */
async function reachOf(
  store: Store,
  { clientId, workspaceId }: Principal,
): Promise<ReadonlySet<string>> {
  if (workspaceId !== null) return new Set([workspaceId]);
  const rows = await store
    .selectFrom('workspaces')
    .select('id')
    .where('client_id', '=', clientId)
    .execute();
  return new Set([clientId!, ...rows.map(({ id }) => id)]);
}
