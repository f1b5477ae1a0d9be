import type { TraceWriter } from '#src/ask/trace-writer.ts';
import type { AnswerTrace, KeptForm } from '#src/ask/types.ts';
import type { Conversations } from '#src/conversations/types.ts';
import { AppError } from '#src/errors.ts';
import {
  type FilterOf,
  isFiltered,
  type Principal,
  readsWordsOf,
  setsFilters,
} from '#src/principal.ts';

/** The trace of an answer of the caller's: `not_found` (404) for other accounts, tenants, workspaces and persons. */
export function createOwnTrace(traces: Pick<TraceWriter, 'read'>, filterOf: FilterOf) {
  return async (principal: Principal, clientId: string, traceId: string): Promise<AnswerTrace> => {
    const trace = await traces.read(traceId, { clientId, endUserId: principal.endUserId });
    if (!trace || !reaches(principal, trace) || !(await readsWords(principal, trace, filterOf)))
      throw new AppError('not_found', 'No answer has this trace ID. Check it.');
    return trace;
  };
}

/**
 * `GET …/answers/{trace_id}`: what an answer of the caller's was made of, and the answer without its rows. What went wrong inside (`internal_error`) can
 * hold an engine's text, so that it is shown only to full-access keys without a row filter.
 */
export function createTraceView(
  traces: Pick<TraceWriter, 'read'>,
  conversations: Pick<Conversations, 'answerOf'>,
  filterOf: FilterOf,
) {
  const ownTrace = createOwnTrace(traces, filterOf);
  return async (principal: Principal, clientId: string, traceId: string): Promise<TraceView> => {
    const trace = await ownTrace(principal, clientId, traceId);
    const { session_id, answer = null } = trace.details;
    // The answer of a chat is kept with its turn alone, so that it is gone with the chat.
    const turn = session_id === null ? null : await conversations.answerOf(traceId);
    const form = session_id === null ? answer : (turn?.['answer'] as KeptForm | undefined);
    return {
      ...view(trace, setsFilters(principal)),
      answer: form ? { ...form, trace_id: traceId } : null,
    };
  };
}

/** A trace with the answer that it is of; null where that is not kept (any more). */
export type TraceView = Readonly<Record<string, unknown>> & { readonly answer: KeptForm | null };

/**
 * A key without an end user acts for its whole account, but for the sample key, which everybody has. Under a row filter
 * a key reads only what it asked itself: SQL and checks of others may name values of rows that it does not see.
 */
const reaches = (principal: Principal, trace: AnswerTrace) =>
  trace.accountId === principal.accountId &&
  (principal.clientId === null || principal.clientId === trace.clientId) &&
  (principal.workspaceId === null || principal.workspaceId === trace.workspaceId) &&
  (principal.endUserId !== null || !principal.key.sample) &&
  (!isFiltered(principal.policy, {}) || principal.key.id === trace.keyId);

/** The filter is looked at for those alone to whom it would matter. */
async function readsWords(principal: Principal, trace: AnswerTrace, filterOf: FilterOf) {
  return setsFilters(principal)
    ? true
    : readsWordsOf(principal, await filterOf(principal, trace), trace.details.policy_hash);
}

function view(trace: AnswerTrace, inside: boolean): Record<string, unknown> {
  const { error, policy_hash: _, answer: __, ...details } = trace.details;
  return {
    trace_id: trace.traceId,
    client_id: trace.clientId,
    workspace_id: trace.workspaceId,
    end_user_id: trace.endUserId,
    question: trace.question,
    result: trace.result,
    sql: trace.sql,
    ...details,
    cost_usd: trace.costUsd,
    duration_ms: trace.durationMs,
    created_at: trace.createdAt,
    ...(inside ? { generation_id: trace.generationId, internal_error: error } : {}),
  };
}
