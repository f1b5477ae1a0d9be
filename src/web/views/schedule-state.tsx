import '../styles/screens.css';
import type { Caller } from '../api/http.ts';
import { serviceOf } from '../api/kit.ts';
import { listScheduleRuns, type Schedule, type ScheduleRun } from '../api/schedules.ts';
import { Failure } from '../components/failure.tsx';
import { dayTime } from '../format/times.ts';
import { locale } from '../i18n/index.ts';
import { scheduleTexts } from '../i18n/schedules.ts';
import { useLoaded } from '../state/calls.ts';
import { caller } from '../state/session.ts';

/** The service, with the path of a schedule. */
export function scheduleAt({ id, workspace_id }: Pick<Schedule, 'id' | 'workspace_id'>) {
  const by: Caller | null = caller.value;
  if (!by) throw new Error("You're not signed in.");
  const path = { client_id: by.clientId, workspace_id, schedule_id: id };
  return { service: serviceOf(by), path };
}

/** `Every week, Monday 08:00 (Europe/Berlin)`. */
export function whenText({ when, time_zone }: Schedule): string {
  const named = scheduleTexts().whens[when.type];
  if (!('at' in when)) return named;
  const day = 'day' in when && when.day ? `${weekdayText(when.day)} ` : '';
  return `${named}, ${day}${when.at} (${time_zone})`;
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export const weekdayText = (day: (typeof WEEKDAYS)[number]): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(
    // The first day of 2024 was a Monday.
    Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)),
  );

/** When it runs next, or why it doesn't. */
export function ScheduleState({ schedule }: { readonly schedule: Schedule }) {
  const text = scheduleTexts();
  const { status, next_at, failing, past, reason } = schedule;
  return (
    <>
      {status === 'active' && next_at ? text.next(dayTime(next_at, locale())) : ''}
      {status === 'paused' && text.paused}
      {status === 'stopped' && (
        <>
          {text.stopped}: <span lang="en">{reason}</span>
        </>
      )}
      {failing && status === 'active' && <> · {text.failing}</>}
      {past && past.values < past.needed && <> · {text.past(past.values, past.needed)}</>}
    </>
  );
}

/** What came of a run. */
export function RunState({ run }: { readonly run: ScheduleRun }) {
  return (
    <>
      {dayTime(run.created_at, locale())} · {scheduleTexts().states[run.status]}
      {run.error && <span lang="en"> · {run.error}</span>}
    </>
  );
}

interface LogProps {
  readonly schedule: Schedule;
  readonly limit: number;
  /** Another number reads it again. */
  readonly round: number;
}

/** The newest runs of a schedule; read again as long as one waits. */
export function ScheduleLog({ schedule, limit, round }: LogProps) {
  const text = scheduleTexts();
  const runs = useLoaded(
    (signal) => waitedFor(schedule, limit, signal),
    [schedule.id, schedule.updated_at, round],
  );
  return (
    <>
      <Failure error={runs.error} onRetry={runs.again} />
      {runs.value?.length === 0 && <p class="meta">{text.noRuns}</p>}
      <ul class="runs">
        {runs.value?.map((run) => (
          <li key={run.id} class="meta num">
            <RunState run={run} />
          </li>
        ))}
      </ul>
    </>
  );
}

const WAIT_MS = 700;
const ROUNDS = 8;

async function waitedFor(schedule: Schedule, limit: number, signal: AbortSignal) {
  const { service, path } = scheduleAt(schedule);
  for (let round = 0; ; round += 1) {
    const { runs } = await listScheduleRuns(service, { ...path, limit }, { signal });
    if (round === ROUNDS || runs.every(({ status }) => status !== 'pending')) return runs;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
