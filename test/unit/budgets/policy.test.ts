import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { createSpendControl } from '#src/budgets/policy.ts';
import type { BudgetDecision, SpendScope } from '#src/plugin-api/budget-policy.ts';
import type { BudgetRow } from '#src/store/schema.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

const SCOPE: SpendScope = {
  accountId: 'acc_1',
  clientId: 'cli_1',
  workspaceId: 'ws_1',
  endUserId: 'ann',
  plan: 'self_hosted',
};

overStores('budgets', (open) => {
  let store: TestStore;
  let now: Date;
  const policy = () =>
    createSpendControl({
      store: store.db,
      clock: { now: () => now },
      config: configSchema.parse({}),
      policies: [],
      publishEvent: async () => {},
    });
  beforeEach(async () => {
    store = await open();
    now = new Date('2026-11-21T12:00:00Z');
    const account = { type: 'standard', name: 'n', email: null, created_at: 'x' } as const;
    await store.db
      .insertInto('accounts')
      .values({ id: 'acc_1', plan: 'self_hosted', ...account })
      .execute();
  });
  afterEach(() => store.dispose());

  const put = (budget: Partial<BudgetRow>) =>
    store.db
      .insertInto('budgets')
      .values({
        account_id: 'acc_1',
        position: 0,
        scope_type: 'account',
        scope_id: 'acc_1',
        cap: 1,
        period: 'month',
        enforcement: 'block',
        thresholds: '[0.8,1]',
        ...budget,
      })
      .execute();
  const spend = async (cost: number, scope: SpendScope = SCOPE) => {
    const decision = await policy().reserve(scope, 0.01);
    expect(decision.allowed).to.equal(true);
    if (decision.allowed) await policy().settle(decision.reservationId, cost);
  };
  const ask = (scope: Partial<SpendScope> = {}) => policy().reserve({ ...SCOPE, ...scope }, 0.01);
  const levels = (decision: BudgetDecision, cost = 0) =>
    (decision.allowed ? decision.alertsWith(cost) : decision.alerts).map(({ level }) => level);
  const count = async (table: 'spend' | 'spend_totals') =>
    (await store.db.selectFrom(table).selectAll().execute()).length;

  it('let questions that run set more aside only while the cap holds what all of them may cost', async () => {
    await put({ cap: 0.1 });
    const held = policy();
    const reserved = await Promise.all([1, 2, 3].map(() => held.reserve(SCOPE, 0.02)));
    const ids = reserved.map((one) => (one.allowed ? one.reservationId : ''));
    // 0.06 are set aside; two raises to 0.04 fit, the third does not.
    const raised: boolean[] = [];
    for (const id of ids) raised.push(await held.raise(id, 0.04));
    expect(raised).to.deep.equal([true, true, false]);
    expect(await held.raise(ids[2]!, 0.02), 'what it holds already').to.equal(true);
    await held.settle(ids[0]!, 0.01);
    await held.settle(ids[1]!, 0.01);
    expect(await held.raise(ids[2]!, 5), 'alone below the cap').to.equal(true);
    await held.settle(ids[2]!, 0.03);
    const totals = await store.db.selectFrom('spend_totals').selectAll().execute();
    for (const { reserved_nano, settled_nano } of totals)
      expect([reserved_nano, settled_nano]).to.deep.equal([0, 50_000_000]);
  });

  it('refuse a question that is alone once the cap is spent', async () => {
    await put({ cap: 0.1 });
    const held = policy();
    const [first, second] = await Promise.all([
      held.reserve(SCOPE, 0.02),
      held.reserve(SCOPE, 0.02),
    ]);
    if (!first.allowed || !second.allowed) throw new Error('refused');
    await held.settle(first.reservationId, 0.1);
    expect(await held.raise(second.reservationId, 0.03)).to.equal(false);
  });

  it('let raises at once of 40 questions together stay below the cap', async () => {
    await put({ cap: 1 });
    const held = policy();
    const asked = await Promise.all(Array.from({ length: 40 }, () => held.reserve(SCOPE, 0.02)));
    const raised = await Promise.all(
      asked.map((one) => one.allowed && held.raise(one.reservationId, 0.05)),
    );
    // 40 × 0.02 leave room for six more times 0.03.
    expect(raised.filter(Boolean)).to.have.length(6);
  });

  it('let 400 questions at once pass a blocking cap by one at the most', async () => {
    await put({ cap: 0.255 });
    const asked = await Promise.all(
      Array.from({ length: 400 }, () => policy().reserve(SCOPE, 0.01)),
    );
    expect(asked.filter(({ allowed }) => allowed)).to.have.length(26);
    expect(await count('spend')).to.equal(26);
    await Promise.all(asked.map((one) => one.allowed && policy().settle(one.reservationId, 0.01)));
    const [total] = await store.db
      .selectFrom('spend_totals')
      .selectAll()
      .where('scope_type', '=', 'account')
      .where('period', '=', 'month')
      .execute();
    expect(total).to.include({ reserved_nano: 0, settled_nano: 260_000_000 });
  });

  const steps: readonly [number, readonly string[]][] = [
    [0.79, []],
    [0.8, ['warn80']],
    [0.99, ['warn80']],
    [1, ['over100']],
    [1.5, ['over100']],
  ];
  for (const [spent, expected] of steps)
    it(`tell ${expected.join() || 'nothing'} when $${spent} of $1 are spent`, async () => {
      await put({ enforcement: 'alert' });
      await spend(spent);
      const decision = await ask();
      expect(decision.allowed).to.equal(true);
      expect(levels(decision)).to.deep.equal(expected);
    });

  it('count the answer that they ride on', async () => {
    await put({ enforcement: 'alert' });
    await spend(0.75);
    for (const estimate of [0, 0.01]) {
      const decision = await policy().reserve(SCOPE, estimate);
      const told = [0.04, 0.05, 0.25].map((cost) => levels(decision, cost).join());
      expect(told).to.deep.equal(['', 'warn80', 'over100']);
    }
  });

  it('say what is used up, of whom and how far', async () => {
    await put({ scope_type: 'workspace', scope_id: 'ws_1', cap: 2 });
    await spend(3);
    const usage = { scope_type: 'workspace', scope_id: 'ws_1', cap: 2, spent: 3, pct_used: 1.5 };
    expect(await ask()).to.deep.equal({
      allowed: false,
      blockingScope: usage,
      alerts: [{ ...usage, level: 'over100', enforcement: 'block' }],
    });
    expect((await ask({ workspaceId: 'ws_2' })).allowed).to.equal(true);
  });

  const scopes: readonly [BudgetRow['scope_type'], string, Partial<SpendScope>][] = [
    ['tenant', 'cli_1', { clientId: 'cli_2' }],
    ['workspace', 'ws_1', { workspaceId: 'ws_2' }],
    ['end_user', 'ann', { endUserId: 'bob' }],
    ['end_user', '*', { endUserId: 'bob' }],
    ['end_user', 'ann', { endUserId: null }],
  ];
  for (const [scope_type, scope_id, other] of scopes)
    it(`of ${scope_type} ${scope_id} leave ${JSON.stringify(other)} alone`, async () => {
      await put({ scope_type, scope_id });
      await spend(1);
      expect((await ask()).allowed).to.equal(false);
      expect((await ask(other)).allowed).to.equal(true);
    });

  it('count what was spent before they were made', async () => {
    await spend(1);
    await put({});
    expect((await ask()).allowed).to.equal(false);
  });

  it("block the free plan at its $10 a month, before the account's own budgets", async () => {
    await put({ enforcement: 'alert', cap: 5 });
    await spend(10, { ...SCOPE, plan: 'free' });
    const decision = await ask({ plan: 'free' });
    if (decision.allowed) throw new Error('allowed');
    expect(decision.alerts.map(({ cap, level }) => [cap, level])).to.deep.equal([
      [10, 'over100'],
      [5, 'over100'],
    ]);
  });

  const resets: readonly [BudgetRow['period'], string, string][] = [
    ['month', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    ['day', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['day', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00Z'],
  ];
  for (const [period, last, first] of resets)
    it(`of a ${period} begin anew at ${first}, not before`, async () => {
      await put({ period });
      now = new Date(`${last.slice(0, 10)}T00:00:00Z`);
      await spend(1);
      now = new Date(last);
      expect((await ask()).allowed).to.equal(false);
      now = new Date(first);
      expect(levels(await ask())).to.deep.equal([]);
    });

  it('do not begin a month anew on the 29th of February', async () => {
    await put({});
    now = new Date('2028-02-28T12:00:00Z');
    await spend(1);
    now = new Date('2028-02-29T00:00:00Z');
    expect((await ask()).allowed).to.equal(false);
  });

  it('charge a question that ends in the next month to the month in which it was asked', async () => {
    await put({});
    now = new Date('2026-11-30T23:59:59.999Z');
    const decision = await ask();
    now = new Date('2026-12-01T00:00:01Z');
    if (decision.allowed) await policy().settle(decision.reservationId, 5);
    expect(levels(await ask())).to.deep.equal([]);
  });

  it('get back what a dead process had set aside, after its time', async () => {
    await put({ cap: 0.01 });
    const left = await ask();
    now = new Date(now.getTime() + 299_000);
    expect((await ask()).allowed).to.equal(false);
    now = new Date(now.getTime() + 2_000);
    expect((await ask()).allowed).to.equal(true);
    // It was alive after all: its cost counts, once.
    for (const _ of [1, 2]) if (left.allowed) await policy().settle(left.reservationId, 2);
    const decision = await ask();
    expect(decision.allowed || decision.blockingScope.spent).to.equal(2.01);
  });

  it('hold a question that costs nothing to the caps, and write nothing of it', async () => {
    const own = policy();
    const free = async () => {
      const decision = await own.reserve(SCOPE, 0);
      if (decision.allowed) await own.settle(decision.reservationId, 0);
      return decision;
    };
    await put({ cap: 1 });
    expect(await free()).to.include({ allowed: true });
    expect([await count('spend'), await count('spend_totals')]).to.deep.equal([0, 0]);
    const paid = await ask();
    if (paid.allowed) await policy().settle(paid.reservationId, 0.9);
    expect(levels(await free())).to.deep.equal(['warn80']);
    const more = await ask();
    if (more.allowed) await policy().settle(more.reservationId, 0.1);
    const spent = await count('spend');
    expect(await free()).to.deep.include({ allowed: false });
    expect(await count('spend')).to.equal(spent);
  });

  it('hold a question that costs nothing to a cap of nothing', async () => {
    await put({ cap: 0 });
    expect(await policy().reserve(SCOPE, 0)).to.deep.include({ allowed: false });
  });

  it('count a cost for which nothing was set aside', async () => {
    await put({});
    const own = policy();
    const decision = await own.reserve(SCOPE, 0);
    if (decision.allowed) await own.settle(decision.reservationId, 1);
    expect((await ask()).allowed).to.equal(false);
  });
});
