import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import type { Budget } from './budget.ts';
import { budgetOf } from './budget-rows.ts';
import type { CapSources } from './caps.ts';
import { type CapFilter, type HeldCaps, heldCaps } from './held-caps.ts';
import { reachOf } from './reach.ts';
import { type BudgetUse, useOf } from './use.ts';

/** A budget with what its present period comes to. */
interface BudgetRecord extends Budget, BudgetUse {}

export interface BudgetList {
  /** The budgets of the account that count questions of the key. */
  list(principal: Principal): Promise<readonly BudgetRecord[]>;
  /** What plans and policies cap for the key beside them. */
  caps(principal: Principal, filter: CapFilter): Promise<HeldCaps>;
  /** Puts the list in place of the one before. Fails with `forbidden` for a bound key and `unprocessable`. */
  put(
    principal: Principal,
    budgets: readonly Budget[],
    settle?: Settle<readonly BudgetRecord[]>,
  ): Promise<readonly BudgetRecord[]>;
}

export interface BudgetListDeps extends CapSources {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'plans' | 'budgets'>;
}

/** The budgets of an account. A key that is bound to a tenant sees those that count its questions and changes none. */
export function createBudgetList(deps: BudgetListDeps): BudgetList {
  const { store, clock, config } = deps;
  const list = async (principal: Principal, db: Store = store) => {
    const rows = await db
      .selectFrom('budgets')
      .selectAll()
      .where('account_id', '=', principal.accountId)
      .orderBy('position')
      .execute();
    const reach = await reachOf(db, principal);
    const held = rows.map(budgetOf).filter((one) => reach.holds(one.scope_type, one.scope_id));
    const asked = { principal, reach, at: timestamp(clock.now()) };
    const records: BudgetRecord[] = [];
    // One after the other: a transaction has one connection.
    for (const budget of held) records.push({ ...budget, ...(await useOf(db, asked, budget)) });
    return records;
  };
  return {
    list: (principal) => list(principal),
    caps: (principal, filter) => heldCaps(deps, principal, filter),
    async put(principal, budgets, settle) {
      if (principal.clientId !== null)
        throw new AppError('forbidden', 'You need an account-level key to set budgets.');
      return store.transaction().execute(async (trx) => {
        await takeTurn(trx, principal.accountId);
        await check(trx, principal.accountId, budgets, config.budgets.max_budgets);
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
        const made = await list(principal, trx);
        await settle?.(trx, made);
        return made;
      });
    },
  };
}

async function check(
  store: Store,
  accountId: string,
  budgets: readonly Budget[],
  max: number,
): Promise<void> {
  if (budgets.length > max)
    throw refusal([], `An account can have up to ${max} budgets. Remove some.`, 'too_long');
  const known = await scopesIn(store, accountId);
  const seen = new Set<string>();
  for (const [index, { scope_type, scope_id, period }] of budgets.entries()) {
    const each = scope_id === '*' && scope_type !== 'account';
    if (!each && scope_type !== 'end_user' && !known.has(`${scope_type} ${scope_id}`))
      throw refusal(
        [index, 'scope_id'],
        `The account has no ${scope_type} with this ID. Check scope_id.`,
        'value_error',
      );
    const key = `${scope_type} ${scope_id} ${period}`;
    if (seen.has(key))
      throw refusal(
        [index],
        'This scope already has a budget for this period. Remove the duplicate.',
        'value_error',
      );
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
