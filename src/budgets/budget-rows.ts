import type { SpendScope } from '#src/plugin-api/budget-policy.ts';
import { prepared } from '#src/store/prepared.ts';
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

const ofAccount = prepared((db) =>
  db.selectFrom('budgets').selectAll().where('account_id', '=', '').orderBy('position'),
);

/** The account's own budgets that a question counts against. */
export async function budgetsOf(store: Store, scope: SpendScope): Promise<AppliedBudget[]> {
  const ids = new Map(scopesOf(scope));
  return (await ofAccount(store, scope.accountId)).flatMap((row) => {
    const scopeId = ids.get(row.scope_type);
    const counts = scopeId !== undefined && (row.scope_id === scopeId || row.scope_id === '*');
    return counts ? [{ budget: budgetOf(row), scopeId }] : [];
  });
}
