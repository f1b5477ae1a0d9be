import type { AskDeps } from '#src/ask/deps.ts';
import type { Ended, Ending } from '#src/ask/endings.ts';
import type { ModelUse } from '#src/ask/model-use/use.ts';
import type { PreparedState } from '#src/ask/prepare.ts';
import type { Answer, AnswerTrace, KeptForm } from '#src/ask/types.ts';
import { timestamp } from '#src/clock.ts';

/**
 * Records the spend, the trace and the turn of a question that ended, the trace before the turn that names it: one that
 * cannot be written is logged and takes nothing from the answer. Never rejects. Called once a question, by its owner.
 */
export async function settle(
  deps: AskDeps,
  state: PreparedState,
  ending: Ended<Answer>,
  use: ModelUse,
): Promise<void> {
  const { budget, traceId } = state;
  const note = (what: string) => (error: unknown) => {
    deps.log.error({ err: error, trace: traceId }, `${what} not recorded`);
  };
  const spend = budget.blocked
    ? Promise.resolve()
    : deps.budget.settle(budget.reservationId, use.costUsd);
  const form = deps.keptForm(ending.answer);
  const trace = traceOf(state, ending, use, form);
  const traced = deps.trace(trace, state.since, hasTurn(ending.answer));
  await Promise.all([
    rememberRows(deps, state, ending).catch(note('rows')),
    spend.catch(note('spend')),
    uncount(deps, state, ending).catch(note('quota')),
    traced.then(() => recordTurn(deps, ending, form)).catch(note('turn')),
  ]);
}

/** A question that no model could be reached for has no answer, and does not count against the plan's quota. */
async function uncount(
  { quota }: AskDeps,
  { counted }: PreparedState,
  { answer }: Ending<Answer>,
): Promise<void> {
  if (counted && answer.error?.type === 'MODEL_ERROR') await quota.giveBack(counted);
}

const hasTurn = ({ sessionId, budgetBlock }: Answer) => sessionId !== null && !budgetBlock;

async function recordTurn(
  deps: AskDeps,
  { answer, query, opening, rows }: Ended<Answer>,
  form: KeptForm,
): Promise<void> {
  if (answer.sessionId === null || !hasTurn(answer)) return;
  const opened = await opening;
  await deps.conversations.record({
    sessionId: opened ?? answer.sessionId,
    question: answer.question,
    answer: { ...turnOf(answer, form), rows },
    query,
    traceId: answer.traceId,
  });
}

/** Keeps the rows of an answer beside it, for a while. */
async function rememberRows(
  { results }: AskDeps,
  { request, workspace, traceId, since }: PreparedState,
  { answer, generationId }: Ending<Answer>,
): Promise<void> {
  const { data, columnTypes, resultToken, breakdown } = answer;
  if (!data || generationId === null) return;
  const { endUserId, policy } = request.principal;
  const { clientId, workspaceId } = workspace;
  await results.remember({
    traceId,
    owner: { clientId, workspaceId, endUserId, policyHash: policy.hash },
    origin: { since, sessionId: answer.sessionId },
    generationId,
    sql: answer.sql ?? '',
    columns: data.columns.map((name, at) => ({ name, type: columnTypes[at] ?? 'text' })),
    rows: resultToken === null ? data.rows : { token: resultToken },
    breakdown: breakdown?.rows ?? null,
  });
}

/** What a turn keeps of an answer. */
const turnOf = (answer: Answer, form: KeptForm) => ({
  result: answer.result,
  sql: answer.sql,
  explanation: answer.explanation,
  decline_reason: answer.error?.declineReason ?? null,
  hint: answer.error?.hint ?? null,
  answer: form,
});

function traceOf(
  state: PreparedState,
  { answer, generationId, internal, rows }: Ended<Answer>,
  use: ModelUse,
  form: KeptForm,
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
      policy_hash: rows,
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
      ...(use.lookups.length > 0 ? { model_lookups: use.lookups } : {}),
      timings: answer.timings,
      assumptions: answer.assumptions,
      total_rows: answer.totalRows,
      error_type: answer.error?.type ?? null,
      decline_reason: answer.error?.declineReason ?? null,
      error: internal,
      ...(hasTurn(answer) ? {} : { answer: form }),
    },
  };
}
