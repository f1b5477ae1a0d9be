import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { plugin as dailyCap } from '#plugins/budgets/daily-cap/index.ts';
import { plugin as endUserCap } from '#plugins/budgets/end-user-cap/index.ts';
import { plugin as monthlyCap } from '#plugins/budgets/monthly-cap/index.ts';
import { createSpendControl } from '#src/budgets/policy.ts';
import { scopesOf } from '#src/budgets/spend-totals.ts';
import type { BudgetPolicy, SpendCap, SpendScope } from '#src/plugin-api/budget-policy.ts';
import type { Plugin } from '#src/plugin-api/plugin.ts';
import { overStores, sqliteStore, type TestStore } from '../fakes/stores.ts';
import { waitingForTests } from '../fakes/waiting.ts';

const SCOPE: SpendScope = {
  accountId: 'acc_1',
  clientId: 'cli_1',
  workspaceId: 'ws_1',
  endUserId: 'ann',
  plan: 'team',
};

interface Kind {
  readonly plugin: Plugin<'budget', never>;
  readonly settings: object;
  readonly period: 'month' | 'day';
  /** A question that the cap does not count together with `SCOPE`. */
  readonly other: Partial<SpendScope>;
}
/** Every policy that ships, in each way to set it. */
const KINDS: Readonly<Record<string, Kind>> = {
  'monthly-cap': kind(monthlyCap, {}, 'month', { accountId: 'acc_2' }),
  'monthly-cap of tenants': kind(monthlyCap, { scope: 'tenant' }, 'month', { clientId: 'cli_2' }),
  'daily-cap': kind(dailyCap, {}, 'day', { accountId: 'acc_2' }),
  'daily-cap of workspaces': kind(dailyCap, { scope: 'workspace' }, 'day', { workspaceId: 'ws_2' }),
  'end-user-cap': kind(endUserCap, {}, 'month', { endUserId: 'bob' }),
  'end-user-cap a day, without a user': kind(endUserCap, { period: 'day' }, 'day', {
    endUserId: null,
  }),
};

function kind(
  plugin: unknown,
  settings: object,
  period: Kind['period'],
  other: Kind['other'],
): Kind {
  return { plugin: plugin as Kind['plugin'], settings, period, other };
}

/** The last instant of a period, its first one, and the first of the next. */
const TURNS: Readonly<Record<Kind['period'], readonly (readonly [string, string, string])[]>> = {
  month: [
    ['2028-02-01T00:00:00Z', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['2026-12-01T00:00:00Z', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
  ],
  day: [
    ['2028-02-28T00:00:00Z', '2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00Z'],
    ['2026-12-31T00:00:00Z', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
  ],
};

for (const [name, { plugin, settings, period, other }] of Object.entries(KINDS))
  describe(`the budget policy ${name}`, () => {
    let store: TestStore;
    let now: Date;
    const clock = { now: () => now };
    const opened: BudgetPolicy[] = [];
    const policy = async (over: object = {}) => {
      const checked = plugin.settings.parse({ cap_usd: 1, ...settings, ...over });
      const waiting = waitingForTests();
      const context = {
        ...{ log: pino({ level: 'silent' }), clock, dataDir: '', processTag: '', waiting },
      };
      const made = await plugin.create(checked, context);
      opened.push(made);
      return made;
    };
    const control = async (over: object = {}) =>
      createSpendControl({
        store: store.db,
        clock,
        config: configSchema.parse({}),
        policies: [{ name: plugin.name, ...(await policy(over)) }],
        publishEvent: async () => {},
      });
    beforeEach(async () => {
      store = await sqliteStore();
      now = new Date('2026-11-21T12:00:00Z');
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
      await store.dispose();
    });

    const spend = async (cost: number, over: object = {}) => {
      const held = await control(over);
      const decision = await held.reserve(SCOPE, 0.01);
      if (!decision.allowed) throw new Error('refused');
      await held.settle(decision.reservationId, cost);
    };
    const allows = async (scope: Partial<SpendScope> = {}, over: object = {}) =>
      (await (await control(over)).reserve({ ...SCOPE, ...scope }, 0.01)).allowed;

    it('names only scopes of the question, with a cap, a period and thresholds in bounds', async () => {
      const caps = await (await policy()).caps(SCOPE);
      expect(caps).to.have.length(1);
      for (const cap of caps) {
        expect(scopesOf(SCOPE)).to.deep.include([cap.scopeType, cap.scopeId]);
        expect(cap).to.include({ cap: 1, period, enforcement: 'block' });
        for (const threshold of cap.thresholds) expect(threshold).to.be.within(0, 1);
      }
    });

    it('blocks at its cap, and leaves others alone', async () => {
      await spend(0.98);
      // This one sets the cent before the last aside.
      expect(await allows()).to.equal(true);
      await spend(0.01);
      expect(await allows()).to.equal(false);
      expect(await allows(other)).to.equal(true);
    });

    it('only tells where it is set to', async () => {
      await spend(5, { enforcement: 'alert' });
      const decision = await (await control({ enforcement: 'alert' })).reserve(SCOPE, 0.01);
      if (!decision.allowed) throw new Error('refused');
      expect(decision.alertsWith(0).map(({ level }) => level)).to.deep.equal(['over100']);
    });

    it('concerns the plans that it is set for', async () => {
      expect(await (await policy({ plans: ['team'] })).caps(SCOPE)).to.have.length(1);
      expect(await (await policy({ plans: ['free'] })).caps(SCOPE)).to.deep.equal([]);
    });

    for (const [first, last, next] of TURNS[period])
      it(`begins anew at ${next}, not before`, async () => {
        now = new Date(first);
        await spend(1);
        now = new Date(last);
        expect(await allows()).to.equal(false);
        now = new Date(next);
        expect(await allows()).to.equal(true);
      });

    for (const wrong of [
      { cap_usd: -1 },
      { thresholds: [2] },
      { enforcement: 'maybe' },
      { cpa: 1 },
    ])
      it(`refuses ${JSON.stringify(wrong)}`, () => {
        const found = plugin.settings.safeParse({ cap_usd: 1, ...settings, ...wrong });
        expect(found.success).to.equal(false);
      });
  });

overStores('the caps of policies', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.dispose());
  const control = (caps: readonly SpendCap[]) =>
    createSpendControl({
      store: store.db,
      clock: { now: () => new Date('2026-11-21T12:00:00Z') },
      config: configSchema.parse({}),
      policies: [{ name: 'own', caps: () => caps }],
      publishEvent: async () => {},
    });
  const cap: SpendCap = {
    scopeType: 'tenant',
    scopeId: 'cli_1',
    cap: 0.255,
    period: 'month',
    enforcement: 'block',
    thresholds: [1],
  };

  it('let 400 questions at once pass them by one at the most, and the tightest decides', async () => {
    const held = control([{ ...cap, cap: 5 }, cap]);
    const asked = await Promise.all(Array.from({ length: 400 }, () => held.reserve(SCOPE, 0.01)));
    expect(asked.filter(({ allowed }) => allowed)).to.have.length(26);
  });

  it('fail where no question is of their scope, so that nothing would ever reach them', async () => {
    const held = control([{ ...cap, scopeId: 'cli_elsewhere' }]);
    const failure = await held.reserve(SCOPE, 0.01).catch(({ message }: Error) => message);
    expect(failure).to.contain('cli_elsewhere');
  });
});
