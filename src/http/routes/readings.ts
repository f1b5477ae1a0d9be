import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService, ResolvedWorkspace } from '#src/accounts/types.ts';
import type { QuestionRead } from '#src/ask/read-question.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Principal } from '#src/principal.ts';
import { questionText } from '../question-text.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams } from '../schemas.ts';

export interface ReadingRoutesDeps {
  readonly config: Pick<Config, 'ask'>;
  readonly accounts: Pick<AccountsService, 'workspace'>;
  /** How a question is read over the data of a workspace; `no_data` where there is none. */
  readonly readQuestion: (
    principal: Principal,
    workspace: ResolvedWorkspace,
    question: string,
    signal: AbortSignal,
  ) => Promise<QuestionRead>;
}

const cost = z.number().meta({ description: 'Lower is more certain' });
const query = z
  .record(z.string(), z.unknown())
  .meta({ description: "The planner's query before it becomes SQL; its format may change" });

const questionReading = z
  .object({
    spans: z
      .array(
        z.object({
          text: z.string(),
          senses: z
            .array(
              z.object({
                kind: z.enum(['table', 'column', 'value', 'period']),
                means: z.string().meta({
                  description:
                    '`table`, `table.column`, `table.column = value`, or the first day of a period and the day after it',
                }),
                evidence: z
                  .enum(['name', 'part', 'derived', 'synonym'])
                  .nullable()
                  .meta({ description: 'How the words refer to it; null for values and periods' }),
                cost,
              }),
            )
            .meta({ description: 'Possible meanings, most certain first' }),
        }),
      )
      .meta({ description: 'Words with possible meanings' }),
    owed: z
      .array(
        z.object({
          kind: z.string(),
          words: z.string().meta({ description: 'As written in the question', examples: ['most'] }),
        }),
      )
      .meta({ description: "What the words require of any SQL, including a model's" }),
    candidates: z
      .array(
        z.object({
          restatement: z.string().meta({
            description: 'What it calculates, in words',
            examples: ['Name of customers'],
          }),
          cost,
          rules: z.array(z.string()),
          assumptions: z.array(z.string()),
          query,
        }),
      )
      .meta({ description: 'Alternative interpretations, most certain first' }),
    stuck_at: z
      .string()
      .nullable()
      .meta({ description: "Word that the second interpretation couldn't resolve" }),
    outcome: z
      .object({
        kind: z.enum(['query', 'clarify', 'decline']),
        text: z.string().meta({
          description: "What is calculated, what needs clarification, or why there's no answer",
        }),
        query: query.nullable(),
      })
      .meta({ description: 'What the planner decides' }),
  })
  .meta({ id: 'QuestionReading' });

export function readingRoutes({ config, accounts, readQuestion }: ReadingRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/readings',
      summary: 'Explain how the built-in planner interprets a question, without running it',
      tag: 'Questions',
      capability: 'query',
      rate: 'question',
      idempotency: 'none',
      audit: null,
      params: clientParams,
      body: z.object({
        q: questionText(config.ask.max_question_chars),
        workspace_id: z.string().min(1).nullish(),
      }),
      responses: { 200: { description: 'The interpretation', schema: questionReading } },
      errors: ['workspace_not_found', 'no_data', 'unavailable'],
      async handle({ principal, params, body, signal }) {
        const workspace = await accounts.workspace(principal, {
          clientId: params.client_id,
          workspaceId: body.workspace_id ?? null,
        });
        return json(viewOf(await readQuestion(principal, workspace, body.q, signal)));
      },
    }),
  ];
}

const viewOf = ({ stuckAt, plan, candidates, ...read }: QuestionRead) => ({
  ...read,
  candidates: candidates.map((one) => ({ ...one, query: { ...one.query } })),
  stuck_at: stuckAt,
  outcome: {
    kind: plan.kind,
    text: textOf(plan),
    query: plan.kind === 'query' ? { ...plan.query } : null,
  },
});

function textOf(plan: Plan): string {
  if (plan.kind === 'query') return plan.restatement;
  return plan.kind === 'clarify' ? plan.question : plan.text;
}
