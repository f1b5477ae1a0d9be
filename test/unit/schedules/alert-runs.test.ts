import { expect } from 'chai';
import { createAccount } from '#src/accounts/create.ts';
import type { SavedQuestion } from '#src/boards/types.ts';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { type RunningJob, TryAgain } from '#src/jobs/types.ts';
import { DeliveryRefused } from '#src/schedules/deliver.ts';
import type { Message } from '#src/schedules/message.ts';
import { createScheduleRuns, type ScheduleRunDeps } from '#src/schedules/run.ts';
import { createEnqueueRun } from '#src/schedules/ticker.ts';
import type { ScheduleRow } from '#src/store/schema.ts';
import { scheduleRow } from '../../fakes/schedules.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';

const DAY_MS = 86_400_000;

describe('runs of an alert', () => {
  let store: TestStore;
  let owner: Awaited<ReturnType<typeof createAccount>>;
  let now: Date;
  let sent: Message[];
  /** What the question gives, or how reading or delivering it fails. */
  let value: number | null;
  let failure: Error | null;
  let refusal: Error | null;
  let generation: number;
  let questions: number;
  let isLost: boolean;
  const clock = { now: () => now };

  beforeEach(async () => {
    store = await sqliteStore();
    now = new Date('2026-11-01T08:00:00Z');
    [sent, value, failure, refusal, generation, questions] = [[], 10, null, null, 0, 0];
    isLost = false;
    owner = await store.db.transaction().execute((trx) =>
      createAccount(trx, clock, {
        ...{ type: 'standard', plan: 'self_hosted', name: 'Shop', email: null },
        key: { name: 'First key', bindTo: 'tenant' },
      }),
    );
  });
  afterEach(() => store.dispose());

  const add = (change: Partial<ScheduleRow>) =>
    store.db
      .insertInto('schedules')
      .values({ ...scheduleRow(owner, clock), ...change })
      .execute();
  const question = () =>
    ({
      ...{ id: 'sav_1', sql: 'SELECT 1', name: 'Amount', trace_id: 'tr_1' },
      ...{ stale: null, failure: null },
      result: {
        ...{ columns: ['amount'], rows: [[value]], total_rows: 1 },
        columns_info: [{ name: 'amount', kind: 'measure', grain: null, unit: 'USD', scale: 1 }],
        as_of: timestamp(now),
      },
    }) as unknown as SavedQuestion;
  const config = {
    public_url: 'https://data.example.com',
    schedules: { least_past: 5, max_past: 60, max_rows: 20, attempts: 3 },
  } as never;
  const run = createScheduleRuns({
    ...({ clock, config } as unknown as ScheduleRunDeps),
    get store() {
      return store.db;
    },
    saved: {
      refresh: async () => {
        questions += 1;
        if (failure) throw failure;
        return question();
      },
    },
    ownerOf: async () =>
      isLost
        ? null
        : ({
            principal: { policy: { hash: 'all', filter: {} } },
            workspace: { generationId: `gen_${generation}`, databaseId: null },
          } as never),
    admit: async () => {},
    deliver: async ({ message }) => {
      if (refusal) throw refusal;
      sent.push(message);
      return undefined;
    },
    publishEvent: async () => undefined as never,
  });
  const attempt = async (runId: string) => {
    const job = {
      ...{ payload: { runId }, attempt: 1, isLastAttempt: true },
      signal: new AbortController().signal,
      publish: (work: (trx: never) => Promise<void>) =>
        store.db.transaction().execute((trx) => work(trx as never)),
    };
    return run(job as unknown as RunningJob).then(
      (done) => String(done?.['status'] ?? ''),
      (error: unknown) =>
        error instanceof TryAgain
          ? { runId, hours: error.afterMs / 3_600_000, counts: error.counts }
          : String(error),
    );
  };
  /** A look on the next day, at data that were loaded meanwhile. */
  const look = async (next: number | null, isTest = false) => {
    now = new Date(now.getTime() + DAY_MS);
    generation += 1;
    value = next;
    const { id } = await store.db
      .transaction()
      .execute((trx) =>
        createEnqueueRun({ clock, config, enqueue: async () => undefined })(trx, 'sch_1', isTest),
      );
    await attempt(id);
    return store.db
      .selectFrom('schedule_runs')
      .select(['status', 'error'])
      .where('id', '=', id)
      .executeTakeFirst();
  };
  /** A run by the clock at some time: whether it was sent, or for how long it waits. */
  const runAt = async (at: string, isTest = false) => {
    now = new Date(at);
    const { id } = await store.db
      .transaction()
      .execute((trx) =>
        createEnqueueRun({ clock, config, enqueue: async () => undefined })(trx, 'sch_1', isTest),
      );
    return attempt(id);
  };
  const UNUSUAL = { timing: JSON.stringify({ type: 'unusual', at: '08:00' }) };

  it('waits for enough past, sends once when the number leaves its range, and again after it was back', async () => {
    await add(UNUSUAL);
    for (const [at, one] of [10, 11, 9, 10, 12].entries())
      expect((await look(one))?.error).to.equal(`Not enough earlier values yet (${at} of 5).`);
    expect(await look(11)).to.deep.include({ status: 'skipped' });
    expect((await look(10))?.error).to.match(
      /^Amount: \$10 is within its usual range, \$\d to \$\d\d \(from 6 earlier runs\)\.$/,
    );
    expect(await look(99)).to.deep.equal({ status: 'delivered', error: null });
    expect(sent.map(({ note }) => note)).to.have.length(1);
    expect(sent[0]?.note).to.match(
      /^Amount: \$99 is above its usual range, \$\d to \$\d\d \(from 7 earlier runs\)\.$/,
    );
    expect((await look(98))?.status).to.equal('skipped');
    expect((await look(10))?.status).to.equal('skipped');
    expect((await look(97))?.status).to.equal('delivered');
    expect((await look(0))?.status).to.equal('delivered');
    expect(sent.at(-1)?.note).to.contain('$0 is below');
  });

  it('speaks German', async () => {
    await add({ ...UNUSUAL, language: 'de' });
    for (const one of [10, 10, 10, 10, 10]) await look(one);
    await look(1_200.5);
    expect(sent[0]).to.include({
      language: 'de',
      note: 'Amount: 1.200,50\u00a0$ liegt über dem üblichen Wert 10\u00a0$ (aus 5 früheren Läufen).',
    });
  });

  it('keeps nothing of runs that failed, gave no number, weren’t delivered or were tests', async () => {
    await add(UNUSUAL);
    for (const one of [10, 11, 9, 10]) await look(one);
    failure = new AppError('unavailable', 'The data can’t be read right now.');
    expect((await look(10))?.status).to.equal('failed');
    failure = null;
    expect(sent.at(-1)?.title).to.equal('"Amount" couldn\'t be sent');
    expect(await look(null)).to.deep.include({ status: 'failed' });
    await look(500, true);
    expect(sent.at(-1)?.note).to.equal('This is a test. Not enough earlier values yet (4 of 5).');
    expect((await look(12))?.error).to.equal('Not enough earlier values yet (4 of 5).');
    refusal = new DeliveryRefused('Slack answered 404.');
    expect((await look(99))?.status).to.equal('failed');
    refusal = null;
    // What wasn't delivered is told at the next look, and compared with what was usual before.
    expect((await look(99))?.status).to.equal('delivered');
    expect(sent.at(-1)?.note).to.contain('from 5 earlier runs');
  });

  it('looks at files only once they changed', async () => {
    await add(UNUSUAL);
    await look(10);
    generation -= 1;
    const before = questions;
    expect(await look(10)).to.equal(undefined);
    expect(questions).to.equal(before);
  });

  for (const [what, at, hours, over] of [
    ['before clocks go forward', '2026-03-28T21:30:00Z', 7.5, '2026-03-29T05:00:00Z'],
    ['within the hour that is skipped', '2026-03-29T01:00:00Z', 4, '2026-03-29T05:00:00Z'],
    ['the first time an hour comes', '2026-10-25T00:30:00Z', 5.5, '2026-10-25T06:00:00Z'],
    ['the second time an hour comes', '2026-10-25T01:30:00Z', 4.5, '2026-10-25T06:00:00Z'],
  ] as const)
    it(`waits for the end of quiet hours ${what}, and then sends the data of then`, async () => {
      await add({ quiet: JSON.stringify({ from: '22:00', to: '07:00' }) });
      value = 1;
      const waits = await runAt(at);
      expect(waits).to.deep.include({ hours, counts: false });
      expect([sent.length, questions]).to.deep.equal([0, 0]);
      value = 2;
      now = new Date(new Date(over).getTime() - 1);
      const { runId } = waits as { runId: string };
      expect(await attempt(runId)).to.have.property('hours');
      now = new Date(over);
      expect(await attempt(runId)).to.equal('delivered');
      expect(sent[0]?.parts[0]).to.have.deep.property('rows', [[2]]);
      expect(await runAt(at, true), 'a test').to.equal('delivered');
    });

  it('stops for good when its owner lost access, whether the notice arrives or not', async () => {
    await add({ language: 'de' });
    isLost = true;
    refusal = new DeliveryRefused('Slack answered 404.');
    await runAt('2026-11-02T08:00:00Z');
    const row = () => store.db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow();
    expect(await row()).to.deep.include({
      ...{ status: 'stopped', failing: 1 },
      reason: 'Its owner no longer has access to this data.',
    });
    refusal = null;
    isLost = false;
    expect(await runAt('2026-11-03T08:00:00Z')).to.equal('skipped');
    expect([sent.length, questions]).to.deep.equal([0, 0]);
    await store.db.updateTable('schedules').set({ status: 'active' }).execute();
    isLost = true;
    await runAt('2026-11-04T08:00:00Z');
    expect(sent[0]).to.include({ title: '„Amount“ wurde gestoppt', link: null });
    expect(sent[0]?.parts).to.deep.equal([]);
  });

  it('of a bound says the number with its unit, once for each crossing', async () => {
    await add({ timing: JSON.stringify({ type: 'bound', above: 1_000 }) });
    for (const one of [900, 1_200, 1_300, 900, 1_250]) await look(one);
    expect(sent.map(({ note }) => note)).to.deep.equal([
      'Amount: $1,200 is above $1,000.',
      'Amount: $1,250 is above $1,000.',
    ]);
  });
});
