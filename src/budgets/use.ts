import { dollars, nanoDollars } from '#src/dollars.ts';
import type { Principal } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import { type Budget, usageOf } from './budget.ts';
import { nextPeriodStart } from './periods.ts';
import type { Reach } from './reach.ts';
import { totalsOf } from './spend-totals.ts';

/**
 * How far a budget is used, in US dollars. The amounts are null where it holds for each one of a type by itself, or
 * where questions that are not the caller's count, too.
 */
export interface BudgetUse {
  /** What was spent and set aside: this is what is compared with the cap. */
  readonly spent: number | null;
  /** Of that, what is set aside for questions that are still at work. */
  readonly reserved: number | null;
  readonly left: number | null;
  /** Fraction of the cap. */
  readonly pct_used: number | null;
  /** First day (UTC) of the next period. */
  readonly resets_on: string;
}

export interface Asked {
  readonly principal: Principal;
  readonly reach: Reach;
  /** The instant whose period is meant. */
  readonly at: string;
}

export async function useOf(
  store: Store,
  { principal, reach, at }: Asked,
  budget: Budget,
): Promise<BudgetUse> {
  const { scope_type, scope_id, period, cap } = budget;
  const resets_on = nextPeriodStart(at, period);
  if (scope_id === '*' || !reach.sees(scope_type))
    return { spent: null, reserved: null, left: null, pct_used: null, resets_on };
  const [total] = await totalsOf(store, principal.accountId, at, [budget]);
  const reserved = total?.reserved_nano ?? 0;
  const nano = reserved + (total?.settled_nano ?? 0);
  const { spent, pct_used } = usageOf(budget, scope_id, nano);
  const left = dollars(Math.max(0, nanoDollars(cap) - nano));
  return { spent, reserved: dollars(reserved), left, pct_used, resets_on };
}
