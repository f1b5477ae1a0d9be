import { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams, workspaceRecord } from '../schemas.ts';

const timezone = z.string().refine(isTimezone, 'Name an IANA time zone, e.g. Europe/Berlin.');

function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export function workspaceRoutes(accounts: AccountsService): Route[] {
  const path = '/clients/{client_id}/workspaces';
  return [
    defineRoute({
      method: 'get',
      path,
      summary: 'Lists the workspaces of a tenant that the key reaches',
      tag: 'Workspaces',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      responses: {
        200: {
          description: 'The workspaces',
          schema: z.object({ workspaces: z.array(workspaceRecord) }),
        },
      },
      handle: async ({ principal, params }) =>
        json({ workspaces: await accounts.workspaces(principal, params.client_id) }),
    }),
    defineRoute({
      method: 'post',
      path,
      summary: 'Makes an empty workspace',
      tag: 'Workspaces',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      body: z.object({
        name: z.string().trim().min(1).max(100),
        timezone: timezone.optional(),
        as_of: z.iso
          .date()
          .optional()
          .meta({ description: 'The day that relative periods count from' }),
      }),
      responses: { 201: { description: 'The workspace', schema: workspaceRecord } },
      async handle({ principal, params, body }) {
        const { name, timezone, as_of: asOf } = body;
        return json(
          await accounts.createWorkspace(principal, params.client_id, { name, timezone, asOf }),
          201,
        );
      },
    }),
  ];
}
