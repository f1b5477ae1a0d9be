import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { createAccount } from '#src/accounts/create.ts';
import { refuseUnknownPlans } from '#src/compose/known-plans.ts';
import { StartError } from '#src/start-error.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

overStores('plans of accounts', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.dispose());

  const clock = { now: () => new Date('2026-11-01T00:00:00Z') };
  const account = (plan: string) =>
    store.db
      .transaction()
      .execute((trx) =>
        createAccount(trx, clock, { type: 'standard', plan, name: 'A', email: null, key: null }),
      );
  const start = (plans: object) =>
    refuseUnknownPlans(store.db, configSchema.parse({ plans }).plans);

  it('are all in the configuration, or the service does not start', async () => {
    await start({});
    for (const plan of ['free', 'gold', 'gold', 'silver']) await account(plan);
    await start({ free: {}, gold: {}, silver: {} });
    const refusal = await start({ free: {}, silver: {} }).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(StartError);
    expect((refusal as Error).message)
      .to.contain('"gold" (accounts: 2)')
      .and.contain('(now: free, silver)')
      .and.not.contain('"free"');
  });
});
