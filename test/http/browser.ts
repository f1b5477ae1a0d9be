import request from 'supertest';
import type { Gateway } from './gateway.ts';

export const HOST = 'plumbline.example';

interface Sent {
  readonly body?: object;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser with a cookie jar; tabs share one. */
export class Browser {
  /** The cookie of its session. */
  token: string | null = null;
  /** The cookie of a sign-in at a provider that it began. */
  flow: string | null = null;
  readonly gateway: Gateway;
  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  async call(
    method: 'get' | 'post' | 'delete' | 'patch',
    path: string,
    { body, token = this.token, headers = {} }: Sent = {},
  ) {
    let test = request(this.gateway.app)[method](path).set('Host', HOST);
    for (const [name, value] of Object.entries({ 'Sec-Fetch-Site': 'same-origin', ...headers }))
      if (value !== '') test = test.set(name, value);
    const cookies = [
      ...(token === null ? [] : [`__Host-plumbline=${token}`]),
      ...(this.flow === null ? [] : [`__Host-plumbline-oidc=${this.flow}`]),
    ];
    if (cookies.length > 0) test = test.set('Cookie', cookies.join('; '));
    const response = await (body === undefined ? test : test.send(body));
    this.gateway.expectDocumented(response);
    for (const { name, value } of cookiesOf(response)) {
      const kept = value === '' ? null : value;
      if (name === '__Host-plumbline') this.token = kept;
      if (name === '__Host-plumbline-oidc') this.flow = kept;
    }
    return response;
  }

  signIn = (body: object) => this.call('post', '/session', { body });
  whoami = (token = this.token) => this.call('get', '/whoami', { token });
}

type Answer = { readonly headers: Readonly<Record<string, unknown>> };

const cookiesOf = ({ headers }: Answer) =>
  ((headers['set-cookie'] ?? []) as readonly string[]).map((text) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    return { name, value, text };
  });

/** The first cookie that is set; null: none is. */
export const cookieOf = (answer: Answer) => cookiesOf(answer)[0] ?? null;
