import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { NewJob } from '#src/jobs/types.ts';
import type { ScheduleRow, ScheduleRunRow, Store, StoreSchema } from '#src/store/schema.ts';
import { nextDue } from './timing.ts';
import type { When } from './types.ts';

/** Kind of the job that makes and delivers the message of one run. */
export const SCHEDULE_JOB = 'schedule.run';

/** What the job is told. */
export interface ScheduleJob {
  readonly runId: string;
}

/** Writes a run and its job in the caller's transaction. */
export type EnqueueRun = (
  trx: Transaction<StoreSchema>,
  scheduleId: string,
  isTest: boolean,
) => Promise<ScheduleRunRow>;

export interface TickerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'schedules'>;
  readonly enqueue: (trx: Transaction<StoreSchema>, job: NewJob) => Promise<unknown>;
  /** What else goes by this clock: called at each look. */
  readonly alsoDue?: () => Promise<void>;
}

/** Schedules that are taken in one transaction. */
const BATCH = 100;
const PRUNE_EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * PRUNE_EVERY_MS;

export const createEnqueueRun =
  ({ clock, config, enqueue }: Pick<TickerDeps, 'clock' | 'config' | 'enqueue'>): EnqueueRun =>
  async (trx, scheduleId, isTest) => {
    const at = timestamp(clock.now());
    const row: ScheduleRunRow = {
      id: newId('run'),
      schedule_id: scheduleId,
      is_test: isTest ? 1 : 0,
      status: 'pending',
      error: null,
      created_at: at,
      updated_at: at,
    };
    await trx.insertInto('schedule_runs').values(row).execute();
    await enqueue(trx, {
      kind: SCHEDULE_JOB,
      workspaceId: null,
      payload: { runId: row.id } satisfies ScheduleJob,
      maxAttempts: config.schedules.attempts,
    });
    return row;
  };

/**
 * Turns schedules that are due into runs. Of several gateways one wins each: it moves `next_at` on, and writes run and
 * job in the same transaction. Whatever was missed is one run, and none is added while one still waits.
 */
export function createTicker(deps: TickerDeps) {
  const { store, clock, log, config } = deps;
  const enqueueRun = createEnqueueRun(deps);
  let timers: readonly NodeJS.Timeout[] = [];
  let ticking: Promise<void> | null = null;

  const take = async (trx: Transaction<StoreSchema>, due: ScheduleRow, now: Date) => {
    const next = nextDue(
      JSON.parse(due.timing) as When,
      due.time_zone,
      now,
      config.schedules.check_ms,
    );
    const taken = await trx
      .updateTable('schedules')
      .set({ next_at: timestamp(next) })
      .where('id', '=', due.id)
      .where('next_at', '=', due.next_at)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    if (!taken) return;
    const waiting = await trx
      .selectFrom('schedule_runs')
      .select('id')
      .where('schedule_id', '=', due.id)
      .where('status', '=', 'pending')
      .where('is_test', '=', 0)
      .executeTakeFirst();
    if (!waiting) await enqueueRun(trx, due.id, false);
  };

  const tick = async () => {
    for (;;) {
      const now = clock.now();
      const due = await store
        .selectFrom('schedules')
        .selectAll()
        .where('status', '=', 'active')
        .where('next_at', '<=', timestamp(now))
        .orderBy('next_at')
        .orderBy('id')
        .limit(BATCH)
        .execute();
      if (due.length === 0) return;
      await store.transaction().execute(async (trx) => {
        for (const one of due) await take(trx, one, now);
      });
    }
  };

  const prune = () =>
    store
      .deleteFrom('schedule_runs')
      .where('status', '<>', 'pending')
      .where(
        'created_at',
        '<',
        timestamp(new Date(clock.now().getTime() - config.schedules.keep_days * DAY_MS)),
      )
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, "old schedule runs weren't removed"));

  const once = () => {
    ticking ??= tick()
      .catch((error: unknown) => log.warn({ err: error }, 'due schedules could not be read'))
      .then(() => deps.alsoDue?.())
      .catch((error: unknown) => log.warn({ err: error }, 'due refreshes could not be read'))
      .finally(() => {
        ticking = null;
      });
    return ticking;
  };

  return {
    start() {
      void once();
      void prune();
      timers = [
        setInterval(() => void once(), config.schedules.poll_ms).unref(),
        setInterval(() => void prune(), PRUNE_EVERY_MS).unref(),
      ];
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await ticking;
    },
  };
}
