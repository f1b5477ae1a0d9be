/** Decides whether a question may be paid for: asked before it runs, told after. Amounts are US dollars. */
export interface BudgetPolicy {
  reserve(scope: SpendScope, estimate: number): Promise<BudgetDecision>;
  settle(reservationId: string, cost: number): Promise<void>;
  close(): Promise<void>;
}

export interface SpendScope {
  readonly accountId: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly endUserId: string | null;
  readonly plan: string;
}

export interface BudgetAlert {
  readonly scope_type: string;
  readonly scope_id: string;
  readonly cap: number;
  readonly spent: number;
  readonly pct_used: number;
  readonly level: string;
  readonly enforcement: 'alert' | 'block';
}

export type BudgetDecision =
  | {
      readonly allowed: true;
      readonly reservationId: string;
      readonly alerts: readonly BudgetAlert[];
    }
  | {
      readonly allowed: false;
      readonly blockingScope: Omit<BudgetAlert, 'level' | 'enforcement'>;
      readonly alerts: readonly BudgetAlert[];
    };
