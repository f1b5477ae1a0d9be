import { z } from 'zod';
import { bytes, count, GIB, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';

export const ask = section({
  max_question_chars: count(4_096, 1, 65_536, 'Longest question (characters)'),
  max_rows: count(1_000, 1, 10_000, 'Rows in an answer'),
  max_answer_bytes: bytes(
    8 * MIB,
    64 * KIB,
    256 * MIB,
    'Rows of an answer as JSON; the rest is behind a `result_token`',
  ),
  max_cell_chars: count(
    32_768,
    100,
    MIB,
    'Longest cell in an answer or preview (characters); pages and exports hold it whole',
  ),
  max_answers_bytes: bytes(
    128 * MIB,
    MIB,
    64 * GIB,
    'Memory of all answers and pages at work, together; no tenant gets more than three quarters of it',
  ),
  answer_wait_ms: milliseconds(
    10_000,
    0,
    5 * MINUTE,
    'How long an answer waits for its share of max_answers_bytes; then it is told to come again (503)',
  ),
  timeout_ms: milliseconds(
    30_000,
    100,
    10 * MINUTE,
    'Longest time that a query may take on the engine',
  ),
  total_timeout_ms: milliseconds(
    60_000,
    100,
    30 * MINUTE,
    'Longest time that a whole answer may take',
  ),
  without_model_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'The last part of that time, in which no model is waited for; at most half of it',
  ),
  planning_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Longest processor time that the built-in planner may take; by the clock twelve times as long',
  ),
  kept_plans: count(
    1_000,
    0,
    1_000_000,
    'Plans of a catalog that are kept for questions that come again, the last used ones; 0 keeps none',
  ),
  kept_results: count(
    50,
    0,
    100_000,
    'Small results of statements over the files of a catalog that are kept, the last used ones; 0 keeps none',
  ),
  kept_answers: count(
    50,
    0,
    100_000,
    'Answers over files that are kept whole for the same words, rights and day; 0 keeps none',
  ),
  concurrent: count(64, 1, 10_000, 'Questions that are worked on at once'),
  history_turns: count(12, 0, 50, 'Earlier turns of a conversation that a follow-up can build on'),
  next_questions_ms: milliseconds(
    200,
    0,
    10_000,
    'How long an answer waits for the questions that it suggests next',
  ),
  max_analysis_queries: count(
    16,
    3,
    200,
    'Statements that an answer of the analytics agent may run; fewer look at fewer dimensions',
  ),
  max_analysis_rows: count(
    20_000,
    100,
    1_000_000,
    'Rows of each of these statements at the most; a dimension that needs more is left out',
  ),
  record_timeout_ms: milliseconds(
    5_000,
    10,
    MINUTE,
    'How long an answer waits for its turn and spend to be recorded',
  ),
  max_waiting_traces: count(
    10_000,
    100,
    1_000_000,
    'Traces of answers that wait while the store is away; then the oldest are dropped',
  ),
  max_breakdown_groups: count(25, 2, 1_000, 'Groups that the breakdown of a total may have'),
  max_change_members: count(
    200,
    2,
    10_000,
    'Members that a dimension may have for the reasons of a change to be looked for in it',
  ),
  trace_flush_ms: milliseconds(
    500,
    10,
    MINUTE,
    'How long the trace of an answer may wait before it is written',
  ),
});

export const guard = section({
  max_sql_bytes: bytes(64 * KIB, 256, MIB, 'Longest SQL text'),
  kept_verdicts: count(
    1_000,
    0,
    1_000_000,
    'Statements of a catalog whose verdict is kept, the last used ones; 0 keeps none',
  ),
  max_depth: count(50, 5, 500, 'Deepest nesting of a statement'),
  max_weight: count(
    100_000,
    1_000,
    1_000_000,
    'Parts of a statement once each use of a column, WITH or alias is written out as what it stands for; a relation counts as 100, and n joined ones as 5n² besides. A connected PostgreSQL takes about 0.5 KB a part to plan it',
  ),
});

export const results = section({
  max_spool_rows: count(1_000_000, 1, 100_000_000, 'Rows of a result that are kept'),
  max_spool_bytes: bytes(256 * MIB, KIB, 16 * GIB, 'Bytes of a result that are kept'),
  max_spool_total_bytes: bytes(
    16 * GIB,
    MIB,
    16_384 * GIB,
    'Bytes of all kept results together; beyond it the oldest results of the tenant with the most are removed',
  ),
  max_stored_bytes: bytes(
    16 * KIB,
    0,
    MIB,
    'Rows of a short answer that are kept in the store; longer ones lie in the spool',
  ),
  max_recalled_bytes: bytes(
    MIB,
    KIB,
    64 * MIB,
    'Rows that come with a trace or the turns of a chat where `rows=1` asks for them',
  ),
  flush_ms: milliseconds(
    500,
    10,
    MINUTE,
    'How long the rows of a short answer may wait before they are written to the store',
  ),
  max_row_bytes: bytes(
    4 * MIB,
    64 * KIB,
    256 * MIB,
    'Longest row that is read from an engine or a database, as JSON; a question that meets a longer one fails',
  ),
  ttl_hours: count(24, 1, 720, 'How long a result is kept (hours)'),
  sweep_ms: milliseconds(10 * MINUTE, 1_000, 60 * MINUTE, 'How often old results are removed'),
  max_export_rows: count(
    10_000_000,
    1,
    1_000_000_000,
    'Rows of an export whose query is run again because more rows than `max_spool_rows` belong to it',
  ),
  max_export_bytes: bytes(
    4 * GIB,
    MIB,
    256 * GIB,
    'Bytes of such an export, and of the rows on their way into a Parquet file',
  ),
  export_timeout_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Longest time that such a query runs, its reader waits included',
  ),
  concurrent_exports: count(4, 1, 1_000, 'Exports at once; more are told to come again'),
  parquet_memory_mb: count(
    32,
    16,
    16_384,
    'Memory of DuckDB in the process that writes a Parquet file (MiB)',
  ),
});

export const catalog = section({
  max_indexed_values: count(
    100_000,
    0,
    10_000_000,
    'Distinct values of a column in the value index at the most',
  ),
  max_indexed_length: count(200, 1, 2_000, 'Longest text in the value index (characters)'),
  max_key_checks: count(
    20,
    0,
    1_000,
    'Combinations of columns of a table that are tried as its key at the most',
  ),
  max_containment_checks: count(
    500,
    0,
    100_000,
    'Pairs of columns of a workspace whose values are compared to find relationships at the most',
  ),
});

export const budgets = section({
  reservation_ms: milliseconds(
    5 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How long a question may hold spend that it set aside; longer than ask.total_timeout_ms',
  ),
  max_budgets: count(1_000, 1, 100_000, 'Budgets of an account at the most'),
  listed_workspaces: count(
    200,
    1,
    10_000,
    'Workspaces that GET /accounts/budgets shows the caps of plans and policies for, at the most',
  ),
  policies: z
    .array(z.looseObject({ use: z.string().min(1) }))
    .max(20)
    .default([])
    .describe(
      'Budget policies: `use` names a plugin (monthly-cap, daily-cap, end-user-cap, or a package), its settings stand beside it',
    ),
});
