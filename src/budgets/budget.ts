import { dollars, nanoDollars } from '#src/dollars.ts';
import type { BudgetAlert } from '#src/plugin-api/budget-policy.ts';
import type { BudgetRow } from '#src/store/schema.ts';

/** A cap on what questions may cost, as the API shows it. */
export interface Budget {
  readonly scope_type: BudgetRow['scope_type'];
  /** `*`: each one of the type, by itself. */
  readonly scope_id: string;
  /** US dollars. */
  readonly cap: number;
  readonly period: BudgetRow['period'];
  readonly enforcement: BudgetRow['enforcement'];
  /** Fractions of the cap from which on answers carry an alert. */
  readonly thresholds: readonly number[];
}

export const DEFAULT_THRESHOLDS: readonly number[] = [0.8, 1];

/** Whether what is spent (billionths) uses a budget up. */
export const usedUp = ({ cap }: Budget, spentNano: number): boolean =>
  spentNano >= nanoDollars(cap);

/** How far a budget is used (to a millionth), by what is spent and set aside (billionths) for `scopeId`. */
export function usageOf(budget: Budget, scopeId: string, spentNano: number) {
  const { scope_type, cap } = budget;
  const spent = dollars(spentNano);
  return { scope_type, scope_id: scopeId, cap, spent, pct_used: usedPart(spent, cap) };
}

/** What a fraction of a cap is called. */
export const levelOf = (threshold: number): string =>
  threshold >= 1 ? 'over100' : `warn${Math.round(threshold * 100)}`;

/** The alert of a budget; null below all of its thresholds. */
export function alertOf(budget: Budget, scopeId: string, spentNano: number): BudgetAlert | null {
  const usage = usageOf(budget, scopeId, spentNano);
  const crossed = budget.thresholds.filter(
    (threshold) => spentNano >= nanoDollars(budget.cap * threshold),
  );
  if (crossed.length === 0) return null;
  const level = usedUp(budget, spentNano) ? 'over100' : levelOf(Math.max(...crossed));
  return { ...usage, level, enforcement: budget.enforcement };
}

const usedPart = (spent: number, cap: number) =>
  cap === 0 ? 1 : Math.round((spent / cap) * 1e6) / 1e6;
