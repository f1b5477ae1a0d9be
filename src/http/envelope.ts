import type { Answer, Verification } from '#src/ask/types.ts';
import { chartOf } from './chart-fields.ts';

/** The answer envelope of the specification; one that could not be answered is collapsed as on the key surface. */
export function envelope(answer: Answer): Record<string, unknown> {
  return answer.error ? errorEnvelope(answer, answer.error) : answerEnvelope(answer);
}

/** Gives what `make` makes of an answer, made once for all answers that are the same but for their trace id. */
export function onceForSame<T>(make: (answer: Answer) => T): (answer: Answer) => T {
  const made = new WeakMap<object, { readonly of: T }>();
  return (answer) => {
    const { sameAs, budgetAlerts } = answer;
    if (!sameAs || budgetAlerts.length > 0) return make(answer);
    const known = made.get(sameAs) ?? { of: make(answer) };
    made.set(sameAs, known);
    return known.of;
  };
}

/** The envelope as JSON, for answers that are the same as others; null for any other answer. */
export function envelopeText(answer: Answer): string | null {
  if (!answer.sameAs || answer.budgetAlerts.length > 0) return null;
  const { before, after } = aroundTraceId(answer);
  return `${before}${answer.traceId}${after}`;
}

/** What stands before and behind the trace id, which nothing else in an envelope is. */
const aroundTraceId = onceForSame((answer) => {
  const [before, after, ...more] = JSON.stringify(envelope(answer)).split(answer.traceId);
  if (before === undefined || after === undefined || more.length > 0)
    throw new TypeError('an envelope must contain its trace ID exactly once');
  return { before, after };
});

function errorEnvelope(
  answer: Answer,
  error: NonNullable<Answer['error']>,
): Record<string, unknown> {
  return {
    type: answer.type,
    result: 'error',
    error: error.message,
    error_type: error.type,
    explanation: answer.explanation,
    language: answer.language,
    ...(error.suggestions.length > 0 ? { suggestions: error.suggestions } : {}),
    trace_id: answer.traceId,
  };
}

function answerEnvelope(answer: Answer): Record<string, unknown> {
  const { clarification, breakdown } = answer;
  return {
    type: answer.type,
    result: answer.result,
    sql: answer.sql,
    data: answer.outputMode === 'text' ? null : answer.data,
    ...(answer.truncated
      ? {
          truncated: true,
          total_rows: answer.totalRows,
          ...(answer.totalRowsExact ? {} : { total_rows_exact: false }),
          result_token: answer.resultToken,
        }
      : {}),
    ...(answer.cutCells.length > 0 && answer.outputMode !== 'text'
      ? { cut_cells: answer.cutCells }
      : {}),
    ...chartOf(answer),
    explanation: answer.outputMode === 'table' ? '' : answer.explanation,
    language: answer.language,
    lineage: answer.lineage,
    ...(breakdown ? { breakdown: breakdownOf(answer, breakdown) } : {}),
    verification: shownVerification(answer.verification),
    assumptions: answer.assumptions,
    ...(clarification
      ? { clarification: { question: clarification.question, options: clarification.options } }
      : {}),
    suggestions: answer.nextQuestions,
    ...followUpOf(answer),
    model_used: answer.modelUsed,
    ...usageOf(answer),
    fallback_triggered: answer.fallbackTriggered,
    fallback_reason: answer.fallbackReason,
    attempts: answer.attempts,
    complexity: answer.complexity,
    agent: answer.agent,
    trace_id: answer.traceId,
    ...(answer.budgetAlerts.length > 0 ? { budget_alerts: answer.budgetAlerts } : {}),
  };
}

/** How a question was read in its chat, where that is known. */
export const followUpOf = ({ followUp }: Pick<Answer, 'followUp'>) =>
  followUp ? { follow_up: followUp } : {};

/** The groups of a total, with what their columns are. */
export const breakdownOf = (
  { breakdownInfo }: Pick<Answer, 'breakdownInfo'>,
  { columns, rows, sql }: NonNullable<Answer['breakdown']>,
) => ({ columns, rows, sql, ...(breakdownInfo ? { columns_info: breakdownInfo } : {}) });

/** What models took for an answer, as the envelope and the last `done` say it. */
export const usageOf = ({
  usage: { inputTokens, cachedInputTokens, outputTokens, costUsd },
}: Answer) => ({
  tokens: { input: inputTokens, cached_input: cachedInputTokens, output: outputTokens },
  cost_usd: costUsd,
});

/** The verdict with the checks that apply; the trace of the answer holds them all. */
export const shownVerification = (verification: Verification): Verification => ({
  ...verification,
  checks: verification.checks.filter(({ outcome }) => outcome !== 'skipped'),
});
