import { z } from 'zod';
import { chartFields } from './chart-fields.ts';
import {
  breakdown,
  budgetAlert,
  budgetBlock,
  cell,
  clarification,
  cutCells,
  followUp,
  lineage,
  modelTokens,
  suggestion,
  verification,
} from './schemas.ts';
import { answerAgent, answerOutcome, outputModes } from './wire-enums.ts';

/** The data of each event of `/ask/stream`, with the names under which the document lists them. */

const rows = z.array(z.array(cell));

const session = z.object({ session_id: z.string() });

const status = z.object({
  stage: z.enum([
    'building_context',
    'routing',
    'agent_selected',
    'generating_sql',
    'checking_sql',
    'executing',
    'verifying',
    'explaining',
  ]),
  message: z.string().optional(),
  agent: answerAgent.optional(),
  trace_id: z.string().optional(),
});

const result = z.object({
  columns: z.array(z.string()),
  rows: rows.meta({ description: 'At most `max_rows`; ten by default' }),
  total_rows: z.int().nullable(),
  truncated: z.boolean(),
  total_rows_exact: z.literal(false).optional(),
  lineage: lineage.optional(),
  result_token: z.string().optional(),
  cut_cells: cutCells.optional(),
  ...chartFields,
});

const failure = z.object({
  message: z.string(),
  kind: z.string(),
  decline_reason: z.string().optional(),
  suggestions: z.array(suggestion).optional(),
  hint: z.string().optional(),
});

const agentDone = z.object({ agent: answerAgent });

const done = z.object({
  agent: answerAgent,
  duration_ms: z.int(),
  budget_blocked: z.literal(true).optional(),
  session_id: z.string().optional(),
  output_mode: outputModes,
  result_token: z.string().optional(),
  total_rows: z.int().nullable().optional(),
  sql: z.string().nullable().optional(),
  trace_id: z.string(),
  result: answerOutcome,
  language: z.string().optional(),
  verification: verification.optional(),
  assumptions: z.array(z.string()).optional(),
  suggestions: z.array(z.string()).optional(),
  follow_up: followUp.optional(),
  model_used: z.string().optional(),
  tokens: modelTokens.optional(),
  cost_usd: z.number().optional(),
  ...chartFields,
  breakdown: breakdown.optional(),
  clarification: clarification.optional(),
  budget_alerts: z.array(budgetAlert).optional(),
});

const named = <T extends z.ZodType>(schema: T, id: string): T => schema.meta({ id });

export const streamSchemas = {
  SessionEvent: named(session, 'SessionEvent'),
  StatusEvent: named(status, 'StatusEvent'),
  ThinkingEvent: named(z.object({ content: z.string() }), 'ThinkingEvent'),
  SqlEvent: named(z.object({ sql: z.string() }), 'SqlEvent'),
  ResultEvent: named(result, 'ResultEvent'),
  ExplanationEvent: named(z.object({ text: z.string() }), 'ExplanationEvent'),
  ErrorEvent: named(
    z.union([failure, budgetBlock.extend({ status: z.literal(402) })]),
    'ErrorEvent',
  ),
  DoneEvent: named(z.union([done, agentDone]), 'DoneEvent'),
};

const sent = <E extends string>(event: E, data: z.ZodType) =>
  z.object({ event: z.literal(event), data });

/** One event of the stream: the line `event:` and the JSON of the line `data:`. */
export const streamEvents = z
  .discriminatedUnion('event', [
    sent('session', streamSchemas.SessionEvent),
    sent('status', streamSchemas.StatusEvent),
    sent('thinking', streamSchemas.ThinkingEvent),
    sent('sql', streamSchemas.SqlEvent),
    sent('result', streamSchemas.ResultEvent),
    sent('explanation', streamSchemas.ExplanationEvent),
    sent('error', streamSchemas.ErrorEvent),
    sent('done', streamSchemas.DoneEvent),
  ])
  .meta({
    id: 'StreamEvent',
    description: 'One event: the name after `event:` and the JSON after `data:`',
  });
