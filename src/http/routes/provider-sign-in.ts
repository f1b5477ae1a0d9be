import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { Oidc } from '#src/accounts/oidc/types.ts';
import { AppError } from '#src/errors.ts';
import type { BrowserSessions } from '../browser-sessions.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { hostCookies } from '../session-cookie.ts';
import { isLasting, linkToken, opensSession } from '../session-schemas.ts';

export interface ProviderRoutesDeps {
  readonly config: Pick<Config, 'people' | 'public_url'>;
  readonly oidc: Oidc;
}

const MINUTE_MS = 60_000;
const MAX_QUERY = 8_000;

const begun = z
  .object({ url: z.string().meta({ description: 'URL where the browser signs in' }) })
  .meta({ id: 'BegunSignIn' });
const finished = z
  .strictObject({
    query: z
      .string()
      .min(1)
      .max(MAX_QUERY)
      .meta({
        description: 'Query string the provider sent the browser back with, starting with `?`',
        examples: ['?code=8f2c11d0&state=5b1e'],
      }),
    token: linkToken.nullish().meta({
      description:
        'From an invitation or reset link; its member signs in with this provider from then on',
    }),
    keep: isLasting,
  })
  .meta({ id: 'FinishedSignIn' });

/** Signing in at an OpenID Connect provider: the browser goes there, comes back to the page, and the page finishes. */
export function providerRoutes(
  { config, oidc }: ProviderRoutesDeps,
  sessions: BrowserSessions,
): Route[] {
  const cookies = hostCookies(config, '-oidc');
  const shared = {
    method: 'post',
    tag: 'Sessions',
    capability: 'public',
    rate: 'sign-in',
    idempotency: 'none',
    off: oidc.providers.length === 0,
  } as const;
  const errors = ['not_found', 'rate_limited', 'origin_not_allowed', 'unavailable'] as const;
  return [
    defineRoute({
      ...shared,
      path: '/session/oidc',
      summary: 'Start signing in with a provider',
      body: z.strictObject({ provider: z.string().min(1).max(40) }),
      responses: { 200: { description: 'The URL to open', schema: begun } },
      errors,
      async handle({ body: { provider }, raw, res }) {
        sessions.refuseOthers(raw);
        const { url, token } = await oidc.begin(provider);
        cookies.set(raw, res, { token, maxAgeMs: config.people.oidc_minutes * MINUTE_MS });
        return json({ url });
      },
    }),
    defineRoute({
      ...shared,
      path: '/session/oidc/finish',
      summary: 'Finish signing in with a provider',
      body: finished,
      responses: opensSession,
      errors: [...errors, 'sign_in_failed', 'forbidden', 'link_not_found', 'conflict'],
      async handle({ body: { query, token: link, keep }, raw, res, requestId }) {
        sessions.refuseOthers(raw);
        const token = cookies.read(raw);
        cookies.clear(raw, res);
        if (token === null)
          throw new AppError(
            'sign_in_failed',
            'This sign-in started in another browser or at another address. Start again here.',
          );
        const request = { token, query, linkToken: link ?? null, requestId };
        const principal = await oidc.finish(request);
        return sessions.open(principal, { raw, res, requestId }, { isLasting: keep ?? false });
      },
    }),
  ];
}
