import type { Config } from '#config/schema.ts';
import type { BudgetPolicy, SpendCap, SpendScope } from '#src/plugin-api/budget-policy.ts';
import { DEFAULT_THRESHOLDS } from './budget.ts';
import type { AppliedBudget } from './budget-rows.ts';
import { scopesOf } from './spend-totals.ts';

/** A policy of the deployment by the name of its plugin. */
export interface NamedPolicy extends Pick<BudgetPolicy, 'caps'> {
  readonly name: string;
}

export interface CapSources {
  readonly config: Pick<Config, 'plans'>;
  readonly policies: readonly NamedPolicy[];
}

/** A cap that the deployment sets, and by what: `plan`, or the name of a policy. */
export interface DeploymentCap extends AppliedBudget {
  readonly source: string;
}

/** What the deployment caps for questions of a scope: by the account's plan, then by each policy. */
export async function deploymentCaps(
  { config, policies }: CapSources,
  scope: SpendScope,
): Promise<readonly DeploymentCap[]> {
  const named = await Promise.all(
    policies.map(async ({ name, caps }) =>
      (await caps(scope)).map((cap) => ({ ...appliedCap(cap, scope), source: name })),
    ),
  );
  return [...planCap(config, scope), ...named.flat()];
}

/** The cap of a plan is a blocking budget of the account for each month. */
function planCap({ plans }: CapSources['config'], scope: SpendScope): DeploymentCap[] {
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
  return [{ budget, scopeId, source: 'plan' }];
}

/** A cap of a scope that the question is not in would never be reached: that is an error of its policy. */
function appliedCap(spendCap: SpendCap, scope: SpendScope): AppliedBudget {
  const { scopeType, scopeId, cap, period, enforcement, thresholds } = spendCap;
  if (!scopesOf(scope).some(([type, id]) => type === scopeType && id === scopeId))
    throw new TypeError(
      `a budget policy caps ${scopeType} ${scopeId}, which doesn't apply to this question`,
    );
  const budget = {
    scope_type: scopeType,
    scope_id: scopeId,
    cap,
    period,
    enforcement,
    thresholds,
  };
  return { budget, scopeId };
}
