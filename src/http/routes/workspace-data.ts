import { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Principal } from '#src/principal.ts';
import type { ResultSpool } from '#src/results/types.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams, resultPage, schemaStatus, workspaceQuery } from '../schemas.ts';

export interface WorkspaceDataDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  /** What the caller may know of the tables of a workspace. */
  readonly schemaView: (
    principal: Principal,
    generationId: string | null,
  ) => Promise<Record<string, unknown>>;
  readonly schemaStatus: (
    workspaceId: string,
  ) => Promise<Omit<z.output<typeof schemaStatus>, 'client_id'>>;
  readonly suggestions: (workspaceId: string) => Promise<readonly string[]>;
  /** The trace of an answer of the caller's; `not_found` where there is none. */
  readonly trace: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<Record<string, unknown>>;
  readonly results: Pick<ResultSpool, 'page'>;
}

const MAX_PAGE = 1_000;

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
      responses: {
        200: {
          description: 'The schema',
          schema: z.looseObject({ tables: z.array(z.looseObject({})) }),
        },
      },
      errors: ['workspace_not_found'],
      async handle({ principal, params, query }) {
        const workspace = await workspaceOf(principal, params.client_id, query.workspace_id);
        return json(await deps.schemaView(principal, workspace.generationId));
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
        return json({ suggestions: await deps.suggestions(workspace.workspaceId) });
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
      responses: {
        200: { description: 'The trace', schema: z.looseObject({ trace_id: z.string() }) },
      },
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
        limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(100),
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
