import { z } from 'zod';

/** Response of `GET …/answers/{trace_id}`: what `src/ask/trace-view.ts` makes. */
export const answerTrace = z
  .object({
    trace_id: z.string(),
    request_id: z.string(),
    client_id: z.string(),
    workspace_id: z.string(),
    end_user_id: z.string().nullable(),
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
    generation_id: z.string().nullable().optional(),
    internal_error: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'For full-access keys without a row filter' }),
    created_at: z.string(),
  })
  .meta({ id: 'AnswerTrace' });
