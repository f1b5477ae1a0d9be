import { z } from 'zod';
import type { AccountsService, ResolvedWorkspace } from '#src/accounts/types.ts';
import type { HiddenSecret } from '#src/catalog/hidden-secrets.ts';
import type { SchemaView } from '#src/catalog/schema-view.ts';
import type { FoundValues, ValueSearch } from '#src/catalog/search-values.ts';
import { AppError } from '#src/errors.ts';
import { isFiltered, type Principal } from '#src/principal.ts';
import { acceptedSpeaker } from '#src/texts/languages.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { schemaDescription } from '../schema-description.ts';
import { cell, clientParams, schemaStatus, workspaceQuery } from '../schemas.ts';

export interface WorkspaceDataDeps {
  readonly accounts: Pick<AccountsService, 'workspace' | 'workspaceIds'>;
  /** What the caller may know of the tables of a generation. */
  readonly schemaView: (
    principal: Principal,
    workspace: ResolvedWorkspace,
    generationId: string,
  ) => Promise<SchemaView>;
  readonly schemaStatus: (workspaceId: string) => Promise<SchemaStatus>;
  /** The status of a tenant, for one who reaches these of its workspaces. */
  readonly tenantStatus: (
    clientId: string,
    workspaceIds: readonly string[],
  ) => Promise<SchemaStatus>;
  /** Columns that discovery hides since they seem to hold secrets. */
  readonly hiddenSecrets: (workspaceId: string) => Promise<readonly HiddenSecret[]>;
  /** Values of the data that a text means; `no_data` where there is none to look through. */
  readonly searchValues: (
    principal: Principal,
    workspace: ResolvedWorkspace,
    search: Pick<ValueSearch, 'text' | 'column' | 'limit'>,
    signal: AbortSignal,
  ) => Promise<FoundValues>;
  /** Starter questions of a workspace. */
  readonly suggestions: (workspaceId: string) => Promise<readonly string[]>;
  /** What one of its tables can be asked first. */
  readonly tableSuggestions: (
    workspace: ResolvedWorkspace,
    table: string,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
}

type SchemaStatus = Omit<z.output<typeof schemaStatus>, 'client_id'>;

/** What an engine or server says can name its users and hosts: only who may change the data reads it. */
const forCaller = ({ error, ...status }: SchemaStatus, { key }: Principal): SchemaStatus =>
  error === undefined ? status : { ...status, error: key.scope === 'full' ? error : UNREADABLE };

const UNREADABLE =
  "The data couldn't be read. Ask your workspace admin to connect or upload it again.";

const valueSearch = z.object({
  text: z.string().trim().min(1).max(200).meta({ description: 'Text to search for' }),
  table: z.string().min(1).optional(),
  column: z.string().min(1).optional().meta({
    description:
      'With `table`: list values of this column that contain the text. Without both: match whole values in all columns',
  }),
  limit: z.int().min(1).max(100).default(20),
  workspace_id: z.string().min(1).optional(),
});

const foundValues = z
  .object({
    values: z.array(
      z.object({
        table: z.string(),
        column: z.string(),
        value: cell,
        rows: z.int().nullable().meta({ description: 'Rows with this value; null if not counted' }),
      }),
    ),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Why there may be more; null if the list is complete' }),
  })
  .meta({ id: 'FoundValues' });

export function workspaceDataRoutes(deps: WorkspaceDataDeps): Route[] {
  const workspaceOf = (principal: Principal, clientId: string, workspaceId: string | undefined) =>
    deps.accounts.workspace(principal, { clientId, workspaceId: workspaceId ?? null });
  return [
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/schema/status',
      summary: 'Get the progress of table discovery',
      tag: 'Schema',
      capability: 'ask',
      rate: 'request',
      params: clientParams,
      query: workspaceQuery,
      responses: { 200: { description: 'The status', schema: schemaStatus } },
      errors: ['workspace_not_found'],
      async handle({ principal, params, query }) {
        const { client_id } = params;
        const { workspace_id } = query;
        const ids =
          workspace_id === undefined
            ? await deps.accounts.workspaceIds(principal, client_id)
            : [(await workspaceOf(principal, client_id, workspace_id)).workspaceId];
        const status =
          workspace_id === undefined
            ? await deps.tenantStatus(client_id, ids)
            : await deps.schemaStatus(ids[0] ?? workspace_id);
        const told = { client_id, ...forCaller(status, principal) };
        // Whoever may not show a column is not told of it.
        if (principal.key.scope !== 'full' || principal.key.sample) return json(told);
        const hidden = await Promise.all(
          ids.map(async (workspace_id) =>
            (await deps.hiddenSecrets(workspace_id)).map((one) => ({ workspace_id, ...one })),
          ),
        );
        return json({ ...told, hidden_columns: hidden.flat() });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/schema',
      summary: 'Get tables, columns, types, keys, descriptions and sample values',
      tag: 'Schema',
      capability: 'analyse',
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
      // What is looked for may be of a person: it stands in no address, and so in no log.
      method: 'post',
      path: '/clients/{client_id}/values',
      summary: 'Search values in the data',
      tag: 'Schema',
      capability: 'analyse',
      rate: 'request',
      idempotency: 'none',
      audit: null,
      params: clientParams,
      body: valueSearch,
      responses: { 200: { description: 'The values', schema: foundValues } },
      errors: ['bad_request', 'workspace_not_found', 'not_found', 'no_data'],
      async handle({ principal, params, body, signal }) {
        const { text, table, column, limit, workspace_id } = body;
        if ((table === undefined) !== (column === undefined))
          throw new AppError('bad_request', 'table and column go together. Send both or neither.');
        const workspace = await workspaceOf(principal, params.client_id, workspace_id);
        const named = table === undefined || column === undefined ? null : { table, column };
        const search = { text, column: named, limit };
        return json(await deps.searchValues(principal, workspace, search, signal));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/suggestions',
      summary: 'List starter questions',
      tag: 'Questions',
      capability: 'ask',
      rate: 'request',
      params: clientParams,
      query: workspaceQuery.extend({
        table: z
          .string()
          .min(1)
          .max(300)
          .optional()
          .meta({ description: 'Only questions about this table' }),
      }),
      responses: {
        200: {
          description: 'The questions',
          schema: z.object({ suggestions: z.array(z.string()) }),
        },
      },
      errors: ['workspace_not_found', 'no_data'],
      async handle({ principal, params, query, raw, signal }) {
        const workspace = await workspaceOf(principal, params.client_id, query.workspace_id);
        const speaker = acceptedSpeaker(raw.get('accept-language'));
        // Starter questions may name values of rows that a filtered key does not see.
        const filtered = isFiltered(principal.policy, {});
        const questions = filtered
          ? []
          : query.table === undefined
            ? await deps.suggestions(workspace.workspaceId)
            : await deps.tableSuggestions(workspace, query.table, signal);
        return json({ suggestions: questions.map((one) => speaker.question(one)) });
      },
    }),
  ];
}
