import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Json = Record<string, unknown>;

/** What a provider says; whatever is changed here is what it says from now on. */
interface Says {
  /** Added to honest claims; undefined takes one out. */
  claims: Json;
  /** Added to the answer of user info. */
  info: Json;
  metadata: Json;
  /** Makes the ID token of its claims, in place of a signature with its key. */
  token: ((claims: Json) => string | null | Promise<string | null>) | null;
}

/** An OpenID Connect provider that says what a test wants, also what no honest one would. */
export interface OidcServer {
  readonly issuer: string;
  readonly says: Says;
  /** Signs with the key that it publishes. */
  sign(claims: Json): Promise<string>;
  /** Signs with another key of the same name. */
  signFalsely(claims: Json): Promise<string>;
  /** Lets somebody sign in at an address that a client made; gives the query for the way back. */
  signIn(url: string, more?: Readonly<Record<string, string>>): string;
  /** How often a code was asked for a token. */
  readonly calls: () => number;
  close(): Promise<void>;
}

export const CLIENT_ID = 'plumbline';
export const CLIENT_SECRET = 'a secret of the client, long enough for HS256';
const KEY_ID = 'key-1';

export async function startOidcServer(): Promise<OidcServer> {
  const [own, false_] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' };
  const says: Says = { claims: {}, info: {}, metadata: {}, token: null };
  /** Codes that were given out, each with what it was asked for by. */
  const codes = new Map<string, URLSearchParams>();
  let calls = 0;
  let issuer = '';

  const sign = (key: Parameters<SignJWT['sign']>[0]) => (claims: Json) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key);
  const subject = { sub: 'sub-ann' };
  const profile = { email: 'ann@example.com', email_verified: true, name: 'Ann' };

  const tokenOf = async (form: URLSearchParams): Promise<Json | null> => {
    calls += 1;
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || asked.get('code_challenge') !== challenge) return null;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 300 },
      ...{ nonce: asked.get('nonce'), ...subject, ...profile, ...says.claims },
    };
    const stated = JSON.parse(JSON.stringify(claims)) as Json;
    const id_token = await (says.token ?? sign(own.privateKey))(stated);
    return {
      access_token: 'at',
      token_type: 'Bearer',
      expires_in: 60,
      ...(id_token === null ? {} : { id_token }),
    };
  };

  const answer = async (req: IncomingMessage): Promise<Json | null> => {
    switch (req.url) {
      case '/.well-known/openid-configuration':
        return {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          ...says.metadata,
        };
      case '/jwks':
        return { keys: [jwk] };
      case '/me':
        return { ...subject, ...profile, ...says.info };
      case '/token':
        return tokenOf(new URLSearchParams(await text(req)));
      default:
        return null;
    }
  };

  const signIn: OidcServer['signIn'] = (url, more = {}) => {
    const { searchParams } = new URL(url);
    const code = `code-${randomUUID()}`;
    codes.set(code, searchParams);
    const query = { code, state: searchParams.get('state') ?? '', ...more };
    return `?${new URLSearchParams(query)}`;
  };

  const server = createServer(async (req, res) => {
    if (req.url?.startsWith('/auth?')) {
      // Whoever comes is signed in already.
      const url = new URL(req.url, issuer);
      const back = url.searchParams.get('redirect_uri') ?? '';
      res.writeHead(302, { Location: back + signIn(url.href) }).end();
      return;
    }
    const found = await answer(req);
    res.writeHead(found ? 200 : 400, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(found ?? { error: 'invalid_grant' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    says,
    sign: sign(own.privateKey),
    signFalsely: sign(false_.privateKey),
    signIn,
    calls: () => calls,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
