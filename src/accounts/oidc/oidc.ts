import { createHmac, hash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Store } from '#src/store/schema.ts';
import type { Members } from '../members/types.ts';
import { type Claims, identityOf } from './claims.ts';
import { createOidcClient, type OidcClient, type Secrets } from './client.ts';
import type { Oidc, OidcProvider } from './types.ts';

export interface OidcDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'people' | 'public_url'>;
  readonly members: Pick<Members, 'signInAs'>;
}

/** Where providers send browsers back to: a page of ours. */
const CALLBACK = '/signin/callback';
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const MINUTE_MS = 60_000;

/** Sign-ins under way stand in the store, so that any gateway finishes what another began. */
export function createOidc(deps: OidcDeps): Oidc {
  const { store, clock, config, members } = deps;
  const { oidc: providers, oidc_timeout_ms, oidc_max_bytes, oidc_minutes } = config.people;
  const redirectUri = `${(config.public_url ?? '').replace(/\/+$/, '')}${CALLBACK}`;
  const limits = { timeoutMs: oidc_timeout_ms, maxBytes: oidc_max_bytes };
  const clients = new Map(
    providers.map((provider) => {
      const client = createOidcClient({ provider, redirectUri, ...limits });
      return [provider.name, { provider, client }] as const;
    }),
  );
  const later = (ms: number) => timestamp(new Date(clock.now().getTime() + ms));

  return {
    providers: providers.map(({ name, label }) => ({ name, label })),

    async begin(name) {
      const found = clients.get(name);
      if (!found)
        throw new AppError('not_found', "This sign-in provider doesn't exist. Check its name.");
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const url = await addressOf(deps, found, secretsOf(token));
      await store.deleteFrom('oidc_flows').where('until', '<=', later(0)).execute();
      const until = later(oidc_minutes * MINUTE_MS);
      const row = { token_hash: hash('sha256', token), provider: name, until };
      await store.insertInto('oidc_flows').values(row).execute();
      return { url, token };
    },

    async finish({ token, query, linkToken, requestId }) {
      const flow = TOKEN.test(token) && (await takeFlow(store, token, later(0)));
      const found = flow && clients.get(flow.provider);
      if (!found)
        throw new AppError(
          'sign_in_failed',
          'This sign-in took too long or was already used. Start again on the sign-in page.',
        );
      const claims = await claimsOf(deps, found, query, secretsOf(token));
      const identity = identityOf(found.provider, claims);
      return members.signInAs(identity, { provider: found.provider, linkToken, requestId });
    },
  };
}

/** Whoever takes a flow first has it alone. */
const takeFlow = (store: Store, token: string, now: string) =>
  store
    .deleteFrom('oidc_flows')
    .where('token_hash', '=', hash('sha256', token))
    .where('until', '>', now)
    .returning('provider')
    .executeTakeFirst();

/** The token stays with the browser that began: nobody else can know what is made of it. */
function secretsOf(token: string): Secrets {
  const derived = (purpose: string) =>
    createHmac('sha256', token).update(purpose).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('code verifier') };
}

interface Found {
  readonly provider: OidcProvider;
  readonly client: OidcClient;
}

async function addressOf(
  { log }: OidcDeps,
  { provider, client }: Found,
  secrets: Secrets,
): Promise<string> {
  try {
    return await client.authorizationUrl(secrets);
  } catch (error) {
    log.warn({ ...reasonOf(error), provider: provider.name }, "a sign-in provider can't be used");
    throw new AppError(
      'unavailable',
      `${provider.label} can't be reached right now. Try again in a moment.`,
      { retryAfter: 10 },
    );
  }
}

/** One text, whatever was wrong: what it was stands in the log. */
async function claimsOf(
  { log }: OidcDeps,
  { provider, client }: Found,
  query: string,
  secrets: Secrets,
): Promise<Claims> {
  try {
    return await client.claims(query, secrets);
  } catch (error) {
    log.warn({ ...reasonOf(error), provider: provider.name }, 'a sign-in was refused');
    throw new AppError(
      'sign_in_failed',
      `Signing in with ${provider.label} failed. Try again. If it keeps failing, ask your admin.`,
    );
  }
}

/** Errors of the library hold whole answers, with tokens: only their words are kept. */
function reasonOf(error: unknown): { readonly reason: string; readonly code?: unknown } {
  if (!(error instanceof Error)) return { reason: String(error) };
  const { code, error: said } = error as Error & {
    readonly code?: unknown;
    readonly error?: unknown;
  };
  const { cause } = error;
  const inner = cause instanceof Error ? `: ${cause.message}` : '';
  return { reason: `${error.message}${inner}`, code: said ?? code };
}
