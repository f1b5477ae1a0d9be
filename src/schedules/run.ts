import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import type { BoardReader, Boards, SavedQuestion, SavedQuestions } from '#src/boards/types.ts';
import { timeText } from '#src/charts/format.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { PublishEvent } from '#src/events/types.ts';
import {
  type JobHandler,
  JobRefused,
  LeaseLost,
  type RunningJob,
  TryAgain,
} from '#src/jobs/types.ts';
import { type Day, dayFor } from '#src/planner/day.ts';
import type { UsualRange } from '#src/statistics/robust.ts';
import type { ScheduleRow, ScheduleRunRow, Store, StoreSchema } from '#src/store/schema.ts';
import { type Deliver, DeliveryRefused } from './deliver.ts';
import { type Message, type MessageText, notice, partOf } from './message.ts';
import { serviceUrl } from './service-url.ts';
import { MESSAGE_TEXTS, type MessageLanguage } from './texts.ts';
import type { ScheduleJob } from './ticker.ts';
import { quietUntil } from './timing.ts';
import type { Destination, QuietHours, When } from './types.ts';
import {
  type Judged,
  judgeNumber,
  type KeptPast,
  sideOf,
  singleNumber,
  withUnit,
} from './watched-number.ts';

export interface ScheduleRunDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'schedules' | 'public_url'>;
  readonly saved: Pick<SavedQuestions, 'refresh'>;
  readonly boards: Pick<Boards, 'refresh'>;
  /** Who made it, with the access of today; null where that is lost. */
  readonly ownerOf: (schedule: ScheduleRow) => Promise<BoardReader | null>;
  /** Counts the run as a question of its owner. Fails where plan or budget allow none. */
  readonly admit: (owner: BoardReader) => Promise<void>;
  readonly deliver: Deliver;
  readonly publishEvent: PublishEvent;
}

/** What the last look found. */
export interface RunState {
  readonly generation?: string | null;
  /** Its day in the workspace, where days of a question move with it. */
  readonly day?: Day;
  readonly fingerprint?: string;
  readonly isBeyond?: boolean;
  readonly side?: 'above' | 'below' | null;
  readonly past?: KeptPast | undefined;
  /** Values that the last look compared with. */
  readonly known?: number;
}

/** What comes of a look at the data. */
type Made =
  | { readonly kind: 'message'; readonly message: Message; readonly state: RunState }
  | { readonly kind: 'nothing'; readonly why: string; readonly state: RunState }
  /** The data is that of the last look. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'lost' };

/** A run at work. */
interface Running {
  readonly deps: ScheduleRunDeps;
  readonly job: RunningJob;
  readonly schedule: ScheduleRow;
  readonly run: ScheduleRunRow;
}

const languageOf = ({ language }: ScheduleRow) => language as MessageLanguage;

/**
 * The handler of `SCHEDULE_JOB`: looks at the data as the owner, makes a message and delivers it, anew at each attempt, so
 * that no rows lie in the store and nobody is sent what the owner may not see any more. What was delivered and not
 * recorded, because the process died in between, is delivered again.
 */
export function createScheduleRuns(deps: ScheduleRunDeps): JobHandler {
  return async (job) => {
    const { runId } = job.payload as unknown as ScheduleJob;
    const found = await read(deps.store, runId);
    if (found?.run.status !== 'pending') return { superseded: true };
    const running: Running = { deps, job, ...found };
    const { schedule } = found;
    if (!isTest(running)) {
      if (schedule.status !== 'active')
        return end(running, { status: 'skipped', error: `The schedule is ${schedule.status}.` });
      waitForMorning(running);
    }
    return follow(running, await look(running));
  };
}

const isTest = ({ run }: Running) => Number(run.is_test) === 1;

async function read(store: Store, runId: string) {
  const run = await store
    .selectFrom('schedule_runs')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirst();
  const schedule =
    run &&
    (await store
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', run.schedule_id)
      .executeTakeFirst());
  return run && schedule ? { run, schedule } : null;
}

/** Messages wait for the end of the quiet hours, and then show the data of then. */
function waitForMorning({ deps, schedule }: Running): void {
  const quiet = schedule.quiet && (JSON.parse(schedule.quiet) as QuietHours);
  const now = deps.clock.now();
  const until = quietUntil(quiet || null, schedule.time_zone, now);
  if (until) throw new TryAgain(until.getTime() - now.getTime(), 'quiet hours', false);
}

const LOST = MESSAGE_TEXTS.en.lost;

async function follow(running: Running, made: Made): Promise<Outcome> {
  const { name, failing } = running.schedule;
  const language = languageOf(running.schedule);
  const texts = MESSAGE_TEXTS[language];
  switch (made.kind) {
    case 'unchanged':
      return forget(running);
    case 'nothing': {
      const change = { state: JSON.stringify(made.state), failing: 0 };
      return end(running, { status: 'skipped', error: made.why, change });
    }
    case 'message': {
      const change = { state: JSON.stringify(made.state), failing: 0 };
      return deliver(running, made.message, { status: 'delivered', error: null, change });
    }
    case 'lost':
      return deliver(running, notice(language, texts.stopped(name), texts.lost), {
        ...{ status: 'failed', error: LOST },
        change: { status: 'stopped', reason: LOST, failing: 1 },
      });
    case 'failed': {
      const ending: Ending = { status: 'failed', error: made.why, change: { failing: 1 } };
      // Its owner knows it from the first time.
      if (Number(failing) === 1) return end(running, ending);
      return deliver(running, notice(language, texts.failed(name), made.why), ending);
    }
  }
}

async function look(running: Running): Promise<Made> {
  const { deps, schedule, job } = running;
  const owner = await deps.ownerOf(schedule);
  if (!owner) return { kind: 'lost' };
  const when = JSON.parse(schedule.timing) as When;
  const state = JSON.parse(schedule.state) as RunState;
  const { generationId, databaseId } = owner.workspace;
  const day = dayFor(owner.workspace, deps.clock.now());
  // Files change by generations; what a database holds is seen by its rows alone.
  const isTimed = when.type === 'daily' || when.type === 'weekly' || when.type === 'hourly';
  if (!isTest(running) && !isTimed && databaseId === null)
    if (state.generation === generationId && (state.day ?? day) === day)
      return { kind: 'unchanged' };
  try {
    // One run is one question, however often its delivery is tried.
    if (job.attempt === 1) await deps.admit(owner);
    const shown = await refreshed(deps, owner, schedule, job.signal);
    const saved = shown.filter((one): one is SavedQuestion => !('text' in one));
    const failed = saved.map((one) => one.stale ?? one.failure).filter((why) => why !== null);
    if (saved.length > 0 && failed.length === saved.length)
      return { kind: 'failed', why: failed[0] ?? '' };
    const seen = { shown, saved, policyHash: owner.principal.policy.hash };
    const { day: _, ...known } = state;
    const moves = saved.some(({ period }) => period?.rolls);
    const next = { ...known, generation: generationId, ...(moves && { day }) };
    return decide(running, when, next, seen);
  } catch (error) {
    job.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // What failed only for now is tried again.
    if (error.code === 'unavailable' && !job.isLastAttempt) throw error;
    return { kind: 'failed', why: error.message };
  }
}

/** A question with its result of now, or a text beside it. */
type Shown = SavedQuestion | MessageText;

async function refreshed(
  { boards, saved }: ScheduleRunDeps,
  owner: BoardReader,
  { board_id, saved_id }: ScheduleRow,
  signal: AbortSignal,
): Promise<readonly Shown[]> {
  if (board_id === null) return [await saved.refresh(owner, saved_id ?? '', signal)];
  const { tiles } = await boards.refresh(owner, board_id, signal);
  return tiles.flatMap((tile): Shown[] => {
    if ('text' in tile) return [{ text: tile.text }];
    return tile.saved ? [tile.saved] : [];
  });
}

/** What was looked at, and which rows of it are seen. */
interface Seen {
  readonly shown: readonly Shown[];
  readonly saved: readonly SavedQuestion[];
  readonly policyHash: string;
}

function decide(running: Running, when: When, state: RunState, seen: Seen): Made {
  const { schedule } = running;
  const { saved } = seen;
  const message = (note: string | null = null) => messageOf(running, seen.shown, note);
  // The results are made anew, and nobody is told.
  if (isRefresh(schedule)) return { kind: 'message', message: message(), state };
  switch (when.type) {
    case 'change': {
      const fingerprint = fingerprintOf(saved);
      const next = { ...state, fingerprint };
      const isNew = state.fingerprint !== undefined && state.fingerprint !== fingerprint;
      const note = isNew ? MESSAGE_TEXTS[languageOf(schedule)].changed : null;
      if (isTest(running) || isNew) return { kind: 'message', message: message(note), state: next };
      return { kind: 'nothing', why: 'The rows are unchanged.', state: next };
    }
    case 'bound':
      return decideByBound(running, when, state, saved);
    case 'unusual':
      return decideByPast(running, when, state, seen);
    default:
      return { kind: 'message', message: message(), state };
  }
}

const isRefresh = ({ destination }: ScheduleRow) =>
  (JSON.parse(destination) as Destination).type === 'refresh';

function decideByBound(
  running: Running,
  when: When & { type: 'bound' },
  state: RunState,
  saved: readonly SavedQuestion[],
): Made {
  const { schedule } = running;
  const found = singleNumber(saved[0], when.column);
  if ('why' in found) return { kind: 'failed', why: found.why };
  const { value, info } = found;
  const side = beyond(when, value);
  const next = { ...state, isBeyond: side !== null };
  const language = languageOf(schedule);
  const shown = (number: number) => withUnit(number, info, language);
  const about = { name: schedule.name, value: shown(value) };
  const note =
    side &&
    MESSAGE_TEXTS[language].beyond(side, { ...about, bound: shown(when[side] ?? Number.NaN) });
  const crosses = side !== null && state.isBeyond !== true;
  if (isTest(running) || crosses)
    return { kind: 'message', message: messageOf(running, saved, note), state: next };
  const why =
    side === null ? `${value} hasn't crossed the limit.` : `${value} is still past the limit.`;
  return { kind: 'nothing', why, state: next };
}

/** On which side of its bounds a value is beyond them; null where it is within. */
function beyond({ above, below }: When & { type: 'bound' }, value: number) {
  if (above !== undefined && value > above) return 'above';
  return below !== undefined && value < below ? 'below' : null;
}

function decideByPast(
  running: Running,
  when: When & { type: 'unusual' },
  state: RunState,
  { saved, policyHash }: Seen,
): Made {
  const { deps, schedule } = running;
  const { least_past: least, max_past: most } = deps.config.schedules;
  const judged = judgeNumber(saved[0], when.column, {
    ...{ now: deps.clock.now(), zone: schedule.time_zone, bounds: { least, most } },
    ...{ kept: state.past, policyHash },
  });
  if ('why' in judged) return { kind: 'failed', why: judged.why };
  const { count, usual, past } = judged;
  const side = sideOf(judged);
  const next = { ...state, side, past, known: Math.min(count, least) };
  const language = languageOf(schedule);
  const noteIn = (of: MessageLanguage) =>
    usual === null
      ? MESSAGE_TEXTS[of].early(count, least)
      : MESSAGE_TEXTS[of].usual(side, aboutOf(judged, usual, schedule.name, of));
  // Once for each time that it leaves the range, not as long as it stays outside.
  const leaves = side !== null && state.side !== side;
  if (isTest(running) || leaves) {
    const message = messageOf(running, saved, noteIn(language));
    return { kind: 'message', message, state: next };
  }
  return { kind: 'nothing', why: noteIn('en'), state: next };
}

function aboutOf(
  { value, period, of, count, info }: Judged,
  { low, high }: UsualRange,
  name: string,
  language: MessageLanguage,
) {
  const shown = (number: number) => withUnit(number, info, language);
  const when = period === null ? '' : `, ${timeText(period, of === 'run' ? null : of, language)}`;
  return {
    name: `${name}${when}`,
    value: value === null ? '' : shown(value),
    ...{ low: shown(low), high: shown(high), count, of },
  };
}

const fingerprintOf = (saved: readonly SavedQuestion[]) =>
  createHash('sha256')
    .update(JSON.stringify(saved.map(({ id, result }) => [id, result?.total_rows, result?.rows])))
    .digest('hex')
    .slice(0, 32);

function messageOf(running: Running, shown: readonly Shown[], note: string | null): Message {
  const { deps, schedule } = running;
  const { config } = deps;
  const language = languageOf(schedule);
  const [first] = shown;
  const path =
    schedule.board_id === null
      ? `/a/${(first && 'trace_id' in first && first.trace_id) || ''}`
      : `/boards/${schedule.board_id}`;
  const link = serviceUrl(config.public_url ?? '', path.slice(1));
  link.searchParams.set('t', schedule.client_id);
  link.searchParams.set('w', schedule.workspace_id);
  return {
    language,
    title: schedule.name,
    note: isTest(running) ? [MESSAGE_TEXTS[language].test, note].join(' ').trim() : note,
    link: link.href,
    parts: shown.map((one) =>
      'text' in one ? one : partOf(one, config.schedules.max_rows, language),
    ),
  };
}

/** How a run ends, and what that changes of its schedule. */
interface Ending {
  readonly status: Exclude<ScheduleRunRow['status'], 'pending'>;
  readonly error: string | null;
  readonly change?: Partial<Pick<ScheduleRow, 'state' | 'status' | 'reason' | 'failing'>>;
}

interface Outcome {
  readonly status: string;
  readonly [name: string]: unknown;
}

async function deliver(running: Running, message: Message, ending: Ending): Promise<Outcome> {
  const { deps, job, schedule, run } = running;
  try {
    const written = await deps.deliver({ schedule, runId: run.id, message }, job);
    return await end(running, ending, written);
  } catch (error) {
    job.signal.throwIfAborted();
    if (error instanceof LeaseLost) throw error;
    const why = error instanceof Error ? error.message : String(error);
    if (!(error instanceof DeliveryRefused) && !job.isLastAttempt) {
      await note(running, why);
      throw error;
    }
    // What an alert saw is not told: it is looked at again. A schedule that lost its owner stops all the same.
    const { state: _, ...change } = ending.change ?? {};
    await end(running, { status: 'failed', error: why, change: { ...change, failing: 1 } });
    throw new JobRefused(why);
  }
}

/** Shows why an attempt failed while others are to come. */
const note = ({ deps, run }: Running, error: string) =>
  deps.store
    .updateTable('schedule_runs')
    .set({ error, updated_at: timestamp(deps.clock.now()) })
    .where('id', '=', run.id)
    .where('status', '=', 'pending')
    .execute();

/** Records how a run ended, with `also`; webhooks of the account are told of the first failure. */
async function end(
  running: Running,
  { status, error, change = {} }: Ending,
  also?: (trx: Transaction<StoreSchema>) => Promise<unknown>,
): Promise<Outcome> {
  const { deps, job, run, schedule } = running;
  // A test says nothing of what the schedule itself has seen.
  const { state, ...rest } = change;
  const set = { ...rest, ...(state === undefined || isTest(running) ? {} : { state }) };
  await job.publish(async (trx) => {
    await also?.(trx);
    await trx
      .updateTable('schedule_runs')
      .set({ status, error, updated_at: timestamp(deps.clock.now()) })
      .where('id', '=', run.id)
      .execute();
    if (Object.keys(set).length > 0)
      await trx.updateTable('schedules').set(set).where('id', '=', schedule.id).execute();
    if (status === 'skipped') await forgetSkipped(running, trx);
    const isNews = Number(schedule.failing) === 0 || change.status === 'stopped';
    if (status === 'failed' && isNews)
      await deps.publishEvent(trx, {
        type: 'schedule.failed',
        scope: { clientId: schedule.client_id, workspaceId: schedule.workspace_id },
        data: { schedule_id: schedule.id, reason: error ?? '' },
      });
  });
  return { status };
}

/** A look every few minutes would bury in the log what was sent: of those that found nothing the last one stays. */
const forgetSkipped = ({ run }: Running, trx: Transaction<StoreSchema>) =>
  trx
    .deleteFrom('schedule_runs')
    .where('schedule_id', '=', run.schedule_id)
    .where('status', '=', 'skipped')
    .where('id', '<>', run.id)
    .execute();

async function forget({ job, run }: Running): Promise<Outcome> {
  await job.publish(async (trx) => {
    await trx.deleteFrom('schedule_runs').where('id', '=', run.id).execute();
  });
  return { status: 'unchanged' };
}
