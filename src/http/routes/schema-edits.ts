import { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import type { EditSchema, SchemaEdit } from '#src/catalog/generations/edit.ts';
import type { Principal } from '#src/principal.ts';
import { defineRoute, json, type Keep, keptReply, type Route } from '../route.ts';
import { clientParams, workspaceQuery } from '../schemas.ts';

export interface SchemaEditDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly editSchema: EditSchema;
}

const edit = z
  .strictObject({
    description: z.string().trim().max(2_000).nullable(),
    synonyms: z.array(z.string().trim().min(1).max(100)).max(50).nullable(),
    hidden: z.boolean().nullable(),
    sensitive: z.boolean().nullable(),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Nothing to change. Send at least one field.')
  .meta({
    id: 'SchemaEdit',
    description:
      "Absent fields don't change; null restores the discovered value. Questions can't use hidden tables and columns. Sensitive columns can be counted, but their values are never shown as samples.",
  });

const edited = z
  .object({
    table_name: z.string(),
    column_name: z.string().optional(),
    description: z.string().nullable(),
    synonyms: z.array(z.string()),
    hidden: z.boolean(),
    sensitive: z.boolean(),
  })
  .meta({ id: 'EditedSchema' });

/** What people say of tables and columns; it outlives uploads and discoveries. */
export function schemaEditRoutes(deps: SchemaEditDeps): Route[] {
  const apply = async (
    principal: Principal,
    address: { readonly clientId: string; readonly workspaceId: string | undefined },
    target: { readonly table: string; readonly column: string | null },
    { body, keep }: { readonly body: SchemaEdit; readonly keep: Keep },
  ) => {
    const { workspaceId } = await deps.accounts.workspace(principal, {
      clientId: address.clientId,
      workspaceId: address.workspaceId ?? null,
    });
    const reachesTenant = principal.workspaceId === null;
    return keptReply(
      keep,
      (settle) => deps.editSchema({ ...target, workspaceId, reachesTenant }, body, settle),
      (changed) => json(changed),
    );
  };
  const shared = {
    method: 'patch',
    tag: 'Schema',
    capability: 'manage',
    rate: 'request',
    query: workspaceQuery,
    body: edit,
    responses: { 200: { description: 'The updated resource', schema: edited } },
    errors: ['workspace_not_found', 'not_found', 'no_data', 'conflict'],
  } as const;
  return [
    defineRoute({
      ...shared,
      path: '/clients/{client_id}/schema/tables/{table}',
      summary: 'Describe, hide or restrict a table',
      audit: { action: 'table.changed', tells: ['hidden', 'sensitive'] },
      params: clientParams.extend({ table: z.string() }),
      handle: ({ principal, params, query, body, keep }) =>
        apply(
          principal,
          { clientId: params.client_id, workspaceId: query.workspace_id },
          { table: params.table, column: null },
          { body, keep },
        ),
    }),
    defineRoute({
      ...shared,
      path: '/clients/{client_id}/schema/tables/{table}/columns/{column}',
      summary: 'Describe, hide or restrict a column',
      audit: { action: 'column.changed', tells: ['hidden', 'sensitive'] },
      params: clientParams.extend({ table: z.string(), column: z.string() }),
      handle: ({ principal, params, query, body, keep }) =>
        apply(
          principal,
          { clientId: params.client_id, workspaceId: query.workspace_id },
          { table: params.table, column: params.column },
          { body, keep },
        ),
    }),
  ];
}
