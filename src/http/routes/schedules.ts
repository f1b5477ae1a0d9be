import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { MESSAGE_LANGUAGES } from '#src/schedules/texts.ts';
import { type Schedule, type Schedules, WEEKDAYS } from '#src/schedules/types.ts';
import type { Page } from '#src/store/page.ts';
import { boardReader } from '../board-reader.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import {
  clientParams,
  deletes,
  nextCursor,
  pageQuery,
  pageRequest,
  timestamp,
  workspaceParams,
} from '../schemas.ts';

export interface ScheduleRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace' | 'tenant'>;
  readonly schedules: Schedules;
  readonly config: Pick<Config, 'schedules' | 'public_url'>;
}

const path = '/clients/{client_id}/workspaces/{workspace_id}/schedules';
const one = `${path}/{schedule_id}`;
const params = workspaceParams.extend({ schedule_id: z.string() });
const shared = { tag: 'Schedules', capability: 'manage', rate: 'request' } as const;

const name = z.string().trim().min(1).max(200);
const localTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 08:00.')
  .meta({ id: 'LocalTime', description: 'Local time as `HH:MM`', examples: ['08:00'] });
const weekday = z
  .enum(WEEKDAYS)
  .meta({ id: 'Weekday', description: 'Day of the week, in the time zone of the schedule' });
const column = z.string().min(1).max(200).optional();
const when = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('hourly') }),
    z.strictObject({ type: z.literal('daily'), at: localTime }),
    z.strictObject({ type: z.literal('weekly'), at: localTime, day: weekday }),
    z.strictObject({ type: z.literal('change') }),
    z.strictObject({
      type: z.literal('bound'),
      column: column.meta({
        description: 'Column with the number; by default the first numeric column',
      }),
      above: z.number().optional().meta({ description: 'Upper limit' }),
      below: z.number().optional().meta({ description: 'Lower limit' }),
    }),
    z.strictObject({
      type: z.literal('unusual'),
      at: localTime,
      day: weekday
        .optional()
        .meta({ description: 'Checks weekly on this day; if absent, every day' }),
      column: column.meta({
        description: 'Column with the number; required if the result has several',
      }),
    }),
  ])
  .meta({
    id: 'ScheduleWhen',
    description:
      'When it is sent: at set times, when the rows change, when a number crosses a limit, or when it leaves its usual range',
  });
const timeZone = z
  .string()
  .min(1)
  .max(60)
  .meta({ description: 'IANA time zone of `at` and `quiet`', examples: ['Europe/Berlin'] });
const quiet = z
  .strictObject({ from: localTime, to: localTime })
  .nullable()
  .meta({ id: 'QuietHours', description: 'Messages wait until these hours are over' });
const language = z
  .enum(MESSAGE_LANGUAGES)
  .meta({ id: 'MessageLanguage', description: 'Language of its messages' });
const past = z
  .object({
    values: z.number().int().meta({ description: 'Earlier values known at the last check' }),
    needed: z
      .number()
      .int()
      .meta({ description: 'Values needed before anything counts as unusual' }),
  })
  .meta({ id: 'SchedulePast' })
  .nullable()
  .meta({ description: 'Past values stored for an `unusual` alert; null for other alerts' });
const enabled = z
  .boolean()
  .meta({ description: 'False pauses it; true also restarts a stopped one' });

const run = z
  .object({
    id: z.string(),
    status: z.enum(['pending', 'delivered', 'skipped', 'failed']),
    is_test: z.boolean().meta({ description: 'Whether someone started it by hand' }),
    error: z.string().nullable().meta({ description: 'Why it was skipped, failed or retried' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ScheduleRun' });
const schedule = (to: z.ZodType) =>
  z
    .object({
      id: z.string(),
      workspace_id: z.string(),
      owner: z
        .string()
        .meta({ description: 'Whose access it has: a person, or the name of a key' }),
      name: z.string(),
      language,
      board_id: z.string().nullable(),
      saved_id: z.string().nullable(),
      when,
      time_zone: z.string(),
      quiet,
      to,
      status: z.enum(['active', 'paused', 'stopped']),
      reason: z.string().nullable().meta({ description: 'Why it was stopped' }),
      failing: z.boolean().meta({ description: 'Whether its last run failed' }),
      last_run: run.nullable().meta({ description: 'Its newest run; null before the first one' }),
      past,
      next_at: timestamp.nullable().meta({ description: 'Time of the next check in UTC' }),
      created_at: timestamp,
      updated_at: timestamp,
    })
    .meta({ id: 'Schedule' });

/** Boards and saved questions that are sent by themselves. */
export function scheduleRoutes(deps: ScheduleRoutesDeps): Route[] {
  const { schedules, config } = deps;
  const most = config.schedules.max_recipients;
  const to = z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('webhook'), webhook_id: z.string().min(1).max(100) }),
      z.strictObject({ type: z.literal('slack'), url: z.string().trim().min(1).max(2_000) }),
      z.strictObject({
        type: z.literal('email'),
        to: z
          .array(z.email().max(254))
          .min(1, 'Name at least one recipient.')
          .max(most, `An email can have up to ${most} recipients. Remove some.`),
      }),
      z.strictObject({ type: z.literal('refresh') }),
    ])
    .meta({
      id: 'ScheduleDestination',
      description:
        'Where it is sent: a webhook of the account, a Slack incoming webhook, or email addresses; `refresh` sends nothing and only refreshes the stored results. Answers show only the host of a Slack address',
    });
  const record = schedule(to);
  const shown = { 200: { description: 'The schedule', schema: record } };
  const readerOf = boardReader(deps.accounts);
  const missing = ['not_found', 'workspace_not_found'] as const;
  const unfit = ['webhook_not_found', 'webhook_url_refused'] as const;
  const list = z
    .object({
      schedules: z.array(record),
      next_cursor: nextCursor,
      can_send: z.boolean().meta({
        description: 'Whether `public_url` is set, which messages link to',
      }),
    })
    .meta({ id: 'ScheduleList' });
  const listed = ({ items, nextCursor: next_cursor }: Page<Schedule>) => ({
    ...{ schedules: items, next_cursor },
    can_send: config.public_url !== null,
  });
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: '/clients/{client_id}/schedules',
      summary: 'List schedules of a tenant, newest first',
      params: clientParams,
      query: pageQuery,
      responses: { 200: { description: 'The schedules', schema: list } },
      errors: ['bad_request'],
      async handle({ principal, params: { client_id }, query }) {
        await deps.accounts.tenant(principal, client_id);
        const page = await schedules.listOfTenant(principal, client_id, pageRequest(query));
        return json(listed(page));
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path,
      summary: 'List schedules, newest first',
      params: workspaceParams,
      query: pageQuery.extend({
        board_id: z
          .string()
          .max(100)
          .optional()
          .meta({ description: 'Only schedules of this board' }),
        saved_id: z.string().max(100).optional().meta({
          description: 'Only schedules of this saved question',
        }),
      }),
      responses: {
        200: { description: 'The schedules', schema: list },
      },
      errors: ['bad_request', 'workspace_not_found'],
      async handle({ principal, params, query }) {
        const of = { boardId: query.board_id, savedId: query.saved_id };
        const reader = await readerOf(principal, params);
        const page = await schedules.list(reader, pageRequest(query), of);
        return json(listed(page));
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path,
      summary:
        'Send a board or saved question on a schedule, or when its number crosses a limit or is unusual',
      audit: { action: 'schedule.created', tells: ['id', 'board_id', 'saved_id'] },
      params: workspaceParams,
      body: z.strictObject({
        name: name.optional(),
        language: language.default('en'),
        board_id: z.string().min(1).max(100).optional(),
        saved_id: z.string().min(1).max(100).optional(),
        when,
        time_zone: timeZone.default('UTC'),
        quiet: quiet.default(null),
        to,
      }),
      responses: { 201: { description: 'The schedule', schema: record } },
      errors: ['conflict', ...missing, ...unfit],
      async handle({ principal, params, body, signal, keep }) {
        const reader = await readerOf(principal, params);
        return keptReply(
          keep,
          (settle) => schedules.create(reader, body, signal, settle),
          (made: Schedule) => json(made, 201),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: one,
      summary: 'Get a schedule',
      params,
      responses: shown,
      errors: missing,
      handle: async ({ principal, params }) =>
        json(await schedules.read(await readerOf(principal, params), params.schedule_id)),
    }),
    defineRoute({
      ...shared,
      method: 'patch',
      path: one,
      summary: 'Change, pause or restart a schedule',
      audit: { action: 'schedule.changed', tells: ['status'] },
      params,
      body: z
        .strictObject({ name, language, when, time_zone: timeZone, quiet, to, enabled })
        .partial()
        .refine(
          (body) => Object.keys(body).length > 0,
          'Nothing to change. Send at least one field.',
        ),
      responses: shown,
      errors: [...missing, ...unfit],
      async handle({ principal, params, body, signal, keep }) {
        const reader = await readerOf(principal, params);
        return keptReply(
          keep,
          (settle) => schedules.change(reader, params.schedule_id, body, signal, settle),
          (changed: Schedule) => json(changed),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Delete a schedule with its log',
      audit: { action: 'schedule.deleted' },
      params,
      responses: deletes,
      errors: missing,
      async handle({ principal, params, keep }) {
        const reader = await readerOf(principal, params);
        return keptReply(
          keep,
          (settle) => schedules.remove(reader, params.schedule_id, settle),
          (removed) => json(removed),
        );
      },
    }),
    defineRoute({
      method: 'get',
      path: '/pictures/{picture_token}',
      summary: 'Get the picture that a message links to',
      tag: 'Schedules',
      capability: 'public',
      rate: 'snapshot',
      params: z.object({ picture_token: z.string().max(2_000) }),
      responses: { 200: { description: 'The picture', contentType: 'image/png' } },
      errors: ['link_not_found', 'rate_limited'],
      async handle({ params: { picture_token }, res }) {
        res.setHeader('X-Robots-Tag', 'noindex, nofollow');
        const png = await schedules.picture(picture_token);
        return { status: 200, contentType: 'image/png', pieces: Readable.from([png]) };
      },
    }),
    defineRoute({
      ...shared,
      rate: 'question',
      method: 'post',
      path: `${one}/test`,
      summary: 'Send a schedule now',
      audit: { action: 'schedule.tested' },
      params,
      responses: { 202: { description: 'The run', schema: run } },
      errors: missing,
      async handle({ principal, params, keep }) {
        const reader = await readerOf(principal, params);
        return keptReply(
          keep,
          (settle) => schedules.test(reader, params.schedule_id, settle),
          (made) => json(made, 202),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${one}/runs`,
      summary: 'List the runs of a schedule, newest first',
      params,
      query: pageQuery,
      responses: {
        200: {
          description: 'The runs',
          schema: z.object({ runs: z.array(run), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request', ...missing],
      async handle({ principal, params, query }) {
        const reader = await readerOf(principal, params);
        const page = await schedules.runs(reader, params.schedule_id, pageRequest(query));
        return json({ runs: page.items, next_cursor: page.nextCursor });
      },
    }),
  ];
}
