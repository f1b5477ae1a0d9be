import { z } from 'zod';
import type { AccountsService, Tenants } from '#src/accounts/types.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import {
  clientParams,
  deletes,
  nextCursor,
  pageQuery,
  pageRequest,
  tenantRecord,
} from '../schemas.ts';

export interface TenantRoutesDeps {
  readonly accounts: Pick<AccountsService, 'tenant'>;
  readonly tenants: Tenants;
}

const body = z.strictObject({ name: z.string().trim().min(1).max(100) });
const path = '/accounts/clients';
const one = `${path}/{client_id}`;
const shared = { tag: 'Tenants', capability: 'manage', rate: 'request' } as const;

export function tenantRoutes({ accounts, tenants }: TenantRoutesDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path,
      summary: 'List tenants that the key can access',
      query: pageQuery,
      responses: {
        200: {
          description: 'The tenants, oldest first',
          schema: z.object({ clients: z.array(tenantRecord), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request'],
      async handle({ principal, query }) {
        const { items, nextCursor } = await tenants.list(principal, pageRequest(query));
        return json({ clients: items, next_cursor: nextCursor });
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path,
      summary: 'Create a tenant without workspaces',
      audit: 'in transaction',
      body,
      responses: { 201: { description: 'The tenant', schema: tenantRecord } },
      errors: ['conflict'],
      handle: ({ principal, requestId, body: { name }, keep }) =>
        keptReply(
          keep,
          (settle) => tenants.create({ principal, requestId }, { name }, settle),
          (made) => json(made, 201),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: one,
      summary: 'Get a tenant',
      params: clientParams,
      responses: { 200: { description: 'The tenant', schema: tenantRecord } },
      handle: async ({ principal, params }) =>
        json(await accounts.tenant(principal, params.client_id)),
    }),
    defineRoute({
      ...shared,
      method: 'patch',
      path: one,
      summary: 'Rename a tenant; its slug stays',
      audit: 'in transaction',
      params: clientParams,
      body,
      responses: { 200: { description: 'The tenant', schema: tenantRecord } },
      handle: async ({ principal, requestId, params, body: { name } }) =>
        json(await tenants.change({ principal, requestId }, params.client_id, { name })),
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Delete a tenant and everything in it',
      audit: 'in transaction',
      params: clientParams,
      responses: deletes,
      async handle({ principal, requestId, params: { client_id } }) {
        await tenants.remove({ principal, requestId }, client_id);
        return json({ deleted: client_id });
      },
    }),
  ];
}
