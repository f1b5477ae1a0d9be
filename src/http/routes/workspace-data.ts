import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService, ResolvedWorkspace } from '#src/accounts/types.ts';
import type { SchemaView } from '#src/catalog/schema-view.ts';
import type { Principal } from '#src/principal.ts';
import type { ResultSpool } from '#src/results/types.ts';
import { answerTrace } from '../answer-trace.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { schemaDescription } from '../schema-description.ts';
import { clientParams, resultPage, schemaStatus, workspaceQuery } from '../schemas.ts';

export interface WorkspaceDataDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  /** What the caller may know of the tables of a generation. */
  readonly schemaView: (
    principal: Principal,
    workspace: ResolvedWorkspace,
    generationId: string,
  ) => Promise<SchemaView>;
  readonly schemaStatus: (
    workspaceId: string,
  ) => Promise<Omit<z.output<typeof schemaStatus>, 'client_id'>>;
  /** Starter questions of a workspace. */
  readonly suggestions: (workspaceId: string) => Promise<readonly string[]>;
  /** The trace of an answer of the caller's; `not_found` where there is none. */
  readonly trace: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<Record<string, unknown>>;
  readonly results: Pick<ResultSpool, 'page'>;
  readonly config: { readonly http: Pick<Config['http'], 'max_page_rows'> };
}

export function workspaceDataRoutes(deps: WorkspaceDataDeps): Route[] {
  const workspaceOf = (principal: Principal, clientId: string, workspaceId: string | undefined) =>
    deps.accounts.workspace(principal, { clientId, workspaceId: workspaceId ?? null });
  return [
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/schema/status',
      summary: 'How far the discovery of tables and columns is',
      tag: 'Schema',
      capability: 'ask',
      rate: 'request',
      params: clientParams,
      query: workspaceQuery,
      responses: { 200: { description: 'The status', schema: schemaStatus } },
      errors: ['workspace_not_found'],
      async handle({ principal, params, query }) {
        const workspace = await workspaceOf(principal, params.client_id, query.workspace_id);
        return json({
          client_id: params.client_id,
          ...(await deps.schemaStatus(workspace.workspaceId)),
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/schema',
      summary: 'Tables, columns, types, keys, descriptions and sample values',
      tag: 'Schema',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      query: workspaceQuery,
      responses: { 200: { description: 'The schema', schema: schemaDescription } },
      errors: ['workspace_not_found'],
      async handle({ principal, params, query }) {
        const workspace = await workspaceOf(principal, params.client_id, query.workspace_id);
        const { clientId, workspaceId, generationId } = workspace;
        if (generationId !== null)
          return json(await deps.schemaView(principal, workspace, generationId));
        return json({
          client_id: clientId,
          workspace_id: workspaceId,
          tables: [],
          relationships: [],
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/suggestions',
      summary: 'Questions to begin with',
      tag: 'Questions',
      capability: 'read',
      rate: 'request',
      params: clientParams,
      query: workspaceQuery,
      responses: {
        200: {
          description: 'The questions',
          schema: z.object({ suggestions: z.array(z.string()) }),
        },
      },
      errors: ['workspace_not_found'],
      async handle({ principal, params, query }) {
        const workspace = await workspaceOf(principal, params.client_id, query.workspace_id);
        // Starter questions may name values of rows that a filtered key does not see.
        const filtered = Object.keys(principal.policy.filter).length > 0;
        return json({ suggestions: filtered ? [] : await deps.suggestions(workspace.workspaceId) });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/answers/{trace_id}',
      summary: 'What an answer was made of',
      tag: 'Questions',
      capability: 'read',
      rate: 'request',
      params: clientParams.extend({ trace_id: z.string() }),
      responses: { 200: { description: 'The trace', schema: answerTrace } },
      errors: ['not_found'],
      handle: async ({ principal, params }) =>
        json(await deps.trace(principal, params.client_id, params.trace_id)),
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/results/{result_token}',
      summary: 'A page of a result that was longer than its answer',
      tag: 'Questions',
      capability: 'read',
      rate: 'request',
      params: clientParams.extend({ result_token: z.string() }),
      query: z.object({
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce
          .number()
          .int()
          .min(1)
          .max(deps.config.http.max_page_rows)
          .prefault(Math.min(100, deps.config.http.max_page_rows)),
      }),
      responses: { 200: { description: 'The page', schema: resultPage } },
      errors: ['result_not_found'],
      handle: async ({ principal, params, query }) =>
        json(
          await deps.results.page(
            params.result_token,
            { principal, clientId: params.client_id },
            query.offset,
            query.limit,
          ),
        ),
    }),
  ];
}
