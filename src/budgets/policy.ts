import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { BudgetDecision, BudgetPolicy, SpendScope } from '#src/plugin-api/budget-policy.ts';
import type { SpendTotalRow, Store } from '#src/store/schema.ts';
import { alertOf, DEFAULT_THRESHOLDS, nanoDollars, usageOf, usedUp } from './budget.ts';
import { type AppliedBudget, budgetsOf } from './budget-rows.ts';
import {
  insertReservation,
  recordCost,
  releaseAbandoned,
  settleReservation,
} from './spend-ledger.ts';
import { addSpend } from './spend-totals.ts';

export interface BudgetPolicyDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'plans' | 'budgets'>;
}

type Refusal = Extract<BudgetDecision, { allowed: false }>;

/** Ends the transaction of a reservation that a budget refuses. */
class BudgetRefusal extends Error {
  readonly decision: Refusal;
  constructor(decision: Refusal) {
    super('a budget is used up');
    this.decision = decision;
  }
}

/**
 * The budgets of accounts and the caps of their plans. A question sets its estimate aside before it runs: what is
 * spent and set aside together is compared with the caps, under the lock of the account's totals, so that however many
 * come at once a blocking cap is passed by one question at the most. One that is estimated at nothing (the built-in
 * planner alone) neither reads nor writes the store; its cost, should it have one after all, is written.
 */
export function createBudgetPolicy(deps: BudgetPolicyDeps): BudgetPolicy {
  const { store, clock, config } = deps;
  const unreserved = new Map<string, SpendScope>();
  const now = () => timestamp(clock.now());
  return {
    async reserve(scope, estimate) {
      if (estimate <= 0) {
        const reservationId = newId('sp');
        unreserved.set(reservationId, scope);
        return { allowed: true, reservationId, alerts: [] };
      }
      const budgets = [...planCap(config, scope), ...(await budgetsOf(store, scope))];
      const decision = await tryReserve(store, scope, estimate, { budgets, at: now() });
      if (decision.allowed) return decision;
      const before = timestamp(new Date(clock.now().getTime() - config.budgets.reservation_ms));
      const released = await releaseAbandoned(store, scope.accountId, before);
      return released === 0 ? decision : tryReserve(store, scope, estimate, { budgets, at: now() });
    },
    async settle(reservationId, cost) {
      const scope = unreserved.get(reservationId);
      unreserved.delete(reservationId);
      if (!scope) await settleReservation(store, reservationId, cost, now());
      else if (cost > 0) await recordCost(store, scope, cost, now());
    },
    close: () => Promise.resolve(),
  };
}

/** The cap of a plan is a blocking budget of the account for each month. */
function planCap({ plans }: Pick<Config, 'plans'>, scope: SpendScope): AppliedBudget[] {
  const cap = plans[scope.plan]?.spend_cap_usd ?? null;
  if (cap === null) return [];
  const scopeId = scope.accountId;
  const budget = {
    scope_type: 'account',
    scope_id: scopeId,
    cap,
    period: 'month',
    enforcement: 'block',
    thresholds: DEFAULT_THRESHOLDS,
  } as const;
  return [{ budget, scopeId }];
}

async function tryReserve(
  store: Store,
  scope: SpendScope,
  estimate: number,
  { budgets, at }: { readonly budgets: readonly AppliedBudget[]; readonly at: string },
): Promise<BudgetDecision> {
  const reservationId = newId('sp');
  const reserved = nanoDollars(estimate);
  try {
    return await store.transaction().execute(async (trx) => {
      const amounts = { reserved_nano: reserved, settled_nano: 0 };
      const totals = await addSpend(trx, scope, at, amounts);
      const alerts = judge(budgets, totals, reserved);
      await insertReservation(trx, scope, { id: reservationId, usd: estimate, at });
      return { allowed: true, reservationId, alerts };
    });
  } catch (error) {
    if (error instanceof BudgetRefusal) return error.decision;
    throw error;
  }
}

/** The alerts of what was spent before this question; fails with a `BudgetRefusal` where a blocking budget is used up. */
function judge(budgets: readonly AppliedBudget[], totals: SpendTotalRow[], own: number) {
  const before = ({ budget, scopeId }: AppliedBudget) => {
    const total = totals.find(
      (row) =>
        row.scope_type === budget.scope_type &&
        row.scope_id === scopeId &&
        row.period === budget.period,
    );
    return total ? total.reserved_nano + total.settled_nano - own : 0;
  };
  const alerts = budgets.flatMap(
    (applied) => alertOf(applied.budget, applied.scopeId, before(applied)) ?? [],
  );
  const blocking = budgets.find(
    (applied) => applied.budget.enforcement === 'block' && usedUp(applied.budget, before(applied)),
  );
  if (!blocking) return alerts;
  const blockingScope = usageOf(blocking.budget, blocking.scopeId, before(blocking));
  throw new BudgetRefusal({ allowed: false, blockingScope, alerts });
}
