import { z } from 'zod';
import type { SpendCap, SpendScope } from '#src/plugin-api/budget-policy.ts';

/** What the settings of every cap have in common. */
export const capSettings = z.strictObject({
  /** US dollars in a period. */
  cap_usd: z.number().min(0).max(1_000_000),
  /** Plans whose accounts it holds for; absent: all. */
  plans: z.array(z.string().min(1)).min(1).optional(),
  enforcement: z.enum(['alert', 'block']).default('block'),
  thresholds: z.array(z.number().gt(0).max(1)).min(1).max(10).default([0.8, 1]),
});

/** Whom a cap counts together. */
export const scopeOfCap = z.enum(['account', 'tenant', 'workspace']).default('account');

type CapSettings = z.output<typeof capSettings>;

/** The cap of the settings for a question; none where its plan is not meant, or it has no such scope. */
export function capsOf(
  settings: CapSettings,
  period: SpendCap['period'],
  scopeType: SpendCap['scopeType'],
  scope: SpendScope,
): readonly SpendCap[] {
  const { cap_usd: cap, plans, enforcement, thresholds } = settings;
  const scopeId = idOf(scope, scopeType);
  if (scopeId === null || (plans && !plans.includes(scope.plan))) return [];
  return [{ scopeType, scopeId, cap, period, enforcement, thresholds }];
}

function idOf(scope: SpendScope, type: SpendCap['scopeType']): string | null {
  switch (type) {
    case 'account':
      return scope.accountId;
    case 'tenant':
      return scope.clientId;
    case 'workspace':
      return scope.workspaceId;
    case 'end_user':
      return scope.endUserId;
  }
}
