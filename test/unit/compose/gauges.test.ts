import { expect } from 'chai';
import { Registry } from 'prom-client';
import { configSchema } from '#config/schema.ts';
import { openGauges } from '#src/compose/gauges.ts';
import { plentyOfBytes } from '../../fakes/byte-budget.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

const WORKSPACES = 10_000;
const AT = '2026-11-22T12:00:00Z';

overStores('figures of the store', (open) => {
  let store: TestStore;
  let registry: Registry;
  beforeEach(async () => {
    store = await open();
    registry = new Registry();
    openGauges({
      config: {
        ...configSchema.parse({}),
        metrics: { token: null, refresh_ms: 100, wait_ms: 20_000 },
      },
      clock: { now: () => new Date(AT) },
      store: store.db,
      registry,
      jobKinds: ['ingest'],
      answers: plentyOfBytes(),
      readiness: async () => ({ store: true }),
      warnings: () => ['one'],
      engine: async () => null,
      connections: null,
    });
  });
  afterEach(() => store.dispose());

  it('are as many lines for ten thousand workspaces as for one, and none names any', async () => {
    const before = (await registry.metrics()).split('\n').length;
    const budget = {
      account_id: 'acc_1',
      period: 'day',
      enforcement: 'block',
      thresholds: '[1]',
    } as const;
    await store.db
      .insertInto('accounts')
      .values({
        ...{ id: 'acc_1', type: 'standard', plan: 'self_hosted', name: 'Many', email: null },
        created_at: '2026-11-01T00:00:00.000',
      })
      .execute();
    await store.db
      .insertInto('budgets')
      .values([
        { ...budget, scope_type: 'workspace', scope_id: '*', cap: 2, position: 0 },
        {
          ...budget,
          scope_type: 'account',
          scope_id: 'acc_1',
          cap: 50,
          period: 'month',
          position: 1,
        },
      ])
      .execute();
    const totals = Array.from({ length: WORKSPACES }, (_, index) => ({
      account_id: 'acc_1',
      scope_type: 'workspace' as const,
      scope_id: `ws_${index}`,
      period: 'day' as const,
      starts_on: '2026-11-22',
      reserved_nano: 0,
      settled_nano: index === 7 ? 3_000_000_000 : 500_000_000,
    }));
    for (let from = 0; from < WORKSPACES; from += 1_000)
      await store.db
        .insertInto('spend_totals')
        .values(totals.slice(from, from + 1_000))
        .execute();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const began = performance.now();
    const text = await registry.metrics();
    const took = performance.now() - began;
    const of = 'scope_type="workspace",period="day",enforcement="block"';
    expect(text).to.contain(`plumbline_budgets{${of}} 10000`);
    expect(text).to.contain(`plumbline_budgets_reached{${of}} 1`);
    expect(text).to.contain(`plumbline_budget_cap_usd{${of}} 20000`);
    expect(text).to.contain(`plumbline_budget_used_max_ratio{${of}} 1.5`);
    expect(text).to.contain(
      'plumbline_budget_spent_usd{scope_type="account",period="month",enforcement="block"} 0',
    );
    expect(text.split('\n').length - before).to.be.below(20);
    expect(text).to.not.match(/ws_\d|acc_1/);
    expect(took).to.be.below(5_000);
  });

  it('are those of before, and counted, where the store does not answer', async () => {
    await registry.metrics();
    await store.close();
    await new Promise((resolve) => setTimeout(resolve, 150));
    // The first one after the failure shows it.
    await registry.metrics();
    const text = await registry.metrics();
    expect(text).to.contain('plumbline_jobs{kind="ingest",state="queued"} 0');
    expect(text).to.contain('plumbline_scrape_failures_total{part="jobs"} 1');
  });
});
