import { expect } from 'chai';
import { createQuota } from '#src/budgets/quota.ts';
import { AppError } from '#src/errors.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

overStores('the questions of a plan', (open) => {
  let store: TestStore;
  let now: Date;
  const quota = (db = store.db) =>
    createQuota({
      store: db,
      clock: { now: () => now },
      plans: { free: { questions_per_month: 30 }, self_hosted: { questions_per_month: null } },
    });
  beforeEach(async () => {
    store = await open();
    now = new Date('2026-11-21T12:00:00Z');
    for (const id of ['acc_1', 'acc_2'])
      await store.db
        .insertInto('accounts')
        .values({ id, type: 'standard', plan: 'free', name: 'n', email: null, created_at: 'x' })
        .execute();
  });
  afterEach(() => store.dispose());

  const outcome = async (account = 'acc_1', from = quota()) => {
    try {
      return await from.take(account, 'free');
    } catch (error) {
      return error;
    }
  };
  const passed = (found: readonly unknown[]) =>
    found.filter((one) => !(one instanceof Error)).length;

  it('let exactly 30 of 400 at once through, with two gateways, and tell the others why', async () => {
    const other = await store.reopen();
    const gateways = [quota(), quota(other.db)];
    try {
      const found = await Promise.all(
        Array.from({ length: 400 }, (_, n) => outcome('acc_1', gateways[n % 2])),
      );
      expect(passed(found)).to.equal(30);
      const refused = found.find((one) => one instanceof Error);
      expect(refused).to.be.instanceOf(AppError);
      expect((refused as AppError).status).to.equal(429);
      expect((refused as AppError).detail).to.deep.equal({
        error: 'quota_exceeded',
        plan: 'free',
        limit: 30,
      });
    } finally {
      await other.close();
    }
  });

  it('are counted for each account by itself', async () => {
    await Promise.all(Array.from({ length: 30 }, () => outcome()));
    expect(passed([await outcome(), await outcome('acc_2')])).to.equal(1);
  });

  it('come back where one was not worked on, to the month in which it was counted', async () => {
    now = new Date('2026-10-31T23:59:59Z');
    const last = await quota().take('acc_1', 'free');
    now = new Date('2026-11-01T00:00:00Z');
    await Promise.all(Array.from({ length: 30 }, () => outcome()));
    await quota().giveBack(last!);
    expect(passed([await outcome()])).to.equal(0);
    await quota().giveBack({ accountId: 'acc_1', month: '2026-11-01' });
    expect(passed([await outcome(), await outcome()])).to.equal(1);
  });

  const months: readonly [string, string][] = [
    ['2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00Z'],
  ];
  for (const [last, first] of months)
    it(`begin anew at ${first}, not before`, async () => {
      now = new Date(last);
      await Promise.all(Array.from({ length: 30 }, () => outcome()));
      expect(passed([await outcome()])).to.equal(0);
      now = new Date(first);
      expect(passed([await outcome()])).to.equal(1);
    });

  it('are neither counted nor refused in a plan without the limit', async () => {
    expect(await quota().take('acc_1', 'self_hosted')).to.equal(null);
    expect(await store.db.selectFrom('question_counts').selectAll().execute()).to.deep.equal([]);
  });
});
