import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Chats, ChatTurn } from '#src/conversations/types.ts';
import type { ResultReader, ResultSpool } from '#src/results/types.ts';
import { type Redrawn, redrawn } from '../kept-answer.ts';
import { defineRoute, json, type Route } from '../route.ts';
import {
  clientParams,
  deletes,
  keptAnswer,
  rowsState,
  rowsUntil,
  wholeNumberOr,
  withRows,
} from '../schemas.ts';
import { answerOutcome } from '../wire-enums.ts';

export interface ChatRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly chats: Chats;
  readonly results: Pick<ResultSpool, 'page' | 'recall'>;
  readonly config: Pick<Config, 'ask' | 'results'>;
}

const about = z.object({
  session_id: z.string(),
  workspace_id: z.string(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string().meta({ description: 'Time of the last question' }),
});
const chatSummary = about.extend({ turns: z.int() }).meta({ id: 'ChatSummary' });
const chatTurn = z
  .object({
    question: z.string(),
    result: answerOutcome,
    explanation: z.string(),
    sql: z.string().nullable(),
    trace_id: z.string(),
    created_at: z.string(),
    decline_reason: z.string().nullable(),
    hint: z.string().nullable(),
    answer: keptAnswer,
    rows_state: rowsState,
    rows_until: rowsUntil,
  })
  .meta({ id: 'ChatTurn' });
const nextCursor = z.string().nullable().meta({ description: 'Null on the last page' });
const chat = about
  .extend({ turns: z.array(chatTurn), next_cursor: nextCursor })
  .meta({ id: 'Chat' });

const page = (size: number) => ({
  limit: wholeNumberOr(size, 1, 200),
  cursor: z.string().min(1).optional().meta({ description: '`next_cursor` of the previous page' }),
});
const chatParams = clientParams.extend({ session_id: z.string() });
const shared = { tag: 'Chats', capability: 'read', rate: 'request' } as const;

/** Earlier conversations: of the end user that a call names, else of the whole account. */
export function chatRoutes({ accounts, chats, results, config }: ChatRoutesDeps): Route[] {
  /**
   * The answers of turns. Rows go to the newest turns first, as many as may come with one answer; those of the others
   * are asked for by their traces.
   */
  const redraw = async (turns: readonly ChatTurn[], reader: ResultReader, wantsRows: boolean) => {
    let bytes = wantsRows ? config.results.max_recalled_bytes : 0;
    const drawn: (ChatTurn & Redrawn)[] = [];
    for (const turn of turns.toReversed()) {
      const { answer, trace_id } = turn;
      const most = { rows: wantsRows ? config.ask.max_rows : 0, bytes };
      const recalled = answer && (await results.recall(trace_id, reader, most));
      bytes -= recalled?.rows ? recalled.bytes : 0;
      drawn.push({ ...turn, ...redrawn(answer, trace_id, recalled) });
    }
    return drawn.reverse();
  };
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: '/clients/{client_id}/chats',
      summary: 'List chats, newest first',
      params: clientParams,
      query: z.object({
        workspace_id: z.string().min(1).optional(),
        text: z.string().trim().min(1).max(200).optional().meta({
          description: 'Only chats whose title or questions contain this text',
        }),
        ...page(50),
      }),
      responses: {
        200: {
          description: 'The chats',
          schema: z.object({ chats: z.array(chatSummary), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request', 'workspace_not_found'],
      async handle({ principal, params, query }) {
        const clientId = params.client_id;
        const workspaceId = query.workspace_id ?? null;
        if (workspaceId !== null) await accounts.workspace(principal, { clientId, workspaceId });
        const { limit, cursor = null, text = null } = query;
        const reader = { principal, clientId, workspaceId };
        return json(await chats.list(reader, { limit, cursor, text }));
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: '/clients/{client_id}/chats/{session_id}',
      summary: 'Get the turns of a chat, oldest first',
      params: chatParams,
      query: z.object({ ...page(200), rows: withRows }),
      responses: { 200: { description: 'The chat', schema: chat } },
      errors: ['bad_request', 'session_not_found'],
      async handle({ principal, params, query }) {
        const { limit, cursor = null } = query;
        const reader = { principal, clientId: params.client_id };
        const chat = await chats.read(reader, params.session_id, { limit, cursor });
        const turns = await redraw(chat.turns, reader, query.rows);
        return { status: 200, body: { ...chat, turns }, isLong: true };
      },
    }),
    defineRoute({
      ...shared,
      method: 'patch',
      path: '/clients/{client_id}/chats/{session_id}',
      summary: 'Rename a chat',
      params: chatParams,
      body: z.strictObject({ title: z.string().trim().min(1).max(200) }),
      responses: { 200: { description: 'The chat, without its turns', schema: chatSummary } },
      errors: ['session_not_found'],
      handle: async ({ principal, params: { client_id, session_id }, body }) =>
        json(await chats.rename({ principal, clientId: client_id }, session_id, body.title)),
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: '/clients/{client_id}/chats/{session_id}',
      summary: 'Delete a chat with its turns',
      params: chatParams,
      responses: deletes,
      errors: ['session_not_found'],
      async handle({ principal, params }) {
        await chats.remove({ principal, clientId: params.client_id }, params.session_id);
        return json({ deleted: params.session_id });
      },
    }),
  ];
}
