import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { Members } from '#src/accounts/members/types.ts';
import type { BrowserSessions } from '../browser-sessions.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { timestamp } from '../schemas.ts';
import { isLasting, linkToken, opensSession, providers } from '../session-schemas.ts';

export interface MemberLinkRoutesDeps {
  readonly config: Pick<Config, 'people'>;
  readonly members: Pick<Members, 'readLink' | 'accept'>;
}

const memberLink = z
  .object({
    tenant: z.string().meta({ description: 'Name of the tenant' }),
    name: z.string(),
    email: z.string(),
    kind: z
      .enum(['invitation', 'reset'])
      .meta({ description: '`reset`: the member had a password before' }),
    expires_at: timestamp,
    providers,
  })
  .meta({ id: 'MemberLink' });

const newPassword = z
  .string()
  .min(12, 'Use at least 12 characters.')
  .max(200)
  .meta({ description: 'The new password', examples: ['correct horse battery'] });

/** What whoever has an invitation or reset link does with it. */
export function memberLinkRoutes(
  { config, members }: MemberLinkRoutesDeps,
  sessions: BrowserSessions,
): Route[] {
  const shared = {
    method: 'post',
    tag: 'Sessions',
    capability: 'public',
    rate: 'sign-in',
    off: !config.people.enabled,
  } as const;
  const errors = [
    'link_not_found',
    'not_found',
    'conflict',
    'rate_limited',
    'origin_not_allowed',
    'unavailable',
  ] as const;
  return [
    defineRoute({
      ...shared,
      path: '/session/link',
      summary: 'Show who an invitation or reset link is for',
      body: z.strictObject({ token: linkToken }),
      responses: { 200: { description: 'The person the link is for', schema: memberLink } },
      errors,
      handle: async ({ body: { token } }) => json(await members.readLink(token)),
    }),
    defineRoute({
      ...shared,
      path: '/session/password',
      summary: 'Set a password with an invitation or reset link, and sign in',
      body: z.strictObject({ token: linkToken, password: newPassword, keep: isLasting }),
      responses: opensSession,
      errors,
      async handle({ body: { token, password, keep }, raw, res, requestId }) {
        sessions.refuseOthers(raw);
        const principal = await members.accept(token, password, requestId);
        return sessions.open(principal, { raw, res, requestId }, { isLasting: keep ?? false });
      },
    }),
  ];
}
