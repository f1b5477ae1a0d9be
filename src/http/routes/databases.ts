import { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import type { DatabaseScope, DatabasesService } from '#src/databases/types.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { SchemaStatusRow } from '#src/store/schema.ts';
import {
  connectionBody,
  databaseDetails,
  databaseRecord,
  databaseTest,
  databaseTestBody,
} from '../database-schemas.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { clientParams, deletes, schemaStatus, workspaceQuery } from '../schemas.ts';

export interface DatabaseRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly databases: DatabasesService;
}

const CONNECTING = [
  'database_url_invalid',
  'database_host_refused',
  'database_connection_failed',
  'workspace_not_found',
] as const;

export function databaseRoutes({ accounts, databases }: DatabaseRoutesDeps): Route[] {
  /** A workspace where one is named, or where the key is bound to one; else the tenant. */
  const scopeOf = async (
    principal: Principal,
    clientId: string,
    named: string | undefined,
  ): Promise<DatabaseScope> => {
    const workspaceId = named ?? principal.workspaceId;
    if (workspaceId === null) return { clientId, workspaceId };
    const workspace = await accounts.workspace(principal, { clientId, workspaceId });
    return { clientId, workspaceId: workspace.workspaceId };
  };
  const path = '/accounts/clients/{client_id}/database';
  const shared = {
    path,
    tag: 'Databases',
    capability: 'manage',
    rate: 'request',
    params: clientParams,
  } as const;
  return [
    defineRoute({
      ...shared,
      method: 'put',
      summary: 'Test and connect a database, then read its tables',
      audit: { action: 'database.connected', tells: ['type', 'host', 'port', 'database', 'user'] },
      body: connectionBody,
      responses: {
        200: { description: 'The connection, without its password', schema: databaseRecord },
      },
      errors: [...CONNECTING, 'workspace_has_files'],
      async handle({ principal, params, body: { workspace_id, ...request }, signal, keep }) {
        const scope = await scopeOf(principal, params.client_id, workspace_id);
        return keptReply(
          keep,
          (settle) => databases.connect(scope, request, signal, settle),
          (made) => json(made),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      summary: 'Get the connected database',
      query: workspaceQuery,
      responses: {
        200: { description: 'The connection, without its password', schema: databaseDetails },
      },
      errors: ['database_not_found', 'workspace_not_found'],
      handle: async ({ principal, params, query }) =>
        json(await databases.show(await scopeOf(principal, params.client_id, query.workspace_id))),
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      summary: 'Disconnect the database without changing it',
      audit: { action: 'database.disconnected', tells: ['deleted'] },
      query: workspaceQuery,
      responses: deletes,
      errors: ['database_not_found', 'workspace_not_found'],
      async handle({ principal, params, query, keep }) {
        const scope = await scopeOf(principal, params.client_id, query.workspace_id);
        return keptReply(
          keep,
          (settle) => databases.disconnect(scope, settle),
          (gone) => json(gone),
        );
      },
    }),
    defineRoute({
      ...shared,
      path: `${path}/test`,
      method: 'post',
      summary: 'Test a connection without storing it; without a body, test the connected database',
      audit: null,
      body: databaseTestBody,
      responses: { 200: { description: 'Test result', schema: databaseTest } },
      errors: [...CONNECTING, 'database_not_found'],
      async handle({ principal, params, body: { workspace_id, ...request }, signal }) {
        const scope = await scopeOf(principal, params.client_id, workspace_id);
        const described = Object.keys(request).length > 0 ? request : null;
        return json(await databases.test(scope, described, signal));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/schema/refresh',
      summary: 'Read the tables of the connected database again',
      audit: { action: 'schema.refreshed' },
      tag: 'Schema',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      query: workspaceQuery,
      body: z.strictObject({ workspace_id: z.string().min(1).optional() }).optional(),
      responses: {
        202: {
          description: "The status; poll GET /clients/{client_id}/schema/status until it's ready",
          schema: schemaStatus,
        },
      },
      errors: ['workspace_not_found', 'no_data', 'conflict'],
      async handle({ principal, params, query, body, keep }) {
        const [inBody, inQuery] = [body?.workspace_id, query.workspace_id];
        if (inBody && inQuery && inBody !== inQuery)
          throw new AppError(
            'unprocessable',
            'The query and the body name different workspaces. Send one workspace_id.',
          );
        const workspace = await accounts.workspace(principal, {
          clientId: params.client_id,
          workspaceId: inBody ?? inQuery ?? null,
        });
        return keptReply(
          keep,
          (settle) => databases.refresh(workspace, settle),
          (status: SchemaStatusRow) => json({ client_id: params.client_id, ...status }, 202),
        );
      },
    }),
  ];
}
