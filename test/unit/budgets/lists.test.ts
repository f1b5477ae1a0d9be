import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import type { Budget } from '#src/budgets/budget.ts';
import { createBudgetList } from '#src/budgets/budget-list.ts';
import type { NamedPolicy } from '#src/budgets/caps.ts';
import type { CapFilter, CapRecord } from '#src/budgets/held-caps.ts';
import { addSpend, scopesOf } from '#src/budgets/spend-totals.ts';
import { createUsage, type UsageGroup } from '#src/budgets/usage.ts';
import type { SpendCap } from '#src/plugin-api/budget-policy.ts';
import type { Principal } from '#src/principal.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from '../ask/harness.ts';
import { seedWorkspaces } from '../ask/store.ts';

overStores('the budgets and usage of an account', (open) => {
  let store: TestStore;
  let ids: { readonly account: string; readonly tenant: string; readonly workspace: string };
  const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
  let policies: NamedPolicy[] = [];
  let settings: object = {};
  const budgets = () =>
    createBudgetList({
      store: store.db,
      clock,
      config: configSchema.parse({ budgets: { max_budgets: 5, ...settings } }),
      policies,
    });
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
    policies = [];
    settings = {};
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
      { reserved_nano: 500_000_000, settled_nano: 1_000_000_000 },
    );
    await budgets().put(whole(), [budget('account', ids.account)]);
    const list = [budget('tenant', ids.tenant), budget('end_user', '*')];
    await budgets().put(whole(), list);
    expect(await budgets().list(whole())).to.deep.equal([
      {
        ...list[0],
        ...{ spent: 1.5, reserved: 0.5, left: 2.5, pct_used: 0.375, resets_on: '2026-12-01' },
      },
      { ...list[1], ...UNTOLD, resets_on: '2026-12-01' },
    ]);
    expect(await budgets().list(bound())).to.deep.equal(await budgets().list(whole()));
  });

  it('are used to the millionth, without the rest of a division of floats', async () => {
    await spendOf(null, 2_188_000_000);
    await budgets().put(whole(), [{ ...budget('tenant', ids.tenant), cap: 3 }]);
    expect((await budgets().list(whole()))[0]!.pct_used).to.equal(0.896);
  });

  const UNTOLD = { spent: null, reserved: null, left: null, pct_used: null };
  const caps = async (as: Principal, filter: Partial<CapFilter> = {}) =>
    (await budgets().caps(as, { clientId: null, workspaceId: null, ...filter })).caps;
  const named = (found: readonly CapRecord[]) =>
    found.map(({ source, scope_type, scope_id }) => `${source} ${scope_type} ${scope_id}`);
  const policy = (name: string, type: SpendCap['scopeType'], cap = 4): NamedPolicy => ({
    name,
    caps: (scope) => {
      const scopeId = new Map(scopesOf(scope)).get(type);
      const rest = { cap, period: 'day', enforcement: 'block', thresholds: [1] } as const;
      return scopeId === undefined ? [] : [{ scopeType: type, scopeId, ...rest }];
    },
  });
  const spendOf = (endUserId: string | null, settled_nano: number) =>
    addSpend(
      store.db,
      { accountId: ids.account, clientId: ids.tenant, workspaceId: ids.workspace, endUserId },
      '2026-11-21T00:00:00.000',
      { reserved_nano: 500_000_000, settled_nano },
    );

  it('stand beside the caps of plan and policies, each once, with what is used of them', async () => {
    policies = [policy('daily-cap', 'account'), policy('mine', 'workspace', 1)];
    await spendOf(null, 1_000_000_000);
    const found = await caps({ ...whole(), plan: 'free' });
    expect(named(found)).to.have.members([
      `plan account ${ids.account}`,
      `daily-cap account ${ids.account}`,
      'mine workspace wsp',
      'mine workspace other',
    ]);
    const of = (name: string) => found.find((one) => named([one])[0] === name);
    expect(of(`plan account ${ids.account}`)).to.deep.include({
      ...{ cap: 10, spent: 1.5, reserved: 0.5, left: 8.5, pct_used: 0.15 },
      resets_on: '2026-12-01',
    });
    const used = { spent: 1.5, reserved: 0.5, left: 0, pct_used: 1.5, resets_on: '2026-11-22' };
    expect(of(`mine workspace ${ids.workspace}`)).to.deep.include(used);
    expect(await budgets().list(whole())).to.deep.equal([]);
  });

  it('show the cap of each end user by itself, and of the one who is named', async () => {
    policies = [policy('end-user-cap', 'end_user')];
    await spendOf('ann', 1_000_000_000);
    const [each, ...others] = await caps(whole());
    expect(others).to.deep.equal([]);
    expect(each).to.deep.include({ scope_id: '*', cap: 4, ...UNTOLD, resets_on: '2026-11-22' });
    const [own] = await caps({ ...bound(), endUserId: 'ann' });
    expect(own).to.deep.include({ scope_id: 'ann', spent: 1.5, left: 2.5 });
  });

  it('tell no bound key what others spend, only that they hold', async () => {
    const all = [
      ...[budget('account', ids.account), budget('tenant', ids.tenant)],
      ...[budget('workspace', 'wsp'), budget('workspace', 'other'), budget('end_user', 'bob')],
    ];
    await budgets().put(whole(), all);
    policies = [policy('a', 'account'), policy('t', 'tenant'), policy('w', 'workspace')];
    await spendOf(null, 1_000_000_000);
    const told = (found: readonly (Budget & { readonly spent: number | null })[]) =>
      found.map(({ scope_type, spent }) => `${scope_type} ${spent}`);
    const own = { ...bound(), workspaceId: ids.workspace };
    expect(told(await budgets().list(bound()))).to.deep.equal(
      ids.workspace === 'wsp'
        ? ['account 1.5', 'tenant 1.5', 'workspace 1.5', 'workspace 0']
        : ['account 1.5', 'tenant 1.5', 'workspace 0', 'workspace 1.5'],
    );
    expect(told(await budgets().list(own))).to.deep.equal([
      'account null',
      'tenant null',
      'workspace 1.5',
    ]);
    expect(told(await caps(own))).to.deep.equal(['account null', 'tenant null', 'workspace 1.5']);
    await store.db
      .insertInto('tenants')
      .values({ id: 'more', account_id: ids.account, name: 'm', slug: 'm', created_at: 'x' })
      .execute();
    const [account, tenant] = told(await caps(bound()));
    expect([account, tenant]).to.deep.equal(['account null', 'tenant 1.5']);
    expect(named(await caps({ ...bound(), clientId: 'more' }))).to.deep.equal([]);
  });

  it('say where not all workspaces were looked at, and filter by them', async () => {
    policies = [policy('w', 'workspace')];
    settings = { listed_workspaces: 1 };
    const cut = await budgets().caps(whole(), { clientId: null, workspaceId: null });
    expect([cut.caps.length, cut.complete]).to.deep.equal([1, false]);
    const one = await budgets().caps(whole(), { clientId: ids.tenant, workspaceId: 'other' });
    expect([named(one.caps), one.complete]).to.deep.equal([['w workspace other'], true]);
    expect(await caps({ ...whole(), accountId: 'elsewhere' })).to.deep.equal([]);
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

  it('are those of one request whole, however many put theirs at once', async () => {
    const puts = Array.from({ length: 8 }, (_, n) =>
      budgets().put(whole(), [budget('tenant', ids.tenant), budget('end_user', `user${n}`)]),
    );
    await Promise.all(puts);
    expect(await budgets().list(whole())).to.have.length(2);
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

  it('add up no question that a budget refused, and money as decimals', async () => {
    await answer(1, 1, { costUsd: 0.1 });
    await answer(2, 1, { costUsd: 0.2 });
    await answer(3, 1, { costUsd: 0, agent: 'none' });
    const usage = createUsage(store.db, store.kind);
    const span = { from: '2026-11-01', to: '2026-11-02', groupBy: 'day' as const };
    const [day] = await usage(whole(), span);
    expect(day).to.include({ questions: 2, cost_usd: 0.3 });
  });

  const answer = (
    n: number,
    of: 1 | 2,
    { costUsd = 0.5, agent }: { readonly costUsd?: number; readonly agent?: string } = {},
  ) =>
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
          agent,
        }),
        cost_usd: costUsd,
        duration_ms: n,
        created_at: `2026-11-0${of}T23:59:59.999`,
      })
      .execute();
});
