import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { Members } from '#src/accounts/members/types.ts';
import type { SessionCookie, SignedIn, SignIns } from '#src/accounts/sign-ins/types.ts';
import { endUserId } from '#src/accounts/tokens/claims.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import { checkOrigin } from '../middleware/authorize.ts';
import type { Limiters } from '../middleware/limiters.ts';
import { ownSites, refuseOtherSites } from '../own-sites.ts';
import { defineRoute, json, type Route } from '../route.ts';
import {
  deletes,
  nextCursor,
  pageQuery,
  pageRequest,
  timestamp,
  whoamiRecord,
} from '../schemas.ts';
import { sessionCookies } from '../session-cookie.ts';
import { role } from '../wire-enums.ts';

export interface SessionRoutesDeps {
  readonly config: Config;
  readonly accounts: Pick<AccountsService, 'authenticate' | 'whoami'>;
  readonly signIns: SignIns;
  readonly members: Members;
  readonly limiters: Limiters;
}

const isLasting = z
  .boolean()
  .nullish()
  .meta({ description: 'Whether the session outlasts the browser window; default: no' });
const password = z.string().min(1).max(200);
const signInBody = z
  .union(
    [
      z.strictObject({
        api_key: z.string().min(1).max(200),
        end_user_id: endUserId.nullish().meta({
          description: 'Who asks; a session of an ask-only key gets an ID of its own if left out',
        }),
        keep: isLasting,
      }),
      z.strictObject({
        email: z.email().max(254),
        password,
        client_id: z.string().min(1).max(100).nullish().meta({
          description: 'Tenant, for members of several; if left out, the last one signed in to',
        }),
        keep: isLasting,
      }),
    ],
    { error: 'Send api_key, or email and password.' },
  )
  .meta({ id: 'SignIn' });

const person = z
  .object({ member_id: z.string(), name: z.string(), email: z.string(), role })
  .meta({ id: 'Person' });
const times = {
  session_id: z.string(),
  created_at: timestamp,
  expires_at: timestamp.meta({ description: 'When it ends if no more calls come' }),
};
const sessionRecord = z
  .object({
    ...times,
    person: person.nullable(),
    end_user_id: z.string().nullable(),
    whoami: whoamiRecord,
  })
  .meta({ id: 'Session' });
const listedSession = z
  .object({
    ...times,
    client_id: z.string().nullable(),
    person: person.nullable(),
    key: z
      .object({ key_id: z.string(), name: z.string(), prefix: z.string() })
      .nullable()
      .meta({ description: 'The API key that opened it; null for a member' }),
    end_user_id: z.string().nullable(),
    user_agent: z.string().meta({ description: 'Browser, as it describes itself' }),
    last_seen_at: timestamp.meta({ description: 'Time of the last call, to the minute' }),
    current: z.boolean().meta({ description: 'Whether it is the session that asks' }),
  })
  .meta({ id: 'ListedSession' });

const shared = { tag: 'Sessions', capability: 'public', rate: 'sign-in' } as const;
const LIMITED = ['rate_limited', 'origin_not_allowed', 'unavailable'] as const;
const PERSON_WINDOW_S = 900;

/** Signing in to the page and out again, by key or password. */
export function sessionRoutes(deps: SessionRoutesDeps): Route[] {
  const { config, accounts, signIns, members, limiters } = deps;
  const off = !config.people.enabled;
  const isOwnSite = ownSites(config);
  const cookies = sessionCookies(config);
  const perPerson = limiters.limiter(
    'sign-in-person',
    config.sessions.sign_ins_per_person,
    PERSON_WINDOW_S,
  );

  const shown = async ({ principal, session }: SignedIn) => ({
    ...session,
    person: shownPerson(principal.person),
    end_user_id: principal.endUserId,
    whoami: await accounts.whoami(principal),
  });

  /** Clients that are no browsers name no site, and have no cookies of others. */
  const refuseOthers = (req: Request) => {
    if ((req.get('sec-fetch-site') ?? req.get('origin')) !== undefined)
      refuseOtherSites(req, isOwnSite);
  };

  /** A session is always a new one: nobody can have prepared it (session fixation). */
  const open = async (
    principal: Principal,
    {
      raw,
      res,
      requestId,
    }: { readonly raw: Request; readonly res: Response; readonly requestId: string },
    { isLasting, endUserId }: { readonly isLasting: boolean; readonly endUserId: string | null },
  ) => {
    const sent = cookies.read(raw);
    if (sent !== null) await signIns.end(sent);
    const userAgent = raw.get('user-agent') ?? '';
    const opened = await signIns.open(
      { principal, requestId },
      { isLasting, endUserId, userAgent },
    );
    cookies.set(raw, res, opened.cookie satisfies SessionCookie);
    return json(await shown(opened), 201);
  };

  const byPassword = async (request: Parameters<Members['signIn']>[0]): Promise<Principal> => {
    const name = hash('sha256', request.email.toLowerCase());
    const { consumedPoints, msBeforeNext } = await perPerson.count(name);
    if (consumedPoints > perPerson.points) throw tooMany(Math.ceil(msBeforeNext / 1_000));
    const found = await members.signIn(request);
    if (!found)
      throw new AppError(
        'sign_in_failed',
        'The e-mail address or password is wrong. Try again, or ask your admin for a new link.',
      );
    return found;
  };

  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: '/session',
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
          }),
        },
      },
      errors: ['origin_not_allowed'],
      async handle({ raw, res }) {
        const passwords = config.people.enabled;
        const sent = cookies.read(raw);
        if (sent === null) return json({ session: null, ended: null, passwords });
        refuseOtherSites(raw, isOwnSite);
        try {
          const signedIn = await signIns.authenticate(sent);
          if (signedIn.cookie) cookies.set(raw, res, signedIn.cookie);
          return json({ session: await shown(signedIn), ended: null, passwords });
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'session_ended') throw error;
          cookies.clear(raw, res);
          return json({ session: null, ended: error.message, passwords });
        }
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: '/session',
      summary: 'Sign in with an API key or a password',
      body: signInBody,
      responses: { 201: { description: 'The session; its cookie is set', schema: sessionRecord } },
      errors: [
        'unauthenticated',
        'not_found',
        'sign_in_failed',
        'direct_account',
        'conflict',
        ...LIMITED,
      ],
      async handle({ body, raw, res, requestId }) {
        refuseOthers(raw);
        if ('email' in body) {
          if (off) throw new AppError('not_found', 'Not found');
          const { email, password, client_id: clientId = null, keep } = body;
          const principal = await byPassword({ email, password, clientId });
          return open(
            principal,
            { raw, res, requestId },
            { isLasting: keep ?? false, endUserId: null },
          );
        }
        const principal = await accounts.authenticate(body.api_key);
        if (!principal) throw new AppError('unauthenticated', 'Invalid or revoked API key');
        if (principal.accountType === 'direct')
          throw new AppError('direct_account', 'Direct accounts must use the UI');
        checkOrigin(principal, raw, isOwnSite);
        const { keep, end_user_id: endUserId = null } = body;
        return open(principal, { raw, res, requestId }, { isLasting: keep ?? false, endUserId });
      },
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: '/session',
      rate: 'none',
      summary: 'Sign out',
      responses: deletes,
      errors: ['origin_not_allowed'],
      async handle({ raw, res }) {
        refuseOthers(raw);
        const sent = cookies.read(raw);
        if (sent !== null) await signIns.end(sent);
        cookies.clear(raw, res);
        return json({ deleted: 'session' });
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: '/session/link',
      summary: 'Get whom an invitation or reset link is for',
      off,
      body: z.strictObject({ token: linkToken }),
      responses: {
        200: {
          description: 'Whom it is for',
          schema: z
            .object({
              tenant: z.string().meta({ description: 'Name of the tenant' }),
              name: z.string(),
              email: z.string(),
              kind: z
                .enum(['invitation', 'reset'])
                .meta({ description: '`reset`: the member had a password before' }),
              expires_at: timestamp,
            })
            .meta({ id: 'MemberLink' }),
        },
      },
      errors: ['link_not_found', 'not_found', ...LIMITED],
      handle: async ({ body: { token } }) => json(await members.readLink(token)),
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: '/session/password',
      summary: 'Set a password by an invitation or reset link, and sign in',
      off,
      body: z.strictObject({
        token: linkToken,
        password: z
          .string()
          .min(12, 'Use at least 12 characters.')
          .max(200)
          .meta({ description: 'The new password', examples: ['correct horse battery'] }),
        keep: isLasting,
      }),
      responses: { 201: { description: 'The session; its cookie is set', schema: sessionRecord } },
      errors: ['link_not_found', 'not_found', 'conflict', ...LIMITED],
      async handle({ body, raw, res, requestId }) {
        refuseOthers(raw);
        const principal = await members.accept(body.token, body.password, requestId);
        return open(
          principal,
          { raw, res, requestId },
          { isLasting: body.keep ?? false, endUserId: null },
        );
      },
    }),
    listRoute(signIns),
    revokeRoute(signIns),
  ];
}

const linkToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The part of the link after `#`' });

const shownPerson = (found: Principal['person'] | null) =>
  found
    ? { member_id: found.memberId, name: found.name, email: found.email, role: found.role }
    : null;

const tooMany = (seconds: number) =>
  new AppError(
    'rate_limited',
    `Too many sign-ins with this e-mail address. Try again in ${Math.max(1, Math.ceil(seconds / 60))} min.`,
    { retryAfter: seconds },
  );

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
