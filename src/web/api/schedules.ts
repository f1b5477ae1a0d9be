export {
  createSchedule,
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  testSchedule,
  updateSchedule,
} from '#src/client/generated/calls.ts';
export type { Schedule } from '#src/client/generated/types.ts';
