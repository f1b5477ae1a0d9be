import type { Answer, AskEvent, OutputMode } from '#src/ask/types.ts';
import { chartOf } from '#src/http/chart-fields.ts';
import { breakdownOf, followUpOf, shownVerification, usageOf } from '#src/http/envelope.ts';

export interface StreamEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One pipeline event in the form of the specification's "Events"; its rows are those that the request asked for. */
export function streamEvent(event: AskEvent): StreamEvent {
  switch (event.event) {
    case 'session':
      return { event: 'session', data: { session_id: event.sessionId } };
    case 'status':
      return {
        event: 'status',
        data: dropUndefined({
          stage: event.stage,
          message: event.message,
          agent: event.agent,
          trace_id: event.traceId,
        }),
      };
    case 'thinking':
      return { event: 'thinking', data: { content: event.content } };
    case 'sql':
      return { event: 'sql', data: { sql: event.sql } };
    case 'result': {
      const { truncated, cutCells } = event;
      return {
        event: 'result',
        data: {
          columns: event.data.columns,
          rows: event.data.rows,
          total_rows: event.totalRows,
          truncated,
          ...(event.totalRowsExact ? {} : { total_rows_exact: false }),
          ...(event.lineage ? { lineage: event.lineage } : {}),
          ...(truncated && event.resultToken ? { result_token: event.resultToken } : {}),
          ...(cutCells.length > 0 ? { cut_cells: cutCells } : {}),
          ...chartOf(event),
        },
      };
    }
    case 'explanation':
      return { event: 'explanation', data: { text: event.text } };
    case 'error':
      return { event: 'error', data: errorData(event) };
    case 'done':
      return { event: 'done', data: { agent: event.agent } };
  }
}

function errorData(event: Extract<AskEvent, { event: 'error' }>): Record<string, unknown> {
  if (event.budget) {
    return {
      error: 'budget_exceeded',
      status: 402,
      message: event.message,
      blocking_scope: event.budget.blocking_scope,
      alerts: event.budget.alerts,
    };
  }
  return dropUndefined({
    message: event.message,
    kind: event.kind,
    decline_reason: event.declineReason ?? undefined,
    suggestions: event.suggestions.length > 0 ? event.suggestions : undefined,
    hint: event.hint ?? undefined,
  });
}

/** The route's own end: the authoritative `done`. */
export function doneEvent(answer: Answer): StreamEvent {
  const blocked = answer.budgetBlock !== undefined;
  return {
    event: 'done',
    data: {
      agent: blocked ? 'none' : answer.agent,
      duration_ms: Math.round(answer.durationMs),
      ...(blocked ? { budget_blocked: true } : {}),
      ...(answer.sessionId ? { session_id: answer.sessionId } : {}),
      output_mode: answer.outputMode,
      ...(answer.truncated && answer.resultToken
        ? { result_token: answer.resultToken, total_rows: answer.totalRows, sql: answer.sql }
        : {}),
      trace_id: answer.traceId,
      result: answer.result,
      language: answer.language,
      verification: shownVerification(answer.verification),
      assumptions: answer.assumptions,
      suggestions: answer.nextQuestions,
      ...followUpOf(answer),
      model_used: answer.modelUsed,
      ...usageOf(answer),
      ...chartOf(answer),
      ...(answer.breakdown ? { breakdown: breakdownOf(answer, answer.breakdown) } : {}),
      ...(answer.clarification
        ? {
            clarification: {
              question: answer.clarification.question,
              options: answer.clarification.options,
            },
          }
        : {}),
      ...(answer.budgetAlerts.length > 0 ? { budget_alerts: answer.budgetAlerts } : {}),
    },
  };
}

/** The end of a stream that breaks off: why, and a `done` with what is known of the answer. */
export function brokenOff(
  failure: { readonly message: string; readonly kind: string },
  known: {
    readonly durationMs: number;
    readonly traceId: string;
    readonly outputMode: OutputMode;
    readonly sessionId: string | null;
  },
): readonly StreamEvent[] {
  const done = dropUndefined({
    agent: 'none',
    duration_ms: Math.round(known.durationMs),
    session_id: known.sessionId ?? undefined,
    output_mode: known.outputMode,
    trace_id: known.traceId,
    result: 'error',
  });
  return [
    { event: 'error', data: { message: failure.message, kind: failure.kind } },
    { event: 'done', data: done },
  ];
}

function dropUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
