import {
  type AnswerTrace,
  type AskEvent,
  askStream,
  exportResult,
  getAnswer,
  getChat,
  getResultPage,
  giveFeedback,
  listChats,
  listSuggestions,
  type ResultPage,
  viewResult,
} from '#src/client/index.ts';
import { type Caller, send } from './http.ts';
import { serviceOf } from './kit.ts';

export type { AskEvent, ResultPage } from '#src/client/index.ts';

/** Rows that an answer is asked to carry; longer results come in pages. */
const ROWS = 1_000;

export interface Question {
  readonly text: string;
  readonly workspaceId: string | null;
  /** The chat that goes on; null begins one. */
  readonly sessionId: string | null;
  /** Reads the question of an earlier answer of the chat another way. */
  readonly reread?: { readonly trace_id: string; readonly as: 'new' | 'change' };
}

/** Asks once: nothing here asks again by itself. */
export const ask = (
  caller: Caller,
  { text, workspaceId, sessionId, reread }: Question,
  signal: AbortSignal,
): AsyncGenerator<AskEvent, unknown, void> =>
  askStream(
    serviceOf(caller),
    {
      client_id: caller.clientId,
      body: {
        query: text,
        max_rows: ROWS,
        ...(reread && sessionId !== null ? { reread } : {}),
        ...(sessionId === null ? { new_session: true } : { session_id: sessionId }),
        ...(workspaceId === null ? {} : { workspace_id: workspaceId }),
      },
    },
    { signal },
  );

/** What an answer was made of, with the answer as it was given where the service still has it. */
export const traceOf = (caller: Caller, traceId: string): Promise<AnswerTrace> =>
  getAnswer(serviceOf(caller), { client_id: caller.clientId, trace_id: traceId, rows: '1' });

export const chatsOf = (caller: Caller, workspaceId: string | null, text: string) =>
  listChats(serviceOf(caller), {
    client_id: caller.clientId,
    ...(text === '' ? {} : { text }),
    ...(workspaceId === null ? {} : { workspace_id: workspaceId }),
  });

export const chatOf = (caller: Caller, sessionId: string) =>
  getChat(serviceOf(caller), {
    client_id: caller.clientId,
    session_id: sessionId,
    rows: '1',
  });

/** Questions that the data can answer. */
export const suggestionsOf = (caller: Caller, workspaceId: string | null) =>
  listSuggestions(serviceOf(caller), {
    client_id: caller.clientId,
    ...(workspaceId === null ? {} : { workspace_id: workspaceId }),
  });

export interface Feedback {
  readonly rating: 'right' | 'wrong';
  readonly comment?: string;
  readonly correctSql?: string;
}

export const sendFeedback = (
  caller: Caller,
  traceId: string,
  { rating, comment, correctSql }: Feedback,
) =>
  giveFeedback(serviceOf(caller), {
    client_id: caller.clientId,
    trace_id: traceId,
    body: {
      rating: rating === 'right' ? 'up' : 'down',
      ...(comment ? { comment } : {}),
      ...(correctSql ? { correct_sql: correctSql } : {}),
    },
  });

export const rowsOf = (
  caller: Caller,
  token: string,
  offset: number,
  signal: AbortSignal,
): Promise<ResultPage> =>
  getResultPage(
    serviceOf(caller),
    { client_id: caller.clientId, result_token: token, offset, limit: ROWS },
    { signal },
  );

export type ViewBody = Parameters<typeof viewResult>[1]['body'];

/** A result sorted and filtered by the service: its first rows, and the token of the others. */
export const viewOf = (caller: Caller, token: string, body: ViewBody, signal: AbortSignal) =>
  viewResult(
    serviceOf(caller),
    { client_id: caller.clientId, result_token: token, body },
    { signal },
  );

/** The whole result as a file. */
export async function exportOf(
  caller: Caller,
  token: string,
  format: 'csv' | 'xlsx',
): Promise<Blob> {
  const response = await exportResult(serviceOf(caller), {
    client_id: caller.clientId,
    result_token: token,
    format,
  });
  return response.blob();
}

/** Whether the service answers at all; never fails. */
export async function isReachable(): Promise<boolean> {
  try {
    await send(null, '/healthz');
    return true;
  } catch {
    return false;
  }
}
