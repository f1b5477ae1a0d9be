import { z } from 'zod';
import { timestamp as asTimestamp } from '#src/clock.ts';
import { chartFields, columnsInfo } from './chart-fields.ts';
import {
  answerAgent,
  answerType,
  budgetEnforcement,
  followUpReading,
  keyScope,
  schemaProgress,
  verificationStatus,
} from './wire-enums.ts';

/** Schemas of what goes over the wire, with the names under which the OpenAPI document lists them. */

const named = <T extends z.ZodType>(schema: T, id: string): T => schema.meta({ id });

export const clientParams = z.object({ client_id: z.string() });
export const workspaceParams = z.object({ client_id: z.string(), workspace_id: z.string() });
export const deletion = z.object({ deleted: z.string() }).meta({ id: 'Deletion' });
/** The response of a route that removes something. */
export const deletes = { 200: { description: 'What was removed', schema: deletion } };
export const workspaceQuery = z.object({ workspace_id: z.string().min(1).optional() });

/** A whole number of a path or query, in decimal digits alone: `0x6`, `1e1` and ` ` are none. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'Use a whole number, such as 10.')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ override: { type: 'integer', minimum, maximum, pattern: undefined } });

/** The same, with the number that stands where none is sent. */
export const wholeNumberOr = (standard: number, minimum: number, maximum: number) =>
  wholeNumber(minimum, maximum)
    .default(standard)
    .meta({ override: { type: 'integer', minimum, maximum, default: standard } });

/** Query of a list that comes in pages. */
export const pageQuery = z.object({
  limit: wholeNumberOr(50, 1, 200),
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: '`next_cursor` of the previous page; absent for the first page' }),
});
export const nextCursor = z.string().nullable().meta({ description: 'Null on the last page' });
export const pageRequest = ({ limit, cursor }: z.output<typeof pageQuery>) => ({
  limit,
  cursor: cursor ?? null,
});

/** Whether the rows are wanted, too. */
export const withRows = z
  .enum(['0', '1'])
  .default('0')
  .transform((text) => text === '1')
  .meta({
    override: { type: 'string', enum: ['0', '1'], default: '0' },
    description: "`1` includes the rows while they're stored",
  });

export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const row = z.array(cell);
/** An instant, UTC where it says nothing else; gives a timestamp as the store has them. */
export const instant = z.iso.datetime({ local: true, offset: true }).transform((text) => {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  return asTimestamp(new Date(zoned));
});
export const timestamp = z
  .string()
  .meta({ description: 'ISO 8601 in UTC, without zone designator' });

export const errorDetail = named(
  z.object({ detail: z.string().meta({ description: 'What is wrong and what to do' }) }),
  'Error',
);
export const collisionError = named(
  z.object({
    detail: z.object({
      error: z.literal('table_name_collision'),
      message: z.string(),
      collisions: z.array(z.object({ table_name: z.string(), owned_by: z.string() })),
    }),
  }),
  'TableNameCollisionError',
);
export const quotaError = named(
  z.object({
    detail: z.object({ error: z.literal('quota_exceeded'), plan: z.string(), limit: z.int() }),
  }),
  'QuotaExceededError',
);
export const validationError = named(
  z.object({
    detail: z.union([
      z.string(),
      z.array(
        z.object({
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string(),
          type: z.string(),
        }),
      ),
    ]),
  }),
  'ValidationError',
);

const workspaceSummary = named(
  z.object({ workspace_id: z.string(), name: z.string(), slug: z.string() }),
  'WorkspaceSummary',
);
export const workspaceRecord = named(
  z.object({
    workspace_id: z.string(),
    name: z.string(),
    slug: z.string(),
    source: z.enum(['none', 'files', 'database']),
    created_at: timestamp,
  }),
  'Workspace',
);
export const tenantRecord = named(
  z.object({ client_id: z.string(), name: z.string(), slug: z.string(), created_at: timestamp }),
  'Tenant',
);

export const whoamiRecord = named(
  z.object({
    key: z.object({
      prefix: z.string(),
      name: z.string(),
      environment: z.string(),
      scope: keyScope,
    }),
    account: z.object({ type: z.string(), plan: z.string() }),
    client_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
    workspace: workspaceSummary.optional(),
    workspaces: z.array(workspaceRecord).optional(),
    clients: z.array(tenantRecord).optional(),
    plan_limits: z.record(z.string(), z.unknown()).nullable(),
    sample: z.boolean(),
  }),
  'Whoami',
);

export const signupRecord = named(
  z.object({
    account: z.object({ id: z.string(), type: z.string(), plan: z.string() }),
    client_id: z.string(),
    workspace_id: z.string(),
    workspace: workspaceSummary,
    api_key: z.string(),
  }),
  'Signup',
);

const tableData = named(
  z.object({ columns: z.array(z.string()), rows: z.array(row) }),
  'TableData',
);

export const lineage = named(
  z.object({
    tables: z.array(z.string()),
    measures: z.array(z.string()),
    period: z.string(),
    filters: z.array(z.string()),
    grouped_by: z.array(z.string()),
    row_limit: z.int().nullable(),
    text: z.string(),
  }),
  'Lineage',
);

export const checkResult = named(
  z.object({
    name: z.string(),
    outcome: z.enum(['passed', 'warning', 'failed', 'skipped']),
    detail: z.string(),
  }),
  'CheckResult',
);
export const verification = named(
  z.object({
    status: verificationStatus,
    metrics: z.array(z.string()),
    reason: z.string(),
    checks: z.array(checkResult),
  }),
  'Verification',
);

export const budgetAlert = named(
  z.object({
    scope_type: z.string(),
    scope_id: z.string(),
    cap: z.number(),
    spent: z.number(),
    pct_used: z.number(),
    level: z.string(),
    enforcement: budgetEnforcement,
  }),
  'BudgetAlert',
);

/** A 402, and what the stream's `error` event carries beside it. */
export const budgetBlock = z.object({
  error: z.literal('budget_exceeded'),
  message: z.string(),
  blocking_scope: named(budgetAlert.omit({ level: true, enforcement: true }), 'BlockingScope'),
  alerts: z.array(budgetAlert),
});
export const budgetError = named(z.object({ detail: budgetBlock }), 'BudgetExceededError');

const cutCell = named(z.object({ row: z.int(), column: z.int(), chars: z.int() }), 'CutCell');
export const cutCells = z.array(cutCell).meta({
  description:
    'Cells shortened to `ask.max_cell_chars` with an ellipsis; absent if none. `row` and `column` count from 0, `chars` is the full length in UTF-16 units. Pages and exports of the `result_token` have the full cells',
});

/** Tokens of models, as their provider reports them. */
export const modelTokens = named(
  z.object({ input: z.int(), cached_input: z.int(), output: z.int() }),
  'ModelTokens',
);

export const clarification = named(
  z.object({
    question: z.string(),
    options: z.array(z.object({ label: z.string(), question: z.string() })),
  }),
  'Clarification',
);

export const breakdown = named(
  tableData.extend({ sql: z.string(), columns_info: columnsInfo.optional() }),
  'Breakdown',
);

export const followUp = z
  .object({
    reading: followUpReading,
    of: z
      .string()
      .meta({ description: 'The previous question in the chat', examples: ['revenue by region'] }),
    other: z.boolean().meta({
      description:
        'Whether the question has another interpretation; to get it, ask again with `reread`',
    }),
  })
  .meta({
    id: 'FollowUp',
    description: "How the question was interpreted in its chat; absent if it's the first question",
  });

/** What an answer says wherever it is shown; its rows and ids are beside it. */
export const answerBase = named(
  z.object({
    type: answerType,
    result: z.enum(['success', 'clarification', 'dry_run']),
    sql: z.string().nullable(),
    truncated: z.literal(true).optional(),
    total_rows: z.int().nullable().optional(),
    total_rows_exact: z.literal(false).optional(),
    cut_cells: cutCells.optional(),
    ...chartFields,
    explanation: z.string(),
    language: z.string().optional(),
    lineage: lineage.nullable(),
    verification,
    assumptions: z.array(z.string()),
    clarification: clarification.optional(),
    suggestions: z.array(z.string()),
    follow_up: followUp.optional(),
    model_used: z.string(),
    tokens: modelTokens,
    cost_usd: z.number(),
    fallback_triggered: z.boolean(),
    fallback_reason: z.string(),
    attempts: z.int(),
    complexity: z.enum(['easy', 'medium', 'hard']),
    agent: answerAgent,
    budget_alerts: z.array(budgetAlert).optional(),
  }),
  'AnswerBase',
);
const answerIds = {
  result_token: z.string().nullable().optional(),
  trace_id: z.string(),
  session_id: z.string().optional(),
};
const answered = answerBase
  .extend({ data: tableData.nullable(), breakdown: breakdown.optional(), ...answerIds })
  .meta({ id: 'Answer', 'x-extends': 'AnswerBase' });

export const tableSize = named(
  z.object({ table_name: z.string(), row_count: z.int() }),
  'TableSize',
);

export const sampleRecord = named(
  z.object({
    api_key: z.string(),
    client_id: z.string(),
    workspace_id: z.string(),
    workspace: workspaceSummary,
    questions: z.array(z.string()),
    starters: z
      .array(
        z.object({
          question: z.string(),
          answer: answerBase
            .extend({ data: tableData.nullable(), breakdown: breakdown.optional() })
            .meta({ id: 'SampleAnswer', 'x-extends': 'AnswerBase' })
            .nullable()
            .meta({ description: "The answer so far; null while it's being created" }),
        }),
      )
      .meta({ description: 'Six starter questions, each with a small preview of its answer' }),
    tables: z.array(tableSize),
    limits: z.object({ requests_per_minute: z.int(), questions_per_hour: z.int() }),
    end_user_header: z.literal('X-End-User-Id'),
  }),
  'Sample',
);

/** A word of the question, and one that the data has in its place. */
export const suggestion = named(z.object({ raw: z.string(), resolved: z.string() }), 'Correction');

const unanswered = named(
  z.object({
    type: answerType,
    result: z.literal('error'),
    error: z.string(),
    error_type: z.enum(['QUERY_ERROR', 'DECLINED', 'MODEL_ERROR', 'TIMEOUT', 'RESULT_TOO_LARGE']),
    explanation: z.string(),
    language: z.string().optional(),
    suggestions: z.array(suggestion).optional(),
    trace_id: z.string(),
    session_id: z.string().optional(),
  }),
  'AnswerError',
);

/** A question that the data cannot answer has `result` = `error`, with status 200. */
export const answerEnvelope = z.union([answered, unanswered]).meta({ id: 'QueryAnswer' });

const keptTable = named(tableData.extend({ rows: z.array(row).nullable() }), 'KeptTable');
const keptBreakdown = named(
  keptTable.extend({ sql: z.string(), columns_info: columnsInfo.optional() }),
  'KeptBreakdown',
);
/** An answer as it was given, to be drawn again. */
export const keptForm = z.union([
  answerBase
    .extend({ data: keptTable.nullable(), breakdown: keptBreakdown.optional(), ...answerIds })
    .meta({ id: 'KeptAnswer', 'x-extends': 'AnswerBase' }),
  unanswered,
]);
export const keptAnswer = keptForm.nullable().meta({
  description:
    "The answer as it was returned, with rows null if they aren't included. Null if it's no longer stored",
});
export const rowsState = z.enum(['included', 'kept', 'gone', 'none']).meta({
  id: 'RowsState',
  description:
    '`included`: the rows are included. `kept`: get them with `rows=1` or the `result_token`. `gone`: they expired; ask again. `none`: the answer had no rows',
});
export const rowsUntil = timestamp
  .nullable()
  .meta({ description: 'When the rows expire; null if there are none' });

export const schemaStatus = named(
  z.object({
    client_id: z.string(),
    status: schemaProgress,
    table_count: z.int(),
    discovered_at: timestamp.nullable(),
    enrichment_completed_at: timestamp.nullable(),
    updated_at: timestamp.nullable(),
    error: z
      .string()
      .optional()
      .meta({ description: 'What went wrong and what to do, if the status is failed' }),
    hidden_columns: z
      .array(
        z.object({
          workspace_id: z.string(),
          table: z.string(),
          column: z.string(),
          because: z.enum(['name', 'values']).meta({
            description: 'Whether its name or values look like a secret',
          }),
        }),
      )
      .optional()
      .meta({
        description:
          'Columns hidden because they look like secrets; only for full-access keys. Show one with `PATCH …/schema/tables/{table}/columns/{column}` and `{"hidden": false}`',
      }),
  }),
  'SchemaStatus',
);

export const resultPage = named(
  tableData.extend({
    total_rows: z.int(),
    total_rows_exact: z.literal(false).optional(),
    offset: z.int(),
    next_offset: z.int().nullable().meta({
      description:
        "Start of the next page; null on the last one. A page has fewer rows than `limit` if they're too large together",
    }),
  }),
  'ResultPage',
);
