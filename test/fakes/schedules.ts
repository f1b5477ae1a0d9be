import type { createAccount } from '#src/accounts/create.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Schedule, ScheduleRun, Schedules } from '#src/schedules/types.ts';
import type { ScheduleRow, Store } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';

const AT = '2026-11-01T00:00:00.000';
const SCHEDULE: Schedule = {
  id: 'sch_1',
  workspace_id: 'ws_1',
  owner: 'Ann',
  name: 'Sales',
  language: 'en',
  board_id: 'brd_1',
  saved_id: null,
  when: { type: 'daily', at: '08:00' },
  time_zone: 'UTC',
  quiet: null,
  to: { type: 'email', to: ['ann@example.com'] },
  status: 'active',
  reason: null,
  failing: false,
  last_run: null,
  past: null,
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
    listOfTenant: async () => ({ items: [SCHEDULE], nextCursor: null }),
    create: (_reader, _request, _signal, settle) => settled(settle, SCHEDULE),
    read: async () => SCHEDULE,
    change: (_reader, _id, _change, _signal, settle) => settled(settle, SCHEDULE),
    remove: (_reader, id, settle) => settled(settle, { deleted: id }),
    test: (_reader, _id, settle) => settled(settle, RUN),
    picture: async () => Buffer.from('PNG'),
    runs: async () => ({ items: [RUN], nextCursor: null }),
  };
}

/** A schedule of nothing, as the store keeps it, every day at eight. */
export const scheduleRow = (
  owner: Awaited<ReturnType<typeof createAccount>>,
  clock: Clock,
): ScheduleRow => ({
  id: 'sch_1',
  account_id: owner.accountId,
  client_id: owner.clientId,
  workspace_id: owner.workspace.workspace_id,
  key_id: 'key_1',
  end_user_id: null,
  row_filter: '{}',
  name: 'Amount',
  language: 'en',
  board_id: null,
  saved_id: null,
  timing: JSON.stringify({ type: 'daily', at: '08:00' }),
  time_zone: 'Europe/Berlin',
  quiet: null,
  destination: '{"type":"email","to":["ann@example.com"]}',
  secret: null,
  status: 'active',
  reason: null,
  failing: 0,
  state: '{}',
  next_at: timestamp(clock.now()),
  created_at: timestamp(clock.now()),
  updated_at: timestamp(clock.now()),
});
