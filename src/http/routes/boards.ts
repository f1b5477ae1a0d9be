import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Board, Boards, SavedQuestion, SavedQuestions } from '#src/boards/types.ts';
import { boardReader } from '../board-reader.ts';
import {
  boardRecord,
  boardSummary,
  filterValue,
  filterValues,
  newFilter,
  offeredFilter,
  savedRecord,
  tile,
} from '../board-schemas.ts';
import { chartSettings } from '../chart-fields.ts';
import { redrawn } from '../kept-answer.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { deletes, nextCursor, pageQuery, pageRequest, workspaceParams } from '../schemas.ts';

export interface BoardRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly saved: SavedQuestions;
  readonly boards: Boards;
  readonly config: Pick<Config, 'boards'>;
}

const SAVED = '/clients/{client_id}/workspaces/{workspace_id}/saved';
const BOARDS = '/clients/{client_id}/workspaces/{workspace_id}/boards';
const savedParams = workspaceParams.extend({ saved_id: z.string() });
const boardParams = workspaceParams.extend({ board_id: z.string() });
const name = z.string().trim().min(1).max(200);
const shared = { tag: 'Boards', capability: 'read', rate: 'request' } as const;
const one = { 200: { description: 'The saved question', schema: savedRecord } };
const board = { 200: { description: 'The board', schema: boardRecord } };

/** A saved question as it is sent: its answer is one without rows, as those of traces and chats are. */
const shown = (saved: SavedQuestion): SavedQuestion => ({
  ...saved,
  answer: redrawn(saved.answer, saved.trace_id ?? '', null).answer,
});

const withTiles = (board: Board): Board => ({
  ...board,
  tiles: board.tiles.map((one) =>
    'text' in one ? one : { ...one, saved: one.saved && shown(one.saved) },
  ),
});

/** Questions that people keep, and boards of them: of the end user that a call names, and what others share. */
export function boardRoutes(deps: BoardRoutesDeps): Route[] {
  return [...savedRoutes(deps), ...routesOfBoards(deps)];
}

function savedRoutes(deps: BoardRoutesDeps): Route[] {
  const { saved } = deps;
  const readerOf = boardReader(deps.accounts);
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: SAVED,
      summary: 'List saved questions, newest first',
      params: workspaceParams,
      query: pageQuery,
      responses: {
        200: {
          description: 'The saved questions',
          schema: z.object({ saved: z.array(savedRecord), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request', 'workspace_not_found'],
      async handle({ principal, params, query }) {
        const page = await saved.list(await readerOf(principal, params), pageRequest(query));
        const body = { saved: page.items.map(shown), next_cursor: page.nextCursor };
        return { status: 200, body, isLong: true };
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: SAVED,
      summary: 'Save the question of an answer',
      params: workspaceParams,
      body: z.strictObject({
        trace_id: z.string().min(1).max(100),
        name: name.optional(),
        chart: chartSettings.nullable().optional(),
      }),
      responses: {
        201: {
          description: 'The saved question; the existing one if you saved this answer before',
          schema: savedRecord,
        },
      },
      errors: ['not_found', 'workspace_not_found', 'conflict'],
      async handle({ principal, params, body, signal, keep }) {
        const reader = await readerOf(principal, params);
        const request = {
          traceId: body.trace_id,
          name: body.name ?? null,
          chart: body.chart ?? null,
        };
        return keptReply(
          keep,
          (settle) => saved.create(reader, request, signal, settle),
          (made: SavedQuestion) => json(shown(made), 201),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${SAVED}/{saved_id}`,
      summary: 'Get a saved question with its last result',
      params: savedParams,
      responses: one,
      errors: ['not_found', 'workspace_not_found'],
      handle: async ({ principal, params }) =>
        json(shown(await saved.read(await readerOf(principal, params), params.saved_id))),
    }),
    defineRoute({
      ...shared,
      method: 'patch',
      path: `${SAVED}/{saved_id}`,
      summary: 'Rename, share or change the chart of a saved question',
      params: savedParams,
      body: z
        .strictObject({ name, chart: chartSettings.nullable(), shared: z.boolean() })
        .partial()
        .refine(
          (body) => Object.keys(body).length > 0,
          'Nothing to change. Send name, chart or shared.',
        ),
      responses: one,
      errors: ['not_found', 'workspace_not_found'],
      handle: async ({ principal, params, body }) =>
        json(shown(await saved.change(await readerOf(principal, params), params.saved_id, body))),
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: `${SAVED}/{saved_id}`,
      summary: 'Delete a saved question and remove it from boards',
      params: savedParams,
      responses: deletes,
      errors: ['not_found', 'workspace_not_found'],
      async handle({ principal, params }) {
        await saved.remove(await readerOf(principal, params), params.saved_id);
        return json({ deleted: params.saved_id });
      },
    }),
    defineRoute({
      ...shared,
      rate: 'question',
      idempotency: 'none',
      method: 'post',
      path: `${SAVED}/{saved_id}/refresh`,
      summary: 'Run a saved question on current data',
      params: savedParams,
      responses: one,
      errors: ['not_found', 'workspace_not_found', 'unavailable'],
      handle: async ({ principal, params, signal }) => {
        const reader = await readerOf(principal, params);
        const body = shown(await saved.refresh(reader, params.saved_id, signal));
        return { status: 200, body, isLong: true };
      },
    }),
  ];
}

function routesOfBoards(deps: BoardRoutesDeps): Route[] {
  const { boards, config } = deps;
  const readerOf = boardReader(deps.accounts);
  const most = config.boards.max_tiles;
  const longest = config.boards.max_text_chars;
  const tiles = z
    .array(
      tile.refine(
        (one) => !('text' in one) || [...one.text].length <= longest,
        `A text card has at most ${longest} characters. Shorten it.`,
      ),
    )
    .max(most, `A board can have up to ${most} tiles. Send fewer.`);
  const mostFilters = config.boards.max_filters;
  const filters = z
    .array(newFilter)
    .max(mostFilters, `A board can have up to ${mostFilters} filters. Send fewer.`);
  const filterParams = boardParams.extend({ filter_id: z.string() });
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: BOARDS,
      summary: 'List boards, newest first',
      params: workspaceParams,
      query: pageQuery,
      responses: {
        200: {
          description: 'The boards',
          schema: z.object({ boards: z.array(boardSummary), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request', 'workspace_not_found'],
      async handle({ principal, params, query }) {
        const page = await boards.list(await readerOf(principal, params), pageRequest(query));
        return json({ boards: page.items, next_cursor: page.nextCursor });
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: BOARDS,
      summary: 'Create a board',
      params: workspaceParams,
      body: z.strictObject({ name, tiles: tiles.default([]), filters: filters.default([]) }),
      responses: { 201: { description: 'The board', schema: boardRecord } },
      errors: ['workspace_not_found', 'conflict'],
      async handle({ principal, params, body, keep }) {
        const reader = await readerOf(principal, params);
        return keptReply(
          keep,
          (settle) => boards.create(reader, body, settle),
          (made: Board) => json(withTiles(made), 201),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${BOARDS}/{board_id}`,
      summary: 'Get a board with its tiles and their last results',
      params: boardParams,
      responses: board,
      errors: ['not_found', 'workspace_not_found'],
      async handle({ principal, params }) {
        const read = await boards.read(await readerOf(principal, params), params.board_id);
        return { status: 200, body: withTiles(read), isLong: true };
      },
    }),
    defineRoute({
      ...shared,
      method: 'patch',
      path: `${BOARDS}/{board_id}`,
      summary: 'Rename, share, filter or rearrange a board',
      params: boardParams,
      body: z
        .strictObject({ name, shared: z.boolean(), tiles, filters, version: z.int().min(1) })
        .partial()
        .refine(
          ({ version: _, ...change }) => Object.keys(change).length > 0,
          'Nothing to change. Send name, shared, tiles or filters.',
        ),
      responses: board,
      errors: ['not_found', 'workspace_not_found', 'conflict'],
      handle: async ({ principal, params, body }) => {
        const reader = await readerOf(principal, params);
        const changed = await boards.change(reader, params.board_id, body);
        return { status: 200, body: withTiles(changed), isLong: true };
      },
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: `${BOARDS}/{board_id}`,
      summary: 'Delete a board and keep its saved questions',
      params: boardParams,
      responses: deletes,
      errors: ['not_found', 'workspace_not_found'],
      async handle({ principal, params }) {
        await boards.remove(await readerOf(principal, params), params.board_id);
        return json({ deleted: params.board_id });
      },
    }),
    defineRoute({
      ...shared,
      rate: 'question',
      idempotency: 'none',
      method: 'post',
      path: `${BOARDS}/{board_id}/refresh`,
      summary: 'Run all tiles of a board on current data, or only on rows that match its filters',
      params: boardParams,
      body: z
        .strictObject({ filters: z.record(z.string().max(100), filterValue).default({}) })
        .refine(
          (body) => Object.keys(body.filters).length <= mostFilters,
          `A board has up to ${mostFilters} filters. Send fewer.`,
        )
        .optional(),
      responses: board,
      errors: ['not_found', 'workspace_not_found', 'unavailable'],
      async handle({ principal, params, body, signal }) {
        const reader = await readerOf(principal, params);
        const made = await boards.refresh(reader, params.board_id, signal, body?.filters);
        return { status: 200, body: withTiles(made), isLong: true };
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${BOARDS}/{board_id}/filters`,
      summary: 'List the columns that a board can be filtered by',
      params: boardParams,
      responses: {
        200: {
          description: 'The filters; those that apply to the most cards come first',
          schema: z.object({ filters: z.array(offeredFilter) }),
        },
      },
      errors: ['not_found', 'workspace_not_found'],
      handle: async ({ principal, params }) => {
        const reader = await readerOf(principal, params);
        return json({ filters: await boards.offeredFilters(reader, params.board_id) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${BOARDS}/{board_id}/filters/{filter_id}/values`,
      summary: 'List the values of a filter in the rows the caller can see',
      params: filterParams,
      query: z.object({
        search: z.string().min(1).max(200).optional().meta({
          description: 'Only values that contain this text, ignoring case',
        }),
      }),
      responses: { 200: { description: 'The values', schema: filterValues } },
      errors: ['not_found', 'workspace_not_found', 'unavailable'],
      async handle({ principal, params, query, signal }) {
        const reader = await readerOf(principal, params);
        const about = { filterId: params.filter_id, search: query.search ?? null };
        return json(await boards.filterValues(reader, params.board_id, about, signal));
      },
    }),
  ];
}
