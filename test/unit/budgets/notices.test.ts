import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { createSpendControl } from '#src/budgets/policy.ts';
import type { PublishEvent } from '#src/events/types.ts';
import type { SpendCap, SpendScope } from '#src/plugin-api/budget-policy.ts';
import type { BudgetRow } from '#src/store/schema.ts';
import { createOutbox } from '#src/webhooks/outbox.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { addAccount, addWebhook } from '../webhooks/rows.ts';

const SCOPE: SpendScope = {
  accountId: 'a',
  clientId: 't',
  workspaceId: 'w',
  endUserId: 'ann',
  plan: 'self_hosted',
};

overStores('events of budgets', (open) => {
  let store: TestStore;
  let now: Date;
  let caps: SpendCap[];
  let failing: Error | null;
  beforeEach(async () => {
    store = await open();
    now = new Date('2026-11-21T12:00:00Z');
    caps = [];
    failing = null;
    await addAccount(store.db);
    await addWebhook(store.db, 'wh', { events: '["budget.alert","budget.blocked"]' });
  });
  afterEach(() => store.dispose());

  /** A gateway of its own each time. */
  const gateway = () => {
    const outbox = createOutbox({
      clock: { now: () => now },
      retryWindowMs: 1_000,
      enqueue: async () => {},
    });
    const publishEvent: PublishEvent = async (trx, event) => {
      await outbox(trx, event);
      if (failing) throw failing;
    };
    return createSpendControl({
      store: store.db,
      clock: { now: () => now },
      config: configSchema.parse({}),
      policies: [{ name: 'own', caps: () => caps }],
      publishEvent,
    });
  };
  const put = (budget: Partial<BudgetRow> = {}) =>
    store.db
      .insertInto('budgets')
      .values({
        ...{ account_id: 'a', position: 0, scope_type: 'account', scope_id: 'a', cap: 1 },
        ...{ period: 'month', enforcement: 'alert', thresholds: '[0.8,1]' },
        ...budget,
      })
      .execute();
  const spend = async (usd: number, control = gateway(), scope = SCOPE) => {
    const decision = await control.reserve(scope, 0.01);
    if (decision.allowed) await control.settle(decision.reservationId, usd);
    return decision.allowed;
  };
  const told = async () => {
    const rows = await store.db.selectFrom('webhook_events').select('payload').execute();
    return rows.map(({ payload }) => JSON.parse(payload));
  };
  const levels = async () =>
    (await told()).map(({ type, data }) => `${type} ${data.level} ${data.spent}`).sort();

  it('tell each threshold once, with what was spent when it was reached', async () => {
    await put();
    for (const usd of [0.79, 0.01, 0.1, 0.1, 3]) await spend(usd);
    expect(await levels()).to.deep.equal(['budget.alert over100 1', 'budget.alert warn80 0.8']);
  });

  it('tell two thresholds that one question reaches, each by its own level', async () => {
    await put();
    await spend(2);
    expect(await levels()).to.deep.equal(['budget.alert over100 2', 'budget.alert warn80 2']);
  });

  it('hold what the contract names, and whom it concerns', async () => {
    await put({ scope_type: 'workspace', scope_id: 'w', thresholds: '[0.5]', cap: 2 });
    await spend(1);
    const [event] = await told();
    expect(event.data).to.deep.equal({
      ...{ client_id: 't', workspace_id: 'w', scope_type: 'workspace', scope_id: 'w' },
      ...{ cap: 2, spent: 1, pct_used: 0.5, level: 'warn50', enforcement: 'alert' },
    });
  });

  it('tell budgets of accounts and end users to no single tenant', async () => {
    await addWebhook(store.db, 'bound', { client_id: 't' });
    await put({ thresholds: '[1]' });
    await put({ scope_type: 'end_user', scope_id: '*', thresholds: '[1]' });
    await put({ scope_type: 'tenant', scope_id: 't', thresholds: '[1]' });
    await spend(1);
    expect(
      (await told()).map(({ data }) => [data.scope_type, data.client_id]),
    ).to.have.deep.members([
      ['account', null],
      ['end_user', null],
      ['tenant', 't'],
    ]);
    const heard = await store.db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', 'bound')
      .selectAll()
      .execute();
    expect(heard).to.have.length(1);
  });

  it('begin anew with each period, and with another cap', async () => {
    await put({ period: 'day', thresholds: '[1]' });
    await spend(1);
    now = new Date('2026-11-22T00:00:00Z');
    await spend(1);
    await spend(1);
    expect(await told()).to.have.length(2);
    await store.db.updateTable('budgets').set({ cap: 1.5 }).execute();
    await spend(0.1);
    expect(await told()).to.have.length(3);
  });

  it('tell a question that ends in the next day of the day in which it was asked', async () => {
    await put({ period: 'day', thresholds: '[1]' });
    const control = gateway();
    const asked = await control.reserve(SCOPE, 0.01);
    now = new Date('2026-11-22T00:00:01Z');
    if (asked.allowed) await control.settle(asked.reservationId, 1);
    await spend(0.2);
    expect(await levels()).to.deep.equal(['budget.alert over100 1']);
  });

  it('tell a block once, before the first refusal is given', async () => {
    await put({ enforcement: 'block', thresholds: '[1]' });
    await spend(1);
    expect([await spend(1), await spend(1)]).to.deep.equal([false, false]);
    expect(await levels()).to.deep.equal(['budget.alert over100 1', 'budget.blocked over100 1']);
  });

  it('tell every budget that blocks, those of policies, too', async () => {
    await put({ enforcement: 'block', thresholds: '[1]' });
    caps = [
      {
        ...{ scopeType: 'tenant', scopeId: 't', cap: 0.5, period: 'day' },
        ...{ enforcement: 'block', thresholds: [1] },
      },
    ];
    await spend(1);
    await spend(1);
    const blocked = (await told()).filter(({ type }) => type === 'budget.blocked');
    expect(blocked.map(({ data }) => [data.scope_type, data.cap])).to.have.deep.members([
      ['account', 1],
      ['tenant', 0.5],
    ]);
  });

  it('tell nothing of a block that ends when a dead process gives back what it held', async () => {
    await put({ enforcement: 'block', cap: 0.01 });
    await gateway().reserve(SCOPE, 0.01);
    now = new Date(now.getTime() + 301_000);
    expect((await gateway().reserve(SCOPE, 0.01)).allowed).to.equal(true);
    expect(await told()).to.deep.equal([]);
  });

  it('tell each once when many questions at several gateways settle and are refused at once', async () => {
    await put({ enforcement: 'block', thresholds: '[0.5,0.8,1]' });
    const gateways = [gateway(), gateway(), gateway()];
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, n) => spend(0.1, gateways[n % 3])),
    );
    await spend(0.1);
    expect(asked).to.include(true);
    expect((await told()).map(({ type, data }) => `${type} ${data.level}`).sort()).to.deep.equal([
      'budget.alert over100',
      'budget.alert warn50',
      'budget.alert warn80',
      'budget.blocked over100',
    ]);
  });

  it('are in the transaction that settles: where one cannot be told, neither is there', async () => {
    await put({ thresholds: '[1]' });
    failing = new Error('not told');
    const failed = await spend(1).catch((error: unknown) => error);
    expect(failed).to.equal(failing);
    expect(await told()).to.deep.equal([]);
    failing = null;
    await spend(1);
    expect(await levels()).to.deep.equal(['budget.alert over100 1']);
  });

  it('tell what a question cost for which nothing was set aside', async () => {
    await put({ thresholds: '[1]' });
    const control = gateway();
    const asked = await control.reserve(SCOPE, 0);
    if (asked.allowed) await control.settle(asked.reservationId, 1);
    expect(await levels()).to.deep.equal(['budget.alert over100 1']);
  });

  it('forget notices that no question can ask for any more', async () => {
    await put({ period: 'day', thresholds: '[1]' });
    await spend(1);
    now = new Date('2027-03-01T00:00:00Z');
    await spend(1);
    const rows = await store.db.selectFrom('budget_notices').select('starts_on').execute();
    expect(rows).to.deep.equal([{ starts_on: '2027-03-01' }]);
  });
});
