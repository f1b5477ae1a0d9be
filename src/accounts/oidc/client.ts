import type { Configuration } from 'openid-client';
import { boundedFetch } from '#src/bounded-fetch.ts';
import { type Claims, claimAt } from './claims.ts';
import type { OidcProvider } from './types.ts';

let loading: Promise<typeof import('openid-client')> | undefined;

/** Loaded with the first sign-in: most services have no provider. */
const library = () => {
  loading ??= import('openid-client');
  return loading;
};

export interface OidcClientOptions {
  readonly provider: OidcProvider;
  readonly redirectUri: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** State, nonce and code verifier of one sign-in. */
export interface Secrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** One provider over the wire. Fails with the errors of the library, or `NotTheIssuer`. */
export interface OidcClient {
  /** Where the browser signs in. */
  authorizationUrl(secrets: Secrets): Promise<string>;
  /** The claims of whom it signed in, all of them checked. */
  claims(query: string, secrets: Secrets): Promise<Claims>;
}

/** The metadata of a provider are those of another one, or lead somewhere unsafe. */
class NotTheIssuer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotTheIssuer';
  }
}

/** How long the metadata of a provider are used; its keys are looked for again whenever one is unknown. */
const METADATA_MS = 3_600_000;

export function createOidcClient(options: OidcClientOptions): OidcClient {
  const { provider, redirectUri } = options;
  let known: { readonly at: number; readonly found: Promise<Configuration> } | null = null;

  const configuration = (): Promise<Configuration> => {
    if (known && performance.now() - known.at < METADATA_MS) return known.found;
    const found = discover(options);
    const kept = { at: performance.now(), found };
    known = kept;
    found.catch(() => {
      if (known === kept) known = null;
    });
    return found;
  };

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },

    async claims(query, { state, nonce, verifier }) {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configuration();
      const answered = new URL(redirectUri);
      answered.search = query;
      const tokens = await authorizationCodeGrant(config, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: Claims = { ...tokens.claims() };
      const wanted = ['email', ...(provider.role_claim === null ? [] : [provider.role_claim])];
      const isWhole = wanted.every((name) => claimAt(claims, name) !== undefined);
      if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
      // Many providers tell no more than the subject in the token itself.
      const info = await fetchUserInfo(config, tokens.access_token, String(claims['sub']));
      return { ...info, ...claims };
    },
  };
}

async function discover({
  provider,
  timeoutMs,
  maxBytes,
}: OidcClientOptions): Promise<Configuration> {
  const oidc = await library();
  const { issuer, client_id, client_secret, client_auth } = provider;
  const isPlain = issuer.startsWith('http:');
  const authentication =
    client_secret === null
      ? oidc.None()
      : client_auth === 'basic'
        ? oidc.ClientSecretBasic(client_secret)
        : oidc.ClientSecretPost(client_secret);
  const found = await oidc.discovery(new URL(issuer), client_id, undefined, authentication, {
    timeout: timeoutMs / 1_000,
    [oidc.customFetch]: boundedFetch(maxBytes) as never,
    // Without it, ID tokens that come from the token endpoint itself are taken unsigned (OpenID Connect Core, 3.1.3.7).
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  const { issuer: named, authorization_endpoint: endpoint = '' } = found.serverMetadata();
  // Also where the library makes exceptions: one issuer of Entra stands for all of its tenants.
  if (URL.parse(named)?.href !== new URL(issuer).href)
    throw new NotTheIssuer(`its metadata names another issuer: ${named}`);
  const protocol = URL.parse(endpoint)?.protocol;
  if (protocol !== 'https:' && !(isPlain && protocol === 'http:'))
    throw new NotTheIssuer("its authorization endpoint isn't an https URL");
  return found;
}
