import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { Members } from '#src/accounts/members/types.ts';
import type { SignIns } from '#src/accounts/sign-ins/types.ts';
import { endUserId } from '#src/accounts/tokens/claims.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import { type BrowserSessions, createBrowserSessions, shownPerson } from '../browser-sessions.ts';
import { checkOrigin } from '../middleware/authorize.ts';
import type { Limiters } from '../middleware/limiters.ts';
import { ownSites } from '../own-sites.ts';
import { passwordLimits } from '../password-limits.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { deletes, nextCursor, pageQuery, pageRequest } from '../schemas.ts';
import {
  isLasting,
  listedSession,
  opensSession,
  providers,
  sessionRecord,
} from '../session-schemas.ts';
import { memberLinkRoutes } from './member-links.ts';
import { type ProviderRoutesDeps, providerRoutes } from './provider-sign-in.ts';

export interface SessionRoutesDeps extends ProviderRoutesDeps {
  readonly config: Config;
  readonly accounts: Pick<AccountsService, 'authenticate' | 'whoami'>;
  readonly signIns: SignIns;
  readonly members: Members;
  readonly limiters: Limiters;
}

const byKey = z.strictObject({
  api_key: z.string().min(1).max(200),
  end_user_id: endUserId.nullish().meta({
    description: 'End user; if absent, a session of an ask-only key gets its own ID',
  }),
  keep: isLasting,
});
const byPassword = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(1).max(200),
  client_id: z.string().min(1).max(100).nullish().meta({
    description: 'Tenant, for members of several; if absent, the one they last signed in to',
  }),
  keep: isLasting,
});
const signInBody = z
  .union([byKey, byPassword], { error: 'Send api_key, or email and password.' })
  .meta({ id: 'SignIn' });

const shared = { tag: 'Sessions', capability: 'public', path: '/session' } as const;

/** Signing in to the page and out again. */
export function sessionRoutes(deps: SessionRoutesDeps): Route[] {
  const sessions = createBrowserSessions(deps);
  return [
    readRoute(deps, sessions),
    signInRoute(deps, sessions),
    signOutRoute(deps, sessions),
    ...memberLinkRoutes(deps, sessions),
    ...providerRoutes(deps, sessions),
    listRoute(deps.signIns),
    revokeRoute(deps.signIns),
  ];
}

const readRoute = ({ config, oidc }: SessionRoutesDeps, sessions: BrowserSessions) =>
  defineRoute({
    ...shared,
    method: 'get',
    rate: 'none',
    summary: 'Get the session of this browser, and how to sign in',
    responses: {
      200: {
        description: 'The session, if there is one',
        schema: z.object({
          session: sessionRecord.nullable(),
          ended: z
            .string()
            .nullable()
            .meta({ description: 'Why the session of this browser ended; null if none did' }),
          passwords: z
            .boolean()
            .meta({ description: 'Whether members can sign in with a password' }),
          providers,
        }),
      },
    },
    errors: ['origin_not_allowed'],
    async handle({ raw, res }) {
      const ways = { passwords: config.people.enabled, providers: oidc.providers };
      try {
        const found = await sessions.read({ raw, res });
        return json({ session: found?.shown ?? null, ended: null, ...ways });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'session_ended') throw error;
        sessions.forget({ raw, res });
        return json({ session: null, ended: error.message, ...ways });
      }
    },
  });

function signInRoute(deps: SessionRoutesDeps, sessions: BrowserSessions) {
  const { config, accounts, members } = deps;
  const isOwnSite = ownSites(config);
  const limitPasswords = passwordLimits(config, deps.limiters);
  return defineRoute({
    ...shared,
    method: 'post',
    rate: 'sign-in',
    summary: 'Sign in with an API key or a password',
    body: signInBody,
    responses: opensSession,
    errors: [
      'unauthenticated',
      'not_found',
      'sign_in_failed',
      'direct_account',
      'conflict',
      'rate_limited',
      'origin_not_allowed',
      'unavailable',
    ],
    async handle({ body, raw, res, requestId }) {
      sessions.refuseOthers(raw);
      const call = { raw, res, requestId };
      const keep = body.keep ?? false;
      if ('email' in body) {
        if (!config.people.enabled) throw new AppError('not_found', 'Not found');
        await limitPasswords(body.email, raw);
        const { email, password, client_id: clientId = null } = body;
        const principal = await members.signIn({ email, password, clientId });
        if (!principal) throw wrongPassword();
        return sessions.open(principal, call, { isLasting: keep });
      }
      const principal = await accounts.authenticate(body.api_key);
      refuseKey(principal);
      checkOrigin(principal, raw, isOwnSite);
      return sessions.open(principal, call, {
        isLasting: keep,
        endUserId: body.end_user_id ?? null,
      });
    },
  });
}

const wrongPassword = () =>
  new AppError(
    'sign_in_failed',
    'The email address or password is wrong. Try again, or ask your admin for a new link.',
  );

function refuseKey(principal: Principal | null): asserts principal is Principal {
  if (!principal) throw new AppError('unauthenticated', 'Invalid or revoked API key');
  if (principal.accountType === 'direct')
    throw new AppError('direct_account', 'Direct accounts must use the UI');
}

const signOutRoute = ({ signIns }: SessionRoutesDeps, sessions: BrowserSessions) =>
  defineRoute({
    ...shared,
    method: 'delete',
    rate: 'none',
    summary: 'Sign out',
    query: z.object({
      everywhere: z.literal('true').optional().meta({
        description:
          'Whether all sessions of the same member, or of the same key and end user, end too',
      }),
    }),
    responses: deletes,
    errors: ['origin_not_allowed', 'session_ended'],
    async handle({ raw, res, requestId, query: { everywhere } }) {
      sessions.refuseOthers(raw);
      const found = everywhere === 'true' && (await sessions.read({ raw, res }));
      if (found) await signIns.endAll({ principal: found.principal, requestId });
      await sessions.end({ raw, res });
      return json({ deleted: found ? 'sessions' : 'session' });
    },
  });

const listRoute = (signIns: SignIns) =>
  defineRoute({
    method: 'get',
    path: '/accounts/sessions',
    summary: 'List open sessions of the page',
    tag: 'Sessions',
    capability: 'manage',
    rate: 'request',
    query: pageQuery,
    responses: {
      200: {
        description: 'The sessions, newest first',
        schema: z.object({ sessions: z.array(listedSession), next_cursor: nextCursor }),
      },
    },
    errors: ['bad_request'],
    async handle({ principal, query }) {
      const { items, nextCursor } = await signIns.list(principal, pageRequest(query));
      const sessions = items.map((one) => ({ ...one, person: shownPerson(one.person) }));
      return json({ sessions, next_cursor: nextCursor });
    },
  });

const revokeRoute = (signIns: SignIns) =>
  defineRoute({
    method: 'delete',
    path: '/accounts/sessions/{session_id}',
    summary: 'End a session immediately',
    audit: 'in transaction',
    tag: 'Sessions',
    capability: 'manage',
    rate: 'request',
    params: z.object({ session_id: z.string() }),
    responses: deletes,
    errors: ['session_not_found'],
    async handle({ principal, requestId, params: { session_id } }) {
      await signIns.revoke({ principal, requestId }, session_id);
      return json({ deleted: session_id });
    },
  });
