import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { Members, MemberWithLink } from '#src/accounts/members/types.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import {
  clientParams,
  deletes,
  nextCursor,
  pageQuery,
  pageRequest,
  timestamp,
} from '../schemas.ts';
import { role } from '../wire-enums.ts';

export interface MemberRoutesDeps {
  readonly members: Members;
  readonly config: Pick<Config, 'people'>;
}

const name = z.string().trim().min(1).max(100);
const memberRecord = z
  .object({
    member_id: z.string(),
    client_id: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    status: z
      .enum(['invited', 'active'])
      .meta({ id: 'MemberStatus', description: "`invited`: hasn't signed in yet" }),
    end_user_id: z.string(),
    issuer: z
      .string()
      .nullable()
      .meta({
        description: 'Issuer the member signs in with; null if only with a password',
        examples: ['https://accounts.google.com'],
      }),
    created_at: timestamp,
    last_seen_at: timestamp.nullable().meta({ description: 'Time of the last sign-in' }),
  })
  .meta({ id: 'Member' });
const memberWithLink = memberRecord
  .extend({
    link: z.string().meta({ description: 'Link to set a password; works once, shown only once' }),
    link_expires_at: timestamp,
  })
  .meta({ id: 'MemberWithLink', 'x-extends': 'Member' });

const withLink = (made: MemberWithLink) => json(made, 201);

const path = '/clients/{client_id}/members';
const one = `${path}/{member_id}`;
const params = clientParams.extend({ member_id: z.string() });

/** Members of a tenant: invited, listed, changed and removed by its admins. */
export function memberRoutes({ members, config }: MemberRoutesDeps): Route[] {
  const shared = {
    tag: 'Members',
    capability: 'manage',
    rate: 'request',
    off: !config.people.enabled,
  } as const;
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path,
      summary: 'List members of a tenant',
      params: clientParams,
      query: pageQuery,
      responses: {
        200: {
          description: 'The members, oldest first',
          schema: z.object({ members: z.array(memberRecord), next_cursor: nextCursor }),
        },
      },
      errors: ['bad_request', 'not_found'],
      async handle({ principal, params: { client_id }, query }) {
        const { items, nextCursor } = await members.list(principal, client_id, pageRequest(query));
        return json({ members: items, next_cursor: nextCursor });
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path,
      summary: 'Invite a person to a tenant',
      audit: 'in transaction',
      params: clientParams,
      body: z.strictObject({ name, email: z.email().max(254), role: role.default('reader') }),
      responses: { 201: { description: 'The member, with the link', schema: memberWithLink } },
      errors: ['conflict', 'not_found'],
      handle: ({ principal, requestId, params: { client_id }, body, keep }) =>
        keptReply(
          keep,
          (settle) => members.invite({ principal, requestId }, client_id, body, settle),
          withLink,
        ),
    }),
    defineRoute({
      ...shared,
      method: 'patch',
      path: one,
      summary: "Change a member's name or role",
      audit: 'in transaction',
      params,
      body: z
        .strictObject({ name, role })
        .partial()
        .refine(
          (body) => Object.keys(body).length > 0,
          'Nothing to change. Send at least one field.',
        ),
      responses: { 200: { description: 'The member', schema: memberRecord } },
      errors: ['member_not_found'],
      handle: async ({ principal, requestId, params: { client_id, member_id }, body }) =>
        json(await members.change({ principal, requestId }, client_id, member_id, body)),
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: `${one}/link`,
      summary: 'Create a link for a member to set a new password',
      audit: 'in transaction',
      params,
      responses: { 201: { description: 'The member, with the link', schema: memberWithLink } },
      errors: ['member_not_found'],
      handle: ({ principal, requestId, params: { client_id, member_id }, keep }) =>
        keptReply(
          keep,
          (settle) => members.link({ principal, requestId }, client_id, member_id, settle),
          withLink,
        ),
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Remove a member and end their sessions and public links',
      audit: 'in transaction',
      params,
      responses: deletes,
      errors: ['member_not_found'],
      async handle({ principal, requestId, params: { client_id, member_id } }) {
        await members.remove({ principal, requestId }, client_id, member_id);
        return json({ deleted: member_id });
      },
    }),
  ];
}
