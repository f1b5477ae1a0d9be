import { z } from 'zod';
import type { AnswerTrace } from '#src/ask/types.ts';
import type { Principal } from '#src/principal.ts';

/** Response of `GET …/answers/{trace_id}`. */
export const answerTrace = z
  .object({
    trace_id: z.string(),
    request_id: z.string(),
    workspace_id: z.string(),
    session_id: z.string().nullable(),
    question: z.string(),
    result: z.enum(['success', 'clarification', 'dry_run', 'error']),
    sql: z.string().nullable(),
    total_rows: z.int().nullable(),
    verification: z.enum(['verified', 'checked', 'warning', 'failed', 'not_applicable']),
    checks: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(['passed', 'warning', 'failed', 'skipped']),
        detail: z.string(),
      }),
    ),
    assumptions: z.array(z.string()),
    attempts: z.int(),
    model_used: z.string(),
    fallback_reason: z.string(),
    tokens: z.object({ input: z.int(), output: z.int() }),
    cost_usd: z.number(),
    duration_ms: z.number(),
    timings: z.record(z.string(), z.number()).meta({ description: 'Milliseconds by step' }),
    error_type: z.string().nullable(),
    decline_reason: z.string().nullable(),
    error: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'What went wrong inside; for full-access keys' }),
    created_at: z.string(),
  })
  .meta({ id: 'AnswerTrace' });

/**
 * Whether a trace of the principal's tenant is theirs to read: not of another workspace than the key's, and under a
 * row filter only what the same key asked, since SQL and checks may show values of other rows.
 */
export function mayRead(principal: Principal, trace: AnswerTrace): boolean {
  if (principal.workspaceId !== null && principal.workspaceId !== trace.workspaceId) return false;
  const filtered = Object.keys(principal.policy.filter).length > 0;
  return !filtered || principal.key.id === trace.keyId;
}

/** A trace as the API shows it; internals of a failure are for full-access keys without a row filter. */
export function traceView(trace: AnswerTrace, principal: Principal): z.output<typeof answerTrace> {
  const { details } = trace;
  const filtered = Object.keys(principal.policy.filter).length > 0;
  return {
    trace_id: trace.traceId,
    request_id: details.request_id,
    workspace_id: trace.workspaceId,
    session_id: details.session_id,
    question: trace.question,
    result: trace.result,
    sql: trace.sql,
    total_rows: details.total_rows,
    verification: details.verification,
    checks: [...details.checks],
    assumptions: [...details.assumptions],
    attempts: details.attempts,
    model_used: details.model_used,
    fallback_reason: details.fallback_reason,
    tokens: details.tokens,
    cost_usd: trace.costUsd,
    duration_ms: trace.durationMs,
    timings: details.timings,
    error_type: details.error_type,
    decline_reason: details.decline_reason,
    ...(principal.key.scope === 'full' && !filtered ? { error: details.error } : {}),
    created_at: trace.createdAt,
  };
}
