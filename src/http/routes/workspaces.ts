import { z } from 'zod';
import type { AccountsService, Workspaces } from '#src/accounts/types.ts';
import { timeZoneOf } from '#src/time-zone.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import {
  clientParams,
  deletes,
  nextCursor,
  pageQuery,
  pageRequest,
  workspaceParams,
  workspaceRecord,
} from '../schemas.ts';

export interface WorkspaceRoutesDeps {
  readonly accounts: Pick<AccountsService, 'tenant'>;
  readonly workspaces: Workspaces;
}

const timezone = z
  .string()
  .refine((text) => timeZoneOf(text) !== null, 'Use an IANA time zone, such as Europe/Berlin.');
const asOf = z.iso.date().meta({ description: 'Day that relative periods count from' });
const name = z.string().trim().min(1).max(100);

const path = '/clients/{client_id}/workspaces';
const one = `${path}/{workspace_id}`;
const shared = { tag: 'Workspaces', capability: 'manage', rate: 'request' } as const;

export function workspaceRoutes(deps: WorkspaceRoutesDeps): Route[] {
  return [listRoute(deps), createRoute(deps), changeRoute(deps), deleteRoute(deps)];
}

const listRoute = ({ workspaces }: WorkspaceRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'get',
    path,
    summary: 'List workspaces that the key can access',
    params: clientParams,
    query: pageQuery,
    responses: {
      200: {
        description: 'The workspaces, oldest first',
        schema: z.object({ workspaces: z.array(workspaceRecord), next_cursor: nextCursor }),
      },
    },
    errors: ['bad_request'],
    async handle({ principal, params, query }) {
      const page = await workspaces.list(principal, params.client_id, pageRequest(query));
      return json({ workspaces: page.items, next_cursor: page.nextCursor });
    },
  });

const createRoute = ({ workspaces }: WorkspaceRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'post',
    path,
    summary: 'Create an empty workspace',
    audit: 'in transaction',
    params: clientParams,
    body: z.strictObject({ name, timezone: timezone.optional(), as_of: asOf.optional() }),
    responses: { 201: { description: 'The workspace', schema: workspaceRecord } },
    errors: ['conflict'],
    handle({ principal, requestId, params, body: { as_of: asOf, ...body }, keep }) {
      const by = { principal, requestId };
      return keptReply(
        keep,
        (settle) => workspaces.create(by, params.client_id, { ...body, asOf }, settle),
        (made) => json(made, 201),
      );
    },
  });

const changeRoute = ({ workspaces }: WorkspaceRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'patch',
    path: one,
    summary: "Change a workspace's name, time zone or current day",
    audit: 'in transaction',
    params: workspaceParams,
    body: z
      .strictObject({ name, timezone, as_of: asOf.nullable() })
      .partial()
      .refine((body) => Object.keys(body).length > 0, 'Nothing to change. Send at least one field.')
      .meta({
        description:
          'Fields you leave out stay as they are, and so does the slug. `as_of` null means today.',
      }),
    responses: { 200: { description: 'The workspace', schema: workspaceRecord } },
    errors: ['workspace_not_found'],
    async handle({ principal, requestId, params, body: { as_of: asOf, ...body } }) {
      const by = { principal, requestId };
      const { client_id, workspace_id } = params;
      return json(await workspaces.change(by, client_id, workspace_id, { ...body, asOf }));
    },
  });

const deleteRoute = ({ workspaces }: WorkspaceRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'delete',
    path: one,
    summary: 'Delete a workspace with everything in it',
    audit: 'in transaction',
    params: workspaceParams,
    responses: deletes,
    errors: ['workspace_not_found'],
    async handle({ principal, requestId, params: { client_id, workspace_id } }) {
      await workspaces.remove({ principal, requestId }, client_id, workspace_id);
      return json({ deleted: workspace_id });
    },
  });
