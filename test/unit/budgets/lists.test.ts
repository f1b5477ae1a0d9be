import { expect } from 'chai';
import type { Budget } from '#src/budgets/budget.ts';
import { createBudgetList } from '#src/budgets/budget-list.ts';
import { addSpend } from '#src/budgets/spend-totals.ts';
import { createUsage, type UsageGroup } from '#src/budgets/usage.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from '../ask/harness.ts';
import { seedWorkspaces } from '../ask/store.ts';

overStores('the budgets and usage of an account', (open) => {
  let store: TestStore;
  let ids: { readonly account: string; readonly tenant: string; readonly workspace: string };
  const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
  const budgets = () => createBudgetList({ store: store.db, clock, maxBudgets: 5 });
  const whole = () => ({
    ...principal(),
    accountId: ids.account,
    clientId: null,
    workspaceId: null,
  });
  const bound = () => ({ ...whole(), clientId: ids.tenant });
  beforeEach(async () => {
    store = await open();
    await seedWorkspaces(store.db);
    const row = await store.db
      .selectFrom('workspaces')
      .innerJoin('tenants', 'tenants.id', 'workspaces.client_id')
      .select(['account_id as account', 'tenants.id as tenant', 'workspaces.id as workspace'])
      .executeTakeFirstOrThrow();
    ids = row;
  });
  afterEach(() => store.dispose());

  const budget = (scope_type: Budget['scope_type'], scope_id: string): Budget => ({
    scope_type,
    scope_id,
    cap: 4,
    period: 'month',
    enforcement: 'block',
    thresholds: [0.8, 1],
  });
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: { readonly code: string }) => error.code,
    );

  it('come back as they were put, with what is spent, and replace those before', async () => {
    await addSpend(
      store.db,
      { accountId: ids.account, clientId: ids.tenant, workspaceId: ids.workspace, endUserId: null },
      '2026-11-02T00:00:00.000',
      { reserved_nano: 0, settled_nano: 1_000_000_000 },
    );
    await budgets().put(whole(), [budget('account', ids.account)]);
    const list = [budget('tenant', ids.tenant), budget('end_user', '*')];
    await budgets().put(whole(), list);
    expect(await budgets().list(whole())).to.deep.equal([
      { ...list[0], spent: 1, pct_used: 0.25 },
      { ...list[1], spent: null, pct_used: null },
    ]);
    expect(await budgets().list(bound())).to.have.length(1);
  });

  it('are refused for scopes of others, twice over, too many, and with a bound key', async () => {
    const own = budget('tenant', ids.tenant);
    const put = (list: readonly Budget[]) => failure(budgets().put(whole(), list));
    expect(await put([budget('tenant', 'cli_of_others')])).to.equal('unprocessable');
    expect(await put([budget('account', '*')])).to.equal('unprocessable');
    expect(await put([own, own])).to.equal('unprocessable');
    const users = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => budget('end_user', id));
    expect(await put(users)).to.equal('unprocessable');
    expect(await failure(budgets().put(bound(), [own]))).to.equal('forbidden');
    expect(await budgets().list(whole())).to.deep.equal([]);
  });

  const groups: readonly [UsageGroup, readonly string[]][] = [
    ['day', ['2026-11-01', '2026-11-02']],
    ['tenant', ['t1', 't2']],
    ['workspace', ['w1', 'w2']],
    ['model', ['builtin', 'gemini']],
    ['key', ['k1', 'k2']],
  ];
  for (const [groupBy, names] of groups)
    it(`add up questions, tokens, cost and latency by ${groupBy}`, async () => {
      for (let n = 1; n <= 101; n += 1) await answer(n, n <= 100 ? 1 : 2);
      const usage = createUsage(store.db, store.kind);
      const span = { from: '2026-11-01', to: '2026-11-02', groupBy };
      const found = await usage(whole(), span);
      expect(found.map(({ group }) => group)).to.deep.equal(names);
      expect(found[0]).to.deep.include({
        questions: 100,
        tokens: { input: 1000, output: 200 },
        cost_usd: 50,
        latency_ms: { p50: 50, p95: 95, p99: 99 },
      });
      expect(await usage({ ...whole(), clientId: 't2' }, span)).to.have.length(1);
      expect(await usage({ ...whole(), accountId: 'other' }, span)).to.deep.equal([]);
      expect(await usage(whole(), { ...span, to: '2026-11-01' })).to.have.length(1);
    });

  const answer = (n: number, of: 1 | 2) =>
    store.db
      .insertInto('answers')
      .values({
        trace_id: `tr_${n}`,
        account_id: ids.account,
        client_id: `t${of}`,
        workspace_id: `w${of}`,
        key_id: `k${of}`,
        end_user_id: null,
        generation_id: null,
        question: 'q',
        result: 'success',
        sql: null,
        trace: JSON.stringify({
          model_used: of === 1 ? 'builtin' : 'gemini',
          tokens: { input: 10, output: 2 },
        }),
        cost_usd: 0.5,
        duration_ms: n,
        created_at: `2026-11-0${of}T23:59:59.999`,
      })
      .execute();
});
