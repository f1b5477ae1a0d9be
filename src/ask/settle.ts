import type { AskDeps } from '#src/ask/deps.ts';
import type { Ending } from '#src/ask/endings.ts';
import type { ModelUse } from '#src/ask/model/use.ts';
import type { PreparedState } from '#src/ask/prepare.ts';
import type { Answer, AnswerTrace } from '#src/ask/types.ts';
import { timestamp } from '#src/clock.ts';
import { inlineRowsOf } from '#src/sql/inline-rows.ts';

/**
 * Records the spend, the turn and the trace of a question that ended, each on its own: one that cannot be written is
 * logged and takes nothing from the answer. Never rejects. Called once a question, by its owner.
 */
export async function settle(
  deps: AskDeps,
  state: PreparedState,
  ending: Ending,
  use: ModelUse,
): Promise<void> {
  const { budget, traceId } = state;
  const note = (what: string) => (error: unknown) => {
    deps.log.error({ err: error, trace: traceId }, `${what} not recorded`);
  };
  const spend = budget.blocked
    ? Promise.resolve()
    : deps.budget.settle(budget.reservationId, use.costUsd);
  deps.trace(traceOf(state, ending, use));
  await Promise.all([
    spend.catch(note('spend')),
    uncount(deps, state, ending).catch(note('quota')),
    recordTurn(deps, ending).catch(note('turn')),
  ]);
}

/** A question that no model could be reached for has no answer, and does not count against the plan's quota. */
async function uncount(
  { quota }: AskDeps,
  { counted }: PreparedState,
  { answer }: Ending,
): Promise<void> {
  if (counted && answer.error?.type === 'MODEL_ERROR') await quota.giveBack(counted);
}

async function recordTurn(deps: AskDeps, { answer, query, opening }: Ending): Promise<void> {
  if (answer.sessionId === null || answer.budgetBlock) return;
  const opened = await opening;
  await deps.conversations.record({
    sessionId: opened ?? answer.sessionId,
    question: answer.question,
    answer: shown(answer),
    query,
    traceId: answer.traceId,
  });
}

/** What a turn keeps of the rows: enough to see what they were. */
const KEPT_ROWS = { rows: 10, bytes: 16 * 1024, cellChars: 1_000 };

/** The answer as the stream showed it, with at most ten of its rows, and of those no more than a turn keeps. */
function shown(answer: Answer) {
  return {
    result: answer.result,
    sql: answer.sql,
    columns: answer.data?.columns ?? [],
    rows: inlineRowsOf(answer.data?.rows ?? [], KEPT_ROWS).rows,
    total_rows: answer.totalRows,
    truncated: answer.truncated,
    explanation: answer.explanation,
    lineage: answer.lineage,
    verification: answer.verification,
    assumptions: answer.assumptions,
    clarification: answer.clarification && {
      question: answer.clarification.question,
      options: answer.clarification.options,
    },
    error: answer.error?.message ?? null,
    decline_reason: answer.error?.declineReason ?? null,
  };
}

function traceOf(
  state: PreparedState,
  { answer, generationId, internal }: Ending,
  use: ModelUse,
): AnswerTrace {
  const { request, workspace, traceId, startedAt } = state;
  const { principal } = request;
  return {
    traceId,
    accountId: workspace.accountId,
    clientId: workspace.clientId,
    workspaceId: workspace.workspaceId,
    keyId: principal.key.id,
    endUserId: principal.endUserId,
    generationId,
    question: answer.question,
    result: answer.result,
    sql: answer.sql,
    durationMs: answer.durationMs,
    costUsd: use.costUsd,
    createdAt: timestamp(startedAt),
    details: {
      policy_hash: principal.policy.hash,
      agent: answer.agent,
      prior_turns: state.history.length,
      session_id: answer.sessionId,
      request_id: request.requestId,
      checks: answer.verification.checks,
      verification: answer.verification.status,
      attempts: answer.attempts,
      model_used: answer.modelUsed,
      fallback_reason: answer.fallbackReason,
      tokens: {
        input: use.inputTokens,
        cached_input: use.cachedInputTokens,
        output: use.outputTokens,
      },
      model_calls: use.calls,
      timings: answer.timings,
      assumptions: answer.assumptions,
      total_rows: answer.totalRows,
      error_type: answer.error?.type ?? null,
      decline_reason: answer.error?.declineReason ?? null,
      error: internal,
    },
  };
}
