import type { BoardReader } from '#src/boards/types.ts';
import type { Principal } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { Settle } from '#src/store/settle.ts';
import type { MessageLanguage } from './texts.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** When a schedule sends. `at` is a local time, `HH:MM`. */
export type When =
  | { readonly type: 'hourly' }
  | { readonly type: 'daily'; readonly at: string }
  | { readonly type: 'weekly'; readonly at: string; readonly day: (typeof WEEKDAYS)[number] }
  /** Once the data give other rows. */
  | { readonly type: 'change' }
  /** Once the number of a saved question goes beyond a bound that it was within. */
  | {
      readonly type: 'bound';
      /** Of the number; the only number of the row where absent. */
      readonly column?: string | undefined;
      readonly above?: number | undefined;
      readonly below?: number | undefined;
    }
  /** Once the number of a saved question leaves its usual range, looked at daily, or weekly where a day is given. */
  | {
      readonly type: 'unusual';
      readonly at: string;
      readonly day?: (typeof WEEKDAYS)[number] | undefined;
      /** Of the number; the only number of the result where absent. */
      readonly column?: string | undefined;
    };

/** Local times, `HH:MM`; may reach over midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export type Destination =
  | { readonly type: 'webhook'; readonly webhook_id: string }
  | { readonly type: 'slack'; readonly url: string }
  | { readonly type: 'email'; readonly to: readonly string[] }
  /** Nobody: the kept results are made anew. */
  | { readonly type: 'refresh' };

export interface Schedule {
  readonly id: string;
  readonly workspace_id: string;
  /** Whose access it has: the name of a member, the id of another end user, else the name of the key. */
  readonly owner: string;
  readonly name: string;
  readonly language: MessageLanguage;
  readonly board_id: string | null;
  readonly saved_id: string | null;
  readonly when: When;
  readonly time_zone: string;
  readonly quiet: QuietHours | null;
  /** Of a Slack address only the host: the rest is a secret. */
  readonly to: Destination;
  readonly status: 'active' | 'paused' | 'stopped';
  readonly reason: string | null;
  readonly failing: boolean;
  /** Null before the first one. */
  readonly last_run: ScheduleRun | null;
  /** How much of the past an `unusual` one knows; null for others, and before its first look. */
  readonly past: { readonly values: number; readonly needed: number } | null;
  /** Null where it doesn't run. */
  readonly next_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ScheduleRun {
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'skipped' | 'failed';
  readonly is_test: boolean;
  readonly error: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewSchedule {
  readonly name?: string | undefined;
  readonly language: MessageLanguage;
  readonly board_id?: string | undefined;
  readonly saved_id?: string | undefined;
  readonly when: When;
  readonly time_zone: string;
  readonly quiet: QuietHours | null;
  readonly to: Destination;
}

interface ScheduleChange extends Partial<Omit<NewSchedule, 'board_id' | 'saved_id'>> {
  readonly enabled?: boolean | undefined;
}

/**
 * Boards and saved questions that are sent by a clock, on new data, or when a number is off. A schedule belongs to its
 * maker and runs with the maker's access. Keys without an end user and members who are admins see all, others their
 * own; fails with `not_found` for the rest.
 */
export interface Schedules {
  list(
    reader: BoardReader,
    page: PageRequest,
    /** Only of one board or saved question. */
    of?: { readonly boardId?: string | undefined; readonly savedId?: string | undefined },
  ): Promise<Page<Schedule>>;
  /** Of all workspaces of a tenant that the caller reaches. */
  listOfTenant(principal: Principal, clientId: string, page: PageRequest): Promise<Page<Schedule>>;
  /**
   * Fails with `not_found` (board, question), `webhook_not_found`, `webhook_url_refused`, `conflict` (one too many) and
   * `unprocessable` (no `public_url`, no mail server, a zone or bound that is none, an owner that doesn't last).
   */
  create(
    reader: BoardReader,
    request: NewSchedule,
    signal: AbortSignal,
    settle: Settle<Schedule>,
  ): Promise<Schedule>;
  read(reader: BoardReader, id: string): Promise<Schedule>;
  change(
    reader: BoardReader,
    id: string,
    change: ScheduleChange,
    signal: AbortSignal,
    settle: Settle<Schedule>,
  ): Promise<Schedule>;
  remove(
    reader: BoardReader,
    id: string,
    settle: Settle<{ readonly deleted: string }>,
  ): Promise<{ readonly deleted: string }>;
  /** Sends it now, whatever the clock, the quiet hours or the bound say. */
  test(reader: BoardReader, id: string, settle: Settle<ScheduleRun>): Promise<ScheduleRun>;
  runs(reader: BoardReader, id: string, page: PageRequest): Promise<Page<ScheduleRun>>;
  /**
   * The PNG that an address in a message names. Fails with `link_not_found` when its time is over, when its schedule,
   * question, workspace or data is gone or other than it was, and when its owner has lost access.
   */
  picture(token: string): Promise<Buffer>;
}
