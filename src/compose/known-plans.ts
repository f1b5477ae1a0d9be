import type { Config } from '#config/schema.ts';
import { StartError } from '#src/start-error.ts';
import type { Store } from '#src/store/schema.ts';

/** Fails with a `StartError` where an account has a plan that the configuration lacks: nothing would limit it. */
export async function refuseUnknownPlans(store: Store, plans: Config['plans']): Promise<void> {
  const held = await store
    .selectFrom('accounts')
    .select((e) => ['plan', e.fn.countAll<number | string>().as('accounts')])
    .groupBy('plan')
    .orderBy('plan')
    .execute();
  const unknown = held.filter(({ plan }) => !Object.hasOwn(plans, plan));
  if (unknown.length === 0) return;
  const found = unknown.map(({ plan, accounts }) => `"${plan}" (accounts: ${accounts})`);
  throw new StartError(
    `Some accounts have plans that aren't configured: ${found.join(', ')}. Add them to plans (now: ${Object.keys(plans).join(', ')}).`,
  );
}
