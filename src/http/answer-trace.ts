import { z } from 'zod';
import { checkResult, keptAnswer, modelTokens, rowsState, rowsUntil } from './schemas.ts';
import { answerOutcome, rating, verificationStatus } from './wire-enums.ts';

/** Body of `POST …/answers/{trace_id}/feedback`. */
export const newFeedback = z
  .strictObject({
    rating,
    comment: z.string().trim().min(1).max(2_000).nullable().default(null),
    correct_sql: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .nullable()
      .default(null)
      .meta({ description: 'The SELECT that answers the question' }),
  })
  .meta({ id: 'NewFeedback' });

export const answerFeedback = z
  .object({
    end_user_id: z.string().nullable(),
    rating,
    comment: z.string().nullable(),
    correct_sql: z.string().nullable(),
    updated_at: z.string(),
  })
  .meta({ id: 'Feedback' });

/** Response of `POST …/answers/{trace_id}/feedback`. */
export const feedbackOutcome = answerFeedback
  .extend({
    trace_id: z.string(),
    example: z
      .boolean()
      .meta({ description: "Whether it's now an approved example of the workspace" }),
    example_reason: z.string().nullable().meta({ description: "Why it isn't an approved example" }),
  })
  .meta({ id: 'FeedbackOutcome', 'x-extends': 'Feedback' });

/** Response of `GET …/answers/{trace_id}`: what `src/ask/trace-view.ts` makes. */
export const answerTrace = z
  .object({
    trace_id: z.string(),
    request_id: z.string(),
    client_id: z.string(),
    workspace_id: z.string(),
    end_user_id: z.string().nullable(),
    agent: z.string().optional(),
    prior_turns: z
      .int()
      .optional()
      .meta({ description: 'Earlier turns of the chat that were available as context' }),
    session_id: z.string().nullable(),
    question: z.string(),
    result: answerOutcome,
    sql: z.string().nullable(),
    total_rows: z.int().nullable(),
    verification: verificationStatus,
    checks: z.array(checkResult),
    assumptions: z.array(z.string()),
    attempts: z.int(),
    model_used: z.string(),
    fallback_reason: z.string(),
    tokens: modelTokens,
    model_calls: z.int().describe('Number of billed model calls'),
    model_lookups: z
      .array(z.string())
      .optional()
      .describe('What the model looked up before it wrote the SQL; absent if nothing'),
    cost_usd: z.number(),
    duration_ms: z.number(),
    timings: z
      .record(z.string(), z.number())
      .meta({ description: 'Duration of each step in milliseconds' }),
    error_type: z.string().nullable(),
    decline_reason: z.string().nullable(),
    generation_id: z.string().nullable().optional(),
    internal_error: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Only for full-access keys without a row filter' }),
    created_at: z.string(),
    answer: keptAnswer,
    rows_state: rowsState,
    rows_until: rowsUntil,
    feedback: z.array(answerFeedback),
  })
  .meta({ id: 'AnswerTrace' });

/** Response of `GET …/answers/{trace_id}/metrics`. */
export const metricDrafts = z
  .object({
    workspace_id: z.string(),
    metrics: z.array(
      z.object({
        name: z.string().nullable().meta({
          description: 'Suggested name, from the aggregated column; null if there is none',
        }),
        table: z.string(),
        expression: z.string().meta({ description: "SQL aggregate over the table's columns" }),
        filters: z.array(z.string()).meta({
          description: 'Filters on this table that a metric may include',
        }),
        others: z.array(z.string()).meta({
          description: "Filters that a metric on this table can't include",
        }),
      }),
    ),
  })
  .meta({ id: 'MetricDrafts' });
