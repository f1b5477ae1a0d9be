import type { Transaction } from 'kysely';
import { nanoDollars } from '#src/dollars.ts';
import type { EventScope, PublishEvent } from '#src/events/types.ts';
import type { BudgetNoticeRow, SpendTotalRow, StoreSchema } from '#src/store/schema.ts';
import { levelOf, usageOf } from './budget.ts';
import type { AppliedBudget } from './budget-rows.ts';
import { periodStart } from './periods.ts';
import type { SpendOwner } from './spend-totals.ts';

/** A budget with what counts against it, in billionths of a US dollar. */
export interface SpentBudget extends AppliedBudget {
  readonly spentNano: number;
}

/** What there is to tell of a budget, with the amount that was reached, in billionths of a US dollar. */
interface Notice extends SpentBudget {
  readonly event: BudgetNoticeRow['event'];
  readonly level: string;
  readonly reachedNano: number;
}

export interface NoticeContext {
  readonly publishEvent: PublishEvent;
  readonly owner: SpendOwner;
  /** When the question was asked: its periods are those that the budgets count. */
  readonly askedAt: string;
}

/** Notices of longer ago than any question takes are not needed. */
const KEPT_MS = 62 * 86_400_000;

/** `budget.alert` for each threshold that what was spent has reached and that was not told in its period. */
export async function tellReached(
  trx: Transaction<StoreSchema>,
  context: NoticeContext,
  budgets: readonly AppliedBudget[],
  totals: readonly SpendTotalRow[],
): Promise<void> {
  const reached = budgets.flatMap((applied) => {
    const spentNano = totalOf(totals, applied)?.settled_nano ?? 0;
    return applied.budget.thresholds
      .map((threshold) => ({
        ...{ ...applied, spentNano, event: 'budget.alert' as const, level: levelOf(threshold) },
        reachedNano: nanoDollars(applied.budget.cap * threshold),
      }))
      .filter(({ reachedNano }) => spentNano >= reachedNano);
  });
  await tell(trx, context, reached);
}

/** `budget.blocked` for each budget that refuses questions and that this was not told of in its period. */
export async function tellBlocked(
  trx: Transaction<StoreSchema>,
  context: NoticeContext,
  blocking: readonly SpentBudget[],
): Promise<void> {
  await tell(
    trx,
    context,
    blocking.map((spent) => ({
      ...{ ...spent, event: 'budget.blocked', level: levelOf(1) },
      reachedNano: nanoDollars(spent.budget.cap),
    })),
  );
}

export const totalOf = (
  totals: readonly SpendTotalRow[],
  { budget, scopeId }: AppliedBudget,
): SpendTotalRow | undefined =>
  totals.find(
    (row) =>
      row.scope_type === budget.scope_type &&
      row.scope_id === scopeId &&
      row.period === budget.period,
  );

/** Who writes the row of a notice tells it; every other one, at whatever gateway, finds it written. */
async function tell(
  trx: Transaction<StoreSchema>,
  context: NoticeContext,
  notices: readonly Notice[],
): Promise<void> {
  for (const notice of notices) {
    const row = rowOf(context, notice);
    const written = await trx
      .insertInto('budget_notices')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('starts_on')
      .executeTakeFirst();
    if (!written) continue;
    await forgetOld(trx, row);
    const { event, budget, scopeId, spentNano, level } = notice;
    await context.publishEvent(trx, {
      type: event,
      scope: scopeOf(context.owner, budget.scope_type),
      data: {
        ...{ ...usageOf(budget, scopeId, spentNano), scope_type: budget.scope_type },
        ...{ level, enforcement: budget.enforcement },
      },
    });
  }
}

const rowOf = (
  { owner, askedAt }: NoticeContext,
  { budget, scopeId, event, reachedNano }: Notice,
): BudgetNoticeRow => ({
  account_id: owner.accountId,
  scope_type: budget.scope_type,
  scope_id: scopeId,
  period: budget.period,
  starts_on: periodStart(askedAt, budget.period),
  event,
  cap_nano: nanoDollars(budget.cap),
  enforcement: budget.enforcement,
  reached_nano: reachedNano,
});

async function forgetOld(trx: Transaction<StoreSchema>, row: BudgetNoticeRow): Promise<void> {
  const before = new Date(Date.parse(row.starts_on) - KEPT_MS).toISOString().slice(0, 10);
  await trx
    .deleteFrom('budget_notices')
    .where('account_id', '=', row.account_id)
    .where('scope_type', '=', row.scope_type)
    .where('scope_id', '=', row.scope_id)
    .where('period', '=', row.period)
    .where('starts_on', '<', before)
    .execute();
}

/** Budgets of the account, and of end users, who may ask in several tenants, are not told to single tenants. */
function scopeOf(owner: SpendOwner, type: SpendTotalRow['scope_type']): EventScope {
  const { accountId, clientId, workspaceId } = owner;
  if (type === 'tenant') return { clientId, workspaceId: null };
  if (type === 'workspace') return { clientId, workspaceId };
  return { accountId, clientId: null, workspaceId: null };
}
