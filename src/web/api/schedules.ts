export {
  createSchedule,
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  listTenantSchedules,
  testSchedule,
  updateSchedule,
} from '#src/client/generated/calls.ts';
export type { Schedule, ScheduleRun } from '#src/client/generated/types.ts';
