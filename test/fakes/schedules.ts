import type { Schedule, ScheduleRun, Schedules } from '#src/schedules/types.ts';
import type { Store } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';

const AT = '2026-11-01T00:00:00.000';
const SCHEDULE: Schedule = {
  id: 'sch_1',
  workspace_id: 'ws_1',
  name: 'Sales',
  board_id: 'brd_1',
  saved_id: null,
  when: { type: 'daily', at: '08:00' },
  time_zone: 'UTC',
  quiet: null,
  to: { type: 'email', to: ['ann@example.com'] },
  status: 'active',
  reason: null,
  failing: false,
  next_at: AT,
  created_at: AT,
  updated_at: AT,
};
const RUN: ScheduleRun = {
  id: 'run_1',
  status: 'pending',
  is_test: true,
  error: null,
  created_at: AT,
  updated_at: AT,
};

/** One schedule, whoever looks, that nobody runs. */
export function createFakeSchedules(store: Store): Schedules {
  const settled = async <T>(settle: Settle<T>, made: T) => {
    await store.transaction().execute((trx) => settle(trx, made));
    return made;
  };
  return {
    list: async () => ({ items: [SCHEDULE], nextCursor: null }),
    create: (_reader, _request, _signal, settle) => settled(settle, SCHEDULE),
    read: async () => SCHEDULE,
    change: (_reader, _id, _change, _signal, settle) => settled(settle, SCHEDULE),
    remove: (_reader, id, settle) => settled(settle, { deleted: id }),
    test: (_reader, _id, settle) => settled(settle, RUN),
    runs: async () => ({ items: [RUN], nextCursor: null }),
  };
}
