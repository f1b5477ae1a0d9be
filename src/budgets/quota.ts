import type { PlanLimits } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Store } from '#src/store/schema.ts';
import { periodStart } from './periods.ts';
import type { QuestionQuota } from './types.ts';

export interface QuotaDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly plans: Readonly<Record<string, Pick<PlanLimits, 'questions_per_month'>>>;
}

/**
 * Counts the questions of an account in a calendar month (UTC) against `questions_per_month` of its plan. One
 * statement counts and compares, so that exactly as many pass as the plan allows, however many come at once. A plan
 * without the limit costs no access to the store.
 */
export function createQuota({ store, clock, plans }: QuotaDeps): QuestionQuota {
  return {
    async take(accountId, plan) {
      const limit = plans[plan]?.questions_per_month ?? null;
      if (limit === null) return null;
      const month = periodStart(timestamp(clock.now()), 'month');
      const counted = await store
        .insertInto('question_counts')
        .values({ account_id: accountId, month, questions: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'month'])
            .doUpdateSet((eb) => ({ questions: eb('question_counts.questions', '+', 1) }))
            .where('question_counts.questions', '<', limit),
        )
        .returning('questions')
        .executeTakeFirst();
      if (!counted) throw exceeded(plan, limit);
      return { accountId, month };
    },
    async giveBack({ accountId, month }) {
      await store
        .updateTable('question_counts')
        .set((eb) => ({ questions: eb('questions', '-', 1) }))
        .where('account_id', '=', accountId)
        .where('month', '=', month)
        .where('questions', '>', 0)
        .execute();
    },
  };
}

const exceeded = (plan: string, limit: number) =>
  new AppError(
    'quota_exceeded',
    `The plan ${plan} allows ${limit} questions per month. Upgrade, or wait for the next month.`,
    {
      detail: { error: 'quota_exceeded', plan, limit },
    },
  );
