/**
 * Says which caps hold for a question. It decides nothing by itself: what was spent and set aside is compared with the
 * caps of all policies in one place, under one lock, so that no policy can let questions at once overshoot. Asked
 * before each question that may cost something: it has to be quick. `GET /accounts/budgets` asks, too, once for each
 * workspace that it shows, with the end user `*` where it means each of them by itself.
 */
export interface BudgetPolicy {
  /** The caps, none where the policy does not concern the question. Each is of a scope that the question is in. */
  caps(scope: SpendScope): readonly SpendCap[] | Promise<readonly SpendCap[]>;
  close(): Promise<void>;
}

/** At most so much for one scope in one period, UTC: a calendar month from its 1st, or a day. */
export interface SpendCap {
  readonly scopeType: 'account' | 'tenant' | 'workspace' | 'end_user';
  /** The id that the question's scope has for the type. */
  readonly scopeId: string;
  /** US dollars. */
  readonly cap: number;
  readonly period: 'month' | 'day';
  /** `block` refuses questions at the cap, `alert` only tells. */
  readonly enforcement: 'alert' | 'block';
  /** Fractions of the cap from which on answers carry an alert. */
  readonly thresholds: readonly number[];
}

export interface SpendScope {
  readonly accountId: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly endUserId: string | null;
  readonly plan: string;
}

/** Holds questions to all caps: asked before one runs, told after. Amounts are US dollars. */
export interface SpendControl {
  /** `hasBudgets`: whether the account has budgets of its own, where the caller has just read that. */
  reserve(scope: SpendScope, estimate: number, hasBudgets?: boolean): Promise<BudgetDecision>;
  /**
   * Sets at least `amount` in all aside for a question that runs, before it spends more than it reserved. False, and
   * nothing changed, where that passes a blocking cap of which others hold a part; a question that is alone below the
   * cap is never refused.
   */
  raise(reservationId: string, amount: number): Promise<boolean>;
  settle(reservationId: string, cost: number): Promise<void>;
}

export interface BudgetAlert {
  readonly scope_type: string;
  readonly scope_id: string;
  /** US dollars. */
  readonly cap: number;
  /** US dollars. */
  readonly spent: number;
  readonly pct_used: number;
  /** `warn<percent>` below the cap, `over100` at or over it. */
  readonly level: string;
  readonly enforcement: 'alert' | 'block';
}

export type BudgetDecision =
  | {
      readonly allowed: true;
      readonly reservationId: string;
      /** The alerts of an answer, whose own cost (US dollars) counts. */
      readonly alertsWith: (cost: number) => readonly BudgetAlert[];
    }
  | {
      readonly allowed: false;
      readonly blockingScope: Omit<BudgetAlert, 'level' | 'enforcement'>;
      readonly alerts: readonly BudgetAlert[];
    };
