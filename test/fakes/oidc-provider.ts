import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLIENT_ID, CLIENT_SECRET } from './oidc-server.ts';

const SERVICES = path.resolve(import.meta.dirname, '../services');

/** The part of `oidc-provider` that is used here; its types are not installed. */
interface OidcProviderModule {
  readonly Provider: new (
    issuer: string,
    options: Readonly<Record<string, unknown>>,
  ) => { callback(): RequestListener };
}

/** A certified OpenID Connect provider on this machine. */
interface RealProvider {
  readonly issuer: string;
  /** Who can sign in there, by login, with what is said of them. */
  readonly people: Record<string, Readonly<Record<string, unknown>>>;
  /** Signs in at an address as a browser would, page by page, and gives the query for the way back. */
  signIn(url: string, login: string): Promise<string>;
  close(): Promise<void>;
}

/** Whether `npm ci --prefix test/services` was run; where services are required it must have been. */
export function hasOidcProvider(): boolean {
  const isInstalled = existsSync(path.join(SERVICES, 'node_modules/oidc-provider'));
  if (!isInstalled && process.env['REQUIRE_SERVICES'] === '1')
    throw new Error('oidc-provider is missing: npm ci --prefix test/services');
  return isInstalled;
}

export async function startOidcProvider(redirectUri: string): Promise<RealProvider> {
  const require = createRequire(path.join(SERVICES, 'package.json'));
  const entry = pathToFileURL(require.resolve('oidc-provider')).href;
  const { Provider } = (await import(entry)) as OidcProviderModule;
  const people: RealProvider['people'] = {};
  let handle: RequestListener = (_req, res) => res.end();
  const server = createServer((req, res) => handle(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
    findAccount: (_ctx: unknown, login: string) =>
      Object.hasOwn(people, login)
        ? { accountId: login, claims: async () => ({ sub: login, ...people[login] }) }
        : undefined,
  });
  handle = provider.callback();
  return {
    issuer,
    people,
    async signIn(url, login) {
      const cookies = new Map<string, string>();
      let next = url;
      let body: URLSearchParams | undefined;
      for (let pages = 0; pages < 12; pages++) {
        const response = await fetch(next, {
          ...(body ? { method: 'POST', body } : {}),
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          redirect: 'manual',
        });
        for (const text of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
          cookies.set(name, value);
        }
        body = undefined;
        const to = response.headers.get('location');
        if (to?.startsWith(redirectUri)) return new URL(to).search;
        if (to) next = new URL(to, next).href;
        else body = formOf(await response.text(), login);
      }
      throw new Error('the provider never sent the browser back');
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What a person fills in on a page of the provider: login and password, or consent. */
function formOf(page: string, login: string): URLSearchParams {
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
  if (!prompt) throw new Error(`no page to fill in: ${page.slice(0, 2_000)}`);
  return new URLSearchParams(
    prompt === 'login' ? { prompt, login, password: 'anything' } : { prompt },
  );
}
