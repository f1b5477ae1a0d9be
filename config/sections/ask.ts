import { z } from 'zod';
import { bytes, count, GIB, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';

export const ask = section({
  max_question_chars: count(4_096, 1, 65_536, 'Longest question (characters)'),
  max_rows: count(1_000, 1, 10_000, 'Maximum rows in an answer'),
  max_answer_bytes: bytes(
    8 * MIB,
    64 * KIB,
    256 * MIB,
    'Maximum size of the rows in an answer, as JSON; its `result_token` gives the rest',
  ),
  max_cell_chars: count(
    32_768,
    100,
    MIB,
    'Longest cell in an answer or preview (characters); pages and exports have it in full',
  ),
  max_answers_bytes: bytes(
    128 * MIB,
    MIB,
    64 * GIB,
    'Memory for all answers and pages in progress; one tenant gets at most three quarters',
  ),
  answer_wait_ms: milliseconds(
    10_000,
    0,
    5 * MINUTE,
    'How long an answer waits for its share of max_answers_bytes before it fails with 503',
  ),
  timeout_ms: milliseconds(30_000, 100, 10 * MINUTE, 'Timeout for a query on the engine'),
  total_timeout_ms: milliseconds(60_000, 100, 30 * MINUTE, 'Timeout for a whole answer'),
  without_model_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'Time at the end of ask.total_timeout_ms in which Plumbline no longer waits for a model; at most half of it',
  ),
  planning_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'CPU time limit of the built-in planner; its elapsed time may be twelve times as long',
  ),
  kept_plans: count(
    1_000,
    0,
    1_000_000,
    'Recently used plans cached per catalog for repeated questions; 0: none',
  ),
  kept_results: count(
    50,
    0,
    100_000,
    'Recently used small query results cached per catalog of files; 0: none',
  ),
  kept_answers: count(
    50,
    0,
    100_000,
    'Number of answers over files to cache, by question, access scope and day; 0: none',
  ),
  concurrent: count(64, 1, 10_000, 'Questions answered at the same time'),
  history_turns: count(12, 0, 50, 'Earlier turns of a chat that a follow-up can use'),
  next_questions_ms: milliseconds(
    200,
    0,
    10_000,
    'How long an answer waits for suggested follow-ups',
  ),
  max_analysis_queries: count(
    16,
    3,
    200,
    'Maximum queries per analysis; with fewer, it covers fewer dimensions',
  ),
  max_analysis_rows: count(
    20_000,
    100,
    1_000_000,
    'Maximum rows of each of these queries; dimensions with more are left out',
  ),
  record_timeout_ms: milliseconds(
    5_000,
    10,
    MINUTE,
    'How long an answer waits until its turn and cost are recorded',
  ),
  max_waiting_traces: count(
    10_000,
    100,
    1_000_000,
    'Maximum answer traces queued while the store is unavailable; beyond it, the oldest are dropped',
  ),
  max_breakdown_groups: count(25, 2, 1_000, 'Maximum groups in the breakdown of a total'),
  max_change_members: count(
    200,
    2,
    10_000,
    'Maximum values of a dimension that Plumbline checks when it explains a change',
  ),
  trace_flush_ms: milliseconds(500, 10, MINUTE, 'Maximum delay before an answer trace is written'),
});

export const guard = section({
  max_sql_bytes: bytes(64 * KIB, 256, MIB, 'Longest SQL text'),
  kept_verdicts: count(
    1_000,
    0,
    1_000_000,
    'Recently used guard verdicts cached per catalog; 0: none',
  ),
  max_depth: count(50, 5, 500, 'Maximum nesting depth of a statement'),
  max_weight: count(
    100_000,
    1_000,
    1_000_000,
    'Maximum parts of a statement with every column, WITH and alias expanded. A relation counts as 100, and n joined relations as another 5n². PostgreSQL needs about 0.5 KB per part to plan it',
  ),
});

export const results = section({
  max_spool_rows: count(1_000_000, 1, 100_000_000, 'Maximum rows kept per result'),
  max_spool_bytes: bytes(256 * MIB, KIB, 16 * GIB, 'Maximum size kept per result'),
  max_spool_total_bytes: bytes(
    16 * GIB,
    MIB,
    16_384 * GIB,
    'Maximum size of all kept results; beyond it, the tenant that uses the most loses its oldest results',
  ),
  max_stored_bytes: bytes(
    16 * KIB,
    0,
    MIB,
    'Maximum size of rows kept in the store; longer results are kept as files',
  ),
  max_recalled_bytes: bytes(
    MIB,
    KIB,
    64 * MIB,
    'Maximum size of the rows that `rows=1` returns with a trace or chat',
  ),
  flush_ms: milliseconds(
    500,
    10,
    MINUTE,
    'Maximum delay before the rows of a short answer are written to the store',
  ),
  max_row_bytes: bytes(
    4 * MIB,
    64 * KIB,
    256 * MIB,
    'Maximum size of a row read from an engine or database, as JSON; questions with a larger row fail',
  ),
  ttl_hours: count(24, 1, 720, 'How long a result is kept (hours)'),
  sweep_ms: milliseconds(10 * MINUTE, 1_000, 60 * MINUTE, 'How often old results are removed'),
  max_export_rows: count(
    10_000_000,
    1,
    1_000_000_000,
    'Maximum rows of an export that runs its query again because the result exceeds `max_spool_rows`',
  ),
  max_export_bytes: bytes(
    4 * GIB,
    MIB,
    256 * GIB,
    'Maximum size of an export that runs its query again, and of rows converted to Parquet',
  ),
  export_timeout_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Timeout for the query of an export, including waits for its reader',
  ),
  concurrent_exports: count(
    4,
    1,
    1_000,
    'Maximum exports running at the same time; any more fail with 503',
  ),
  parquet_memory_mb: count(32, 16, 16_384, 'DuckDB memory for writing a Parquet file (MiB)'),
});

export const catalog = section({
  max_indexed_values: count(
    100_000,
    0,
    10_000_000,
    'Maximum distinct values per column in the value index',
  ),
  max_indexed_length: count(200, 1, 2_000, 'Longest text in the value index (characters)'),
  max_key_checks: count(20, 0, 1_000, 'Maximum column combinations tested as the key of a table'),
  max_containment_checks: count(
    500,
    0,
    100_000,
    'Maximum column pairs per workspace compared to find relationships',
  ),
});

export const budgets = section({
  reservation_ms: milliseconds(
    5 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How long a question keeps its reserved budget; must exceed ask.total_timeout_ms',
  ),
  max_budgets: count(1_000, 1, 100_000, 'Maximum budgets per account'),
  listed_workspaces: count(
    200,
    1,
    10_000,
    'Maximum workspaces for which GET /accounts/budgets returns plan and policy limits',
  ),
  policies: z
    .array(z.looseObject({ use: z.string().min(1) }))
    .max(20)
    .default([])
    .describe(
      'Budget policies: `use` names a plugin (monthly-cap, daily-cap, end-user-cap or a package); its settings go next to it',
    ),
});
