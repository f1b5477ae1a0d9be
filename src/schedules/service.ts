import type { Config } from '#config/schema.ts';
import type { BoardReader, Boards, SavedQuestions } from '#src/boards/types.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import { type PageRequest, readPage } from '#src/store/page.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { ScheduleRow, ScheduleRunRow, Store } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { timeZoneOf } from '#src/time-zone.ts';
import { pictureOf, readPictureToken } from './pictures.ts';
import type { Rasterizer } from './rasterizer.ts';
import type { RunState } from './run.ts';
import type { EnqueueRun } from './ticker.ts';
import { nextDue } from './timing.ts';
import type { Destination, NewSchedule, Schedule, ScheduleRun, Schedules, When } from './types.ts';

export interface SchedulesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly config: Pick<Config, 'schedules' | 'mail' | 'public_url'>;
  readonly saved: Pick<SavedQuestions, 'read'>;
  readonly boards: Pick<Boards, 'read'>;
  /** Fails with `webhook_not_found`. */
  readonly findWebhook: (principal: Principal, id: string) => Promise<unknown>;
  /** Fails with `webhook_url_refused`. */
  readonly checkUrl: (url: string, signal: AbortSignal) => Promise<void>;
  readonly rasterizer: Rasterizer;
  readonly enqueueRun: EnqueueRun;
  /** Who would own it, found again as at each run; null where that can't be. */
  readonly ownerOf: (schedule: ScheduleRow) => Promise<BoardReader | null>;
}

/** Schedules in the metadata store. */
export function createSchedules(deps: SchedulesDeps): Schedules {
  const { store, clock, config } = deps;
  const now = () => timestamp(clock.now());

  const find = async (reader: BoardReader, id: string, db: Store = store): Promise<FoundRow> => {
    const row = await visible(db, placeOf(reader))
      .where('schedules.id', '=', id)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found', "This schedule doesn't exist. Check its ID.");
    return row;
  };
  const read = async (reader: BoardReader, id: string, db: Store = store) => {
    const [one] = await shownAll(db, config, [await find(reader, id, db)]);
    return one!;
  };
  const listed = async (
    place: Place,
    page: PageRequest,
    { boardId, savedId }: NonNullable<Parameters<Schedules['list']>[2]> = {},
  ) => {
    const table = { table: 'schedules', newestFirst: true };
    const { items, nextCursor } = await readPage(page, table, ({ after, limit }) =>
      visible(store, place)
        .$if(boardId !== undefined, (query) => query.where('board_id', '=', boardId ?? ''))
        .$if(savedId !== undefined, (query) => query.where('saved_id', '=', savedId ?? ''))
        .where(after)
        .orderBy('schedules.created_at', 'desc')
        .orderBy('schedules.id', 'desc')
        .limit(limit)
        .execute(),
    );
    return { items: await shownAll(store, config, items), nextCursor };
  };

  const dueAfterNow = (when: When, zone: string) =>
    timestamp(nextDue(when, zone, clock.now(), config.schedules.check_ms));

  return {
    list: (reader, page, of) => listed(placeOf(reader), page, of),
    listOfTenant: (principal, clientId, page) =>
      listed({ principal, clientId, workspaceId: principal.workspaceId }, page),

    async create(reader, request, signal, settle) {
      if (config.public_url === null && request.to.type !== 'refresh')
        throw new AppError(
          'unprocessable',
          'Messages link to this service, so set public_url first.',
        );
      const name = await checkedName(deps, reader, request);
      const time_zone = check({
        ...{ when: request.when, zone: request.time_zone, to: request.to },
        isQuestion: request.saved_id !== undefined,
      });
      await checkDestination(deps, reader, request.to, signal);
      const { principal, workspace } = reader;
      const id = newId('sch');
      const at = now();
      const row: ScheduleRow = {
        id,
        account_id: workspace.accountId,
        client_id: workspace.clientId,
        workspace_id: workspace.workspaceId,
        key_id: principal.key.id,
        end_user_id: principal.endUserId,
        row_filter: JSON.stringify(principal.policy.filter),
        name,
        language: request.language,
        board_id: request.board_id ?? null,
        saved_id: request.saved_id ?? null,
        ...timingColumns({ ...request, time_zone }),
        ...destinationColumns(deps.box, id, request.to),
        status: 'active',
        reason: null,
        failing: 0,
        state: '{}',
        next_at: dueAfterNow(request.when, time_zone),
        created_at: at,
        updated_at: at,
      };
      // Tokens of outside issuers end, and nobody can be asked whether their person still has access.
      if (!(await deps.ownerOf(row)))
        throw new AppError(
          'unprocessable',
          'A schedule needs a permanent owner. Create it with an API key or a token created with one.',
        );
      return store.transaction().execute(async (trx) => {
        await takeTurn(trx, workspace.accountId);
        await refuseTooMany(
          trx,
          {
            table: 'schedules',
            column: 'workspace_id',
            value: workspace.workspaceId,
            most: config.schedules.max_schedules,
          },
          (count) => `The workspace has ${count} schedules, the maximum. Delete one first.`,
        );
        await trx.insertInto('schedules').values(row).execute();
        const made = await read(reader, id, trx);
        await settle(trx, made);
        return made;
      });
    },

    read: (reader, id) => read(reader, id),

    async change(reader, id, change, signal, settle) {
      await find(reader, id);
      const { enabled, to } = change;
      if (to) await checkDestination(deps, reader, to, signal);
      return store.transaction().execute(async (trx) => {
        // Of two changes at once one comes after the other, and keeps what that one set.
        await takeTurn(trx, reader.workspace.accountId);
        const before = await read(reader, id, trx);
        const when = change.when ?? before.when;
        const zone = change.time_zone ?? before.time_zone;
        const quiet = change.quiet === undefined ? before.quiet : change.quiet;
        const time_zone = check({
          when,
          zone,
          to: to ?? before.to,
          isQuestion: before.saved_id !== null,
        });
        await trx
          .updateTable('schedules')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.language === undefined ? {} : { language: change.language }),
            ...timingColumns({ when, time_zone, quiet }),
            ...(to ? destinationColumns(deps.box, id, to) : {}),
            ...(change.when || change.time_zone || enabled === true
              ? { next_at: dueAfterNow(when, time_zone) }
              : {}),
            // What an alert knew of its number says nothing of another bound.
            ...(change.when ? { state: '{}' } : {}),
            ...(enabled === undefined
              ? {}
              : {
                  status: enabled ? ('active' as const) : ('paused' as const),
                  reason: null,
                  failing: 0,
                }),
            updated_at: now(),
          })
          .where('id', '=', id)
          .execute();
        const made = await read(reader, id, trx);
        await settle(trx, made);
        return made;
      });
    },

    async remove(reader, id, settle) {
      await find(reader, id);
      await store.transaction().execute(async (trx) => {
        await trx.deleteFrom('schedules').where('id', '=', id).execute();
        await settle(trx, { deleted: id });
      });
      return { deleted: id };
    },

    async test(reader, id, settle) {
      await find(reader, id);
      return store.transaction().execute(async (trx) => {
        const run = shownRun(await deps.enqueueRun(trx, id, true));
        await settle(trx, run);
        return run;
      });
    },

    async runs(reader, id, page) {
      await find(reader, id);
      const table = { table: 'schedule_runs', newestFirst: true };
      const { items, nextCursor } = await readPage(page, table, ({ after, limit }) =>
        store
          .selectFrom('schedule_runs')
          .selectAll()
          .where('schedule_id', '=', id)
          .where(after)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return { items: items.map(shownRun), nextCursor };
    },

    async picture(token) {
      const svg = await pictureBehind(deps, token);
      const png = svg === null ? null : await deps.rasterizer.draw(svg);
      if (!png) throw new AppError('link_not_found', 'This picture is no longer available.');
      return png;
    },
  };
}

/** The chart that an address names, drawn of what its owner sees now; null where that is another one, or none. */
async function pictureBehind(deps: SchedulesDeps, token: string): Promise<string | null> {
  const { store, box, clock, saved, ownerOf } = deps;
  const address = readPictureToken(box, token, clock.now());
  const schedule =
    address &&
    (await store
      .selectFrom('schedule_runs')
      .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
      .selectAll('schedules')
      .where('schedule_runs.id', '=', address.runId)
      .executeTakeFirst());
  const owner = schedule && (await ownerOf(schedule));
  if (!address || !owner) return null;
  const found = await saved.read(owner, address.savedId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  });
  if (!found || found.stale !== null) return null;
  const picture = pictureOf(found, schedule.language as Schedule['language']);
  return picture?.digest === address.digest ? picture.svg : null;
}

/** Who looks, and where; null: in all workspaces of the tenant. */
interface Place {
  readonly principal: Principal;
  readonly clientId: string;
  readonly workspaceId: string | null;
}

const placeOf = ({ principal, workspace: { clientId, workspaceId } }: BoardReader): Place => ({
  ...{ principal, clientId, workspaceId },
});

/** All for whoever manages: a key that acts for everybody, or an admin; else those of the end user. */
function visible(db: Store, { principal, clientId, workspaceId }: Place) {
  const { endUserId, person } = principal;
  return db
    .selectFrom('schedules')
    .leftJoin('members', 'members.id', 'schedules.end_user_id')
    .leftJoin('api_keys', 'api_keys.id', 'schedules.key_id')
    .selectAll('schedules')
    .select(['members.name as member_name', 'api_keys.name as key_name'])
    .where('schedules.client_id', '=', clientId)
    .$if(workspaceId !== null, (query) =>
      query.where('schedules.workspace_id', '=', workspaceId ?? ''),
    )
    .$if(endUserId !== null && person?.role !== 'admin', (query) =>
      query.where('schedules.end_user_id', '=', endUserId),
    );
}

type FoundRow = ScheduleRow & {
  readonly member_name: string | null;
  readonly key_name: string | null;
};

/** The name of a schedule: its own, else that of what it sends, which the reader has to see. */
async function checkedName(
  { boards, saved }: SchedulesDeps,
  reader: BoardReader,
  { name, board_id, saved_id }: NewSchedule,
): Promise<string> {
  if ((board_id === undefined) === (saved_id === undefined))
    throw refused('board_id', 'Send either board_id or saved_id, not both.');
  const sent =
    board_id === undefined
      ? await saved.read(reader, saved_id ?? '')
      : await boards.read(reader, board_id);
  return name ?? sent.name;
}

interface Checked {
  readonly when: When;
  readonly zone: string;
  readonly to: Destination;
  readonly isQuestion: boolean;
}

/** Gives the zone by its own name, however it was spelled. */
function check({ when, zone, to, isQuestion }: Checked): string {
  const found = timeZoneOf(zone);
  if (found === null)
    throw refused(
      'time_zone',
      `"${zone.slice(0, 60)}" isn't a time zone. Use a name such as Europe/Berlin.`,
    );
  if (when.type !== 'bound' && when.type !== 'unusual') return found;
  if (to.type === 'refresh')
    throw refused('when', "A refresh can't have a limit. Choose a time, or a change in the data.");
  if (!isQuestion)
    throw refused('when', 'An alert needs saved_id: a board has more than one number.');
  if (when.type === 'unusual') return found;
  if (when.above === undefined && when.below === undefined)
    throw refused('when', 'An alert of type "bound" needs above or below.');
  return found;
}

async function checkDestination(
  { config, findWebhook, checkUrl }: SchedulesDeps,
  { principal }: BoardReader,
  to: Destination,
  signal: AbortSignal,
): Promise<void> {
  if (to.type === 'webhook') await findWebhook(principal, to.webhook_id);
  else if (to.type === 'slack') await checkUrl(to.url, signal);
  else if (to.type === 'email') {
    const { url, domains } = config.mail;
    if (url === null) throw refused('to', 'There is no mail server. Set mail.url first.');
    const allowed = domains.map((one) => one.toLowerCase());
    const other = to.to.find(
      (one) => !allowed.includes(one.slice(one.lastIndexOf('@') + 1).toLowerCase()),
    );
    if (allowed.length > 0 && other !== undefined)
      throw refused(
        'to',
        `Emails can only be sent to ${allowed.join(', ')}. Remove ${other.slice(0, 100)}.`,
      );
  }
}

const timingColumns = ({
  when,
  time_zone,
  quiet,
}: Pick<NewSchedule, 'when' | 'time_zone' | 'quiet'>) => ({
  timing: JSON.stringify(when),
  time_zone,
  quiet: quiet && JSON.stringify(quiet),
});

/** Who has the address of a Slack channel may post there: it is kept as a secret. */
const destinationColumns = (box: SecretBox, id: string, to: Destination) =>
  to.type === 'slack'
    ? {
        destination: JSON.stringify({ type: 'slack', url: `https://${new URL(to.url).host}/…` }),
        secret: box.seal(to.url, id),
      }
    : { destination: JSON.stringify(to), secret: null };

/** Schedules as they are shown, each with its newest run. */
async function shownAll(
  db: Store,
  config: Pick<Config, 'schedules'>,
  rows: readonly FoundRow[],
): Promise<readonly Schedule[]> {
  if (rows.length === 0) return [];
  const runs = await db
    .selectFrom('schedules')
    .innerJoin('schedule_runs', (join) =>
      join.on('schedule_runs.id', '=', (e) =>
        e
          .selectFrom('schedule_runs as newest')
          .select('newest.id')
          .whereRef('newest.schedule_id', '=', 'schedules.id')
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(1),
      ),
    )
    .selectAll('schedule_runs')
    .where(
      'schedules.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const last = new Map(runs.map((run) => [run.schedule_id, run]));
  return rows.map((row) => shown(row, config, last.get(row.id)));
}

const shown = (
  row: FoundRow,
  { schedules }: Pick<Config, 'schedules'>,
  last: ScheduleRunRow | undefined,
): Schedule => ({
  id: row.id,
  workspace_id: row.workspace_id,
  owner: row.member_name ?? row.end_user_id ?? row.key_name ?? row.key_id,
  name: row.name,
  language: row.language as Schedule['language'],
  board_id: row.board_id,
  saved_id: row.saved_id,
  when: JSON.parse(row.timing) as When,
  time_zone: row.time_zone,
  quiet: row.quiet === null ? null : (JSON.parse(row.quiet) as Schedule['quiet']),
  to: JSON.parse(row.destination) as Destination,
  status: row.status,
  reason: row.reason,
  failing: Number(row.failing) === 1,
  last_run: last ? shownRun(last) : null,
  past: pastOf(row, schedules.least_past),
  next_at: row.status === 'active' ? row.next_at : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

function pastOf({ state }: ScheduleRow, needed: number): Schedule['past'] {
  const { known } = JSON.parse(state) as RunState;
  return known === undefined ? null : { values: known, needed };
}

const shownRun = (row: ScheduleRunRow): ScheduleRun => ({
  id: row.id,
  status: row.status,
  is_test: Number(row.is_test) === 1,
  error: row.error,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const refused = (field: string, msg: string) =>
  new AppError('unprocessable', msg, { detail: [{ loc: ['body', field], msg, type: 'schedule' }] });
