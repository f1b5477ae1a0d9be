import type { SpendScope } from '#src/plugin-api/budget-policy.ts';
import type { BudgetRow, Store } from '#src/store/schema.ts';
import type { Budget } from './budget.ts';
import { scopesOf } from './spend-totals.ts';

/** A budget, and whom of its scope a question belongs to. */
export interface AppliedBudget {
  readonly budget: Budget;
  readonly scopeId: string;
}

export function budgetOf(row: BudgetRow): Budget {
  const { scope_type, scope_id, cap, period, enforcement } = row;
  const thresholds = JSON.parse(row.thresholds) as readonly number[];
  return { scope_type, scope_id, cap, period, enforcement, thresholds };
}

/** The account's own budgets that a question counts against. */
export async function budgetsOf(store: Store, scope: SpendScope): Promise<AppliedBudget[]> {
  const scopes = scopesOf(scope);
  const rows = await store
    .selectFrom('budgets')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where((eb) =>
      eb.or(
        scopes.map(([type, id]) =>
          eb.and([eb('scope_type', '=', type), eb('scope_id', 'in', [id, '*'])]),
        ),
      ),
    )
    .orderBy('position')
    .execute();
  const ids = new Map(scopes);
  return rows.map((row) => ({ budget: budgetOf(row), scopeId: ids.get(row.scope_type)! }));
}
