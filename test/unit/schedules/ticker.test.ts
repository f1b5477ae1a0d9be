import { expect } from 'chai';
import { pino } from 'pino';
import { createAccount } from '#src/accounts/create.ts';
import { timestamp } from '#src/clock.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import { resealAddresses } from '#src/schedules/reseal.ts';
import { createTicker, SCHEDULE_JOB } from '#src/schedules/ticker.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import type { ScheduleRow } from '#src/store/schema.ts';
import { eventually } from '../../fakes/eventually.ts';
import { scheduleRow } from '../../fakes/schedules.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const log = pino({ level: 'silent' });
const clock = { now: () => NOW };
const config = {
  schedules: { check_ms: 300_000, poll_ms: 50, keep_days: 30, attempts: 3 },
} as never;

describe('the clock of schedules', () => {
  let store: TestStore;
  let owner: Awaited<ReturnType<typeof createAccount>>;
  beforeEach(async () => {
    store = await sqliteStore();
    owner = await store.db.transaction().execute((trx) =>
      createAccount(trx, clock, {
        ...{ type: 'standard', plan: 'self_hosted', name: 'Shop', email: null },
        key: { name: 'First key', bindTo: 'tenant' },
      }),
    );
  });
  afterEach(() => store.dispose());

  const add = async (count: number, change: Partial<ScheduleRow> = {}) => {
    const rows = Array.from(
      { length: count },
      (_, at): ScheduleRow => ({
        ...scheduleRow(owner, clock),
        id: `sch_${String(at).padStart(5, '0')}`,
        next_at: timestamp(new Date(NOW.getTime() - 86_400_000)),
        ...change,
      }),
    );
    for (let at = 0; at < count; at += 500)
      await store.db
        .insertInto('schedules')
        .values(rows.slice(at, at + 500))
        .execute();
  };
  const ticker = () => {
    const jobs = createJobQueue({
      ...{ store: store.db, kind: store.kind, clock, log, handlers: {} },
      ...{ leaseMs: 1_000, pollMs: 1_000, concurrency: 1 },
    });
    return createTicker({ store: store.db, clock, log, config, enqueue: jobs.enqueue });
  };
  const runs = () => store.db.selectFrom('schedule_runs').selectAll().execute();
  const isIdle = async () => {
    const due = await store.db
      .selectFrom('schedules')
      .select('id')
      .where('next_at', '<=', timestamp(NOW))
      .where('status', '=', 'active')
      .executeTakeFirst();
    return due === undefined;
  };

  it('makes one run with one job of each of 10,000 that are due at once, on two gateways', async () => {
    await add(10_000);
    const both = [ticker(), ticker()];
    for (const one of both) one.start();
    await eventually(isIdle, 'all runs');
    for (const one of both) await one.close();
    const made = await runs();
    expect(new Set(made.map(({ schedule_id }) => schedule_id)).size).to.equal(10_000);
    expect(made).to.have.length(10_000);
    const jobs = await store.db.selectFrom('jobs').selectAll().execute();
    expect(
      jobs.map(({ payload }) => (JSON.parse(payload) as { runId: string }).runId),
    ).to.have.members(made.map(({ id }) => id));
    expect(jobs[0]).to.include({ kind: SCHEDULE_JOB, max_attempts: 3, status: 'queued' });
  }).timeout(180_000);

  it('encrypts addresses with the newest key, and leaves those that it cannot read', async () => {
    const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });
    const [old, lost] = [createSecretBox([key('old', 1)]), createSecretBox([key('lost', 2)])];
    await add(2);
    const set = (id: string, secret: string) =>
      store.db.updateTable('schedules').set({ secret }).where('id', '=', id).execute();
    await set('sch_00000', old.seal('https://hooks.slack.com/services/x', 'sch_00000'));
    const unreadable = lost.seal('https://hooks.slack.com/services/y', 'sch_00001');
    await set('sch_00001', unreadable);
    const box = createSecretBox([key('new', 3), key('old', 1)]);
    await resealAddresses(store.db, box, log);
    const [first, second] = await store.db
      .selectFrom('schedules')
      .select('secret')
      .orderBy('id')
      .execute();
    expect(box.isCurrent(first?.secret ?? '')).to.equal(true);
    expect(box.open(first?.secret ?? '', 'sch_00000')).to.contain('services/x');
    expect(second?.secret).to.equal(unreadable);
  });

  it('makes up for a month of missed hours by one run, whichever gateway starts first', async () => {
    await add(1, {
      timing: JSON.stringify({ type: 'hourly' }),
      next_at: timestamp(new Date(NOW.getTime() - 30 * 86_400_000)),
    });
    for (let start = 0; start < 3; start += 1) {
      const both = [ticker(), ticker()];
      for (const one of both) one.start();
      await eventually(isIdle);
      for (const one of both) await one.close();
      // It was sent; the next start finds nothing more to make up for.
      await store.db.updateTable('schedule_runs').set({ status: 'delivered' }).execute();
    }
    expect(await runs()).to.have.length(1);
    const [row] = await store.db.selectFrom('schedules').selectAll().execute();
    expect(row?.next_at).to.equal(timestamp(new Date('2026-11-29T13:00:00Z')));
  });

  it('adds no run while one waits, and none for what is paused or not due', async () => {
    await add(1);
    const one = ticker();
    one.start();
    await eventually(async () => (await runs()).length === 1);
    await store.db
      .updateTable('schedules')
      .set({ next_at: timestamp(NOW) })
      .execute();
    await eventually(isIdle);
    await store.db.updateTable('schedule_runs').set({ status: 'delivered' }).execute();
    await store.db
      .updateTable('schedules')
      .set({ next_at: timestamp(NOW), status: 'paused' })
      .execute();
    await one.close();
    expect(await runs()).to.have.length(1);
    const [row] = await store.db.selectFrom('schedules').selectAll().execute();
    expect(row?.next_at).to.equal(timestamp(NOW));
  });
});
