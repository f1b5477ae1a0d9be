import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Evals, GoldenQuestion } from '#src/evals/types.ts';
import type { Principal } from '#src/principal.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import {
  cell,
  nextCursor,
  pageQuery,
  pageRequest,
  timestamp,
  workspaceParams,
} from '../schemas.ts';

export interface EvalRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly evals: Evals;
  readonly config: Pick<Config, 'ask' | 'evals'>;
}

const PATH = '/clients/{client_id}/workspaces/{workspace_id}/evals';
const shared = { tag: 'Golden questions', capability: 'manage', rate: 'request' } as const;

const golden = z
  .object({
    id: z.string(),
    question: z.string(),
    sql: z.string().nullable(),
    rows: z.array(z.array(cell)).nullable(),
    ordered: z.boolean(),
  })
  .meta({ id: 'GoldenQuestion' });
const goldenSet = z
  .object({ questions: z.array(golden), updated_at: timestamp.nullable() })
  .meta({ id: 'GoldenSet' });

const cause = z
  .enum(['right', 'other_rows', 'declined', 'asked_back', 'failed', 'no_expectation', 'skipped'])
  .meta({ id: 'EvalCause' });
const runStatus = z
  .enum(['queued', 'running', 'succeeded', 'stopped', 'failed'])
  .meta({ id: 'EvalRunStatus' });
const summary = z
  .object({
    run_id: z.string(),
    workspace_id: z.string(),
    model: z.string().nullable(),
    example: z.string().nullable().meta({
      description: 'Question of an approved example; all questions were asked with and without it',
    }),
    status: runStatus,
    total: z.int(),
    done: z.int(),
    counts: z.record(cause, z.int()).meta({ description: 'Number of questions by outcome' }),
    cost_usd: z.number(),
    max_cost_usd: z.number(),
    error: z.string().nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'EvalRunSummary' });
const difference = z
  .object({ id: z.string(), question: z.string(), from: cause, to: cause })
  .meta({ id: 'EvalDifference' });
const run = z
  .object({
    ...summary.shape,
    outcomes: z.array(
      z
        .object({
          id: z.string(),
          question: z.string(),
          cause,
          detail: z.string(),
          sql: z.string().nullable(),
          verification: z.string().nullable(),
          model_used: z.string().nullable(),
          trace_id: z.string().nullable(),
          cost_usd: z.number(),
          duration_ms: z.int(),
        })
        .meta({ id: 'EvalOutcome' }),
    ),
    previous_run_id: z.string().nullable(),
    changes: z
      .object({
        broken: z.array(difference),
        fixed: z.array(difference),
        other: z.array(difference),
        added: z.array(z.string()),
        removed: z.array(z.string()),
      })
      .meta({ description: 'Changes since the previous run, or by the example' }),
  })
  .meta({ id: 'EvalRun', 'x-extends': 'EvalRunSummary' });

const effect = z
  .object({
    question: z.string(),
    sql: z.string(),
    run_id: z.string().nullable().meta({ description: 'Latest run; null if there is none' }),
    status: runStatus.nullable(),
    fixed: z.array(z.string()).meta({ description: 'Golden questions that became right' }),
    broken: z.array(z.string()).meta({ description: 'Golden questions that became wrong' }),
  })
  .meta({ id: 'ExampleEffect' });

/** Golden questions of a workspace, and runs that ask them all. */
export function evalRoutes({ accounts, evals, config }: EvalRoutesDeps): Route[] {
  const workspaceOf = (principal: Principal, params: z.output<typeof workspaceParams>) =>
    accounts.workspace(principal, {
      clientId: params.client_id,
      workspaceId: params.workspace_id,
    });
  const body = bodyOf(config);
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: PATH,
      summary: 'List the golden questions of a workspace',
      params: workspaceParams,
      responses: { 200: { description: 'The questions', schema: goldenSet } },
      errors: ['workspace_not_found'],
      handle: async ({ principal, params }) =>
        json(await evals.read(await workspaceOf(principal, params))),
    }),
    defineRoute({
      ...shared,
      method: 'put',
      path: PATH,
      summary: 'Replace the golden questions',
      audit: { action: 'evals.replaced' },
      params: workspaceParams,
      body,
      isDocument: true,
      responses: { 200: { description: 'The questions', schema: goldenSet } },
      errors: ['workspace_not_found'],
      async handle({ principal, params, body: { questions }, signal, keep }) {
        const workspace = await workspaceOf(principal, params);
        const all = questions.map(goldenOf);
        return keptReply(
          keep,
          (settle) => evals.put(principal, workspace, all, signal, settle),
          (made) => json(made),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: `${PATH}/runs`,
      summary: 'Run all golden questions as a job',
      audit: { action: 'evals.run', tells: ['run_id'] },
      params: workspaceParams,
      body: z.strictObject({
        max_cost_usd: z
          .number()
          .positive()
          .max(config.evals.max_cost_usd)
          .optional()
          .meta({ description: 'Cost limit that stops the run, in US dollars' }),
        model: z.string().min(1).max(200).optional().meta({
          description: "A configured model to use instead of the workspace's",
        }),
        example: z.string().trim().min(1).max(2_000).optional().meta({
          description: 'Question of an approved example; asks all questions with and without it',
        }),
      }),
      responses: { 202: { description: 'The run; poll it for results', schema: summary } },
      errors: ['workspace_not_found', 'conflict'],
      async handle({ principal, params, body, keep }) {
        const workspace = await workspaceOf(principal, params);
        const { max_cost_usd: maxCostUsd = null, model = null, example = null } = body;
        const how = { maxCostUsd, model, example };
        return keptReply(
          keep,
          (settle) => evals.begin(principal, workspace, how, settle),
          (made) => json(made, 202),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PATH}/examples`,
      summary: 'List approved examples and how each changed the golden-question results',
      params: workspaceParams,
      responses: {
        200: { description: 'The examples', schema: z.object({ examples: z.array(effect) }) },
      },
      errors: ['workspace_not_found'],
      handle: async ({ principal, params }) =>
        json({ examples: await evals.examples(await workspaceOf(principal, params)) }),
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PATH}/runs`,
      summary: 'List runs, newest first',
      params: workspaceParams,
      query: pageQuery,
      responses: {
        200: {
          description: 'The runs',
          schema: z.object({ runs: z.array(summary), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request', 'workspace_not_found'],
      async handle({ principal, params, query }) {
        const page = await evals.runs(await workspaceOf(principal, params), pageRequest(query));
        return json({ runs: page.items, next_cursor: page.nextCursor });
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PATH}/runs/{run_id}`,
      summary: 'Get a run with the outcome of each question and changes since the previous run',
      params: workspaceParams.extend({ run_id: z.string() }),
      responses: { 200: { description: 'The run', schema: run } },
      errors: ['not_found', 'workspace_not_found'],
      async handle({ principal, params }) {
        const body = await evals.run(await workspaceOf(principal, params), params.run_id);
        return { status: 200, body, isLong: true };
      },
    }),
  ];
}

/** Body of `PUT …/evals`; a question without an id has one made of its words. */
function bodyOf({ ask, evals }: EvalRoutesDeps['config']) {
  const question = z
    .strictObject({
      id: z
        .string()
        .regex(/^[\w.:-]{1,64}$/, 'Use 1 to 64 letters, digits and . _ : -')
        .optional(),
      question: z.string().trim().min(1).max(ask.max_question_chars),
      sql: z
        .string()
        .trim()
        .min(1)
        .max(64_000)
        .nullish()
        .meta({ description: 'SQL that returns the expected rows' }),
      rows: z
        .array(z.array(cell).max(1_000))
        .max(evals.max_rows)
        .nullish()
        .meta({ description: 'Expected rows' }),
      ordered: z.boolean().default(false).meta({ description: 'Whether the row order matters' }),
    })
    .refine(
      ({ sql, rows }) => (sql ?? null) === null || (rows ?? null) === null,
      "sql and rows can't be combined. Send one of them.",
    )
    .refine(
      ({ sql, rows }) => (sql ?? null) !== null || (rows ?? null) !== null,
      'The expected result is missing. Send sql or rows.',
    );
  return z.strictObject({
    questions: z
      .array(question)
      .max(evals.max_questions)
      .refine(
        (all) => new Set(all.map((one) => goldenOf(one).id)).size === all.length,
        'IDs and questions must be unique. Remove the duplicate.',
      ),
  });
}

function goldenOf(sent: {
  readonly id?: string | undefined;
  readonly question: string;
  readonly sql?: string | null | undefined;
  readonly rows?: GoldenQuestion['rows'] | undefined;
  readonly ordered: boolean;
}): GoldenQuestion {
  const { question, ordered } = sent;
  const made = () => `q_${createHash('sha256').update(question).digest('hex').slice(0, 16)}`;
  return {
    id: sent.id ?? made(),
    question,
    sql: sent.sql ?? null,
    rows: sent.rows ?? null,
    ordered,
  };
}
