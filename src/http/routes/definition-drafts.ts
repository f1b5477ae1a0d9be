import { z } from 'zod';
import type { DefinitionDraft, DefinitionDrafts } from '#src/feedback/types.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { deletes, timestamp, workspaceParams } from '../schemas.ts';

export interface DefinitionDraftRoutesDeps {
  readonly drafts: DefinitionDrafts;
}

const PATH = '/clients/{client_id}/workspaces/{workspace_id}/semantics/drafts';
const shared = { tag: 'Schema', capability: 'manage', rate: 'request' } as const;
const params = workspaceParams.extend({ draft_id: z.string() });

const draft = z
  .object({
    draft_id: z.string(),
    kind: z.enum(['synonym', 'metric']),
    name: z.string().meta({ description: 'As used in a question', examples: ['turnover'] }),
    table: z.string(),
    column: z.string().nullable().meta({ description: 'Null for the table itself or a metric' }),
    value: z.string().nullable().meta({ description: 'Only for a synonym of a value' }),
    expression: z.string().nullable().meta({ description: 'For a metric: an aggregate in SQL' }),
    filters: z.array(z.string()).meta({ description: 'For a metric: conditions in SQL' }),
    questions: z
      .array(
        z.object({
          trace_id: z.string(),
          question: z.string(),
          failure: z.enum(['declined', 'rated_down', 'corrected']),
          asked_at: timestamp,
        }),
      )
      .meta({ description: 'The five newest questions that failed without it' }),
    times: z.int().meta({ description: 'Number of questions that failed without it' }),
  })
  .meta({ id: 'DefinitionDraft' });

/** Synonyms and metrics that failed questions lacked, for people to certify. */
export function definitionDraftRoutes({ drafts }: DefinitionDraftRoutesDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: PATH,
      summary: 'List drafts of synonyms and metrics from failed questions',
      params: workspaceParams,
      responses: {
        200: { description: 'The drafts', schema: z.object({ drafts: z.array(draft) }) },
      },
      errors: ['workspace_not_found'],
      async handle({ principal, params: at, signal }) {
        const about = { principal, clientId: at.client_id, workspaceId: at.workspace_id };
        return json({ drafts: (await drafts.list(about, signal)).map(shown) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: `${PATH}/{draft_id}/certify`,
      summary: 'Add a draft to the definitions',
      audit: { action: 'semantics.draft_certified', tells: ['kind', 'name', 'table', 'column'] },
      params,
      body: z.strictObject({
        signed_by: z.string().trim().min(1).max(200).optional().meta({
          description: "Who certifies a metric; by default the key's name",
        }),
      }),
      responses: { 200: { description: 'The certified draft', schema: draft } },
      errors: ['not_found', 'workspace_not_found', 'no_data', 'conflict'],
      async handle({ principal, params: at, body, signal, keep }) {
        const about = { principal, clientId: at.client_id, workspaceId: at.workspace_id };
        const chosen = { draftId: at.draft_id, signedBy: body.signed_by ?? null };
        return keptReply(
          keep,
          (settle) => drafts.certify({ ...about, ...chosen }, signal, settle),
          (made: DefinitionDraft) => json(shown(made)),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: `${PATH}/{draft_id}`,
      summary: 'Dismiss a draft',
      audit: { action: 'semantics.draft_dismissed' },
      params,
      responses: deletes,
      errors: ['not_found', 'workspace_not_found'],
      async handle({ principal, params: at, signal, keep }) {
        const about = { principal, clientId: at.client_id, workspaceId: at.workspace_id };
        return keptReply(
          keep,
          (settle) => drafts.dismiss({ ...about, draftId: at.draft_id }, signal, settle),
          (made) => json(made),
        );
      },
    }),
  ];
}

const shown = ({ id, questions, times, ...one }: DefinitionDraft): z.output<typeof draft> => ({
  ...{ draft_id: id, kind: one.kind, name: one.name, table: one.table },
  ...(one.kind === 'synonym'
    ? { column: one.column, value: one.value, expression: null, filters: [] }
    : { column: null, value: null, expression: one.expression, filters: [...one.filters] }),
  questions: questions.map(({ traceId, question, failure, askedAt }) => ({
    trace_id: traceId,
    ...{ question, failure, asked_at: askedAt },
  })),
  times,
});
