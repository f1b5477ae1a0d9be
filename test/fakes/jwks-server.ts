import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { listenOnOwnPort } from './ports.ts';

/** An identity provider on this machine: keys over HTTP, and tokens signed with them. */
export interface TestIssuer {
  readonly url: string;
  /** How often its keys were read. */
  readonly reads: () => number;
  /** Adds a key pair; what it shows changes at once. */
  addKey(kid: string, alg: string): Promise<void>;
  removeKey(kid: string): void;
  /** `down`: connections are refused; `hangs`: no answer comes; `broken`: 500. */
  behave(how: 'serves' | 'down' | 'hangs' | 'broken'): Promise<void>;
  /** A token signed with a key; `header` and `claims` are set over the usual ones. */
  sign(kid: string, claims?: object, header?: object): Promise<string>;
  close(): Promise<void>;
}

/** `now` is the time of its tokens, which hold five minutes. */
export async function startIssuer(
  now: () => Date,
  usual: Readonly<Record<string, unknown>>,
): Promise<TestIssuer> {
  const shown = new Map<string, JWK>();
  const pairs = new Map<string, { readonly alg: string; readonly key: CryptoKey }>();
  let reads = 0;
  let mode: 'serves' | 'hangs' | 'broken' = 'serves';
  const server: Server = createServer((_req, res) => {
    reads += 1;
    if (mode === 'hangs') return;
    res.statusCode = mode === 'broken' ? 500 : 200;
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ keys: [...shown.values()] }));
  });
  const port = await listenOnOwnPort(server);
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    reads: () => reads,
    async addKey(kid, alg) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      shown.set(kid, { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' });
      pairs.set(kid, { alg, key: privateKey });
    },
    removeKey: (kid) => void shown.delete(kid),
    async behave(how) {
      if (how === 'down') return stop();
      mode = how;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async sign(kid, claims = {}, header = {}) {
      const { alg, key } = pairs.get(kid)!;
      const iat = Math.floor(now().getTime() / 1_000);
      return new SignJWT({ ...usual, iat, exp: iat + 300, ...claims })
        .setProtectedHeader({ alg, kid, ...header })
        .sign(key);
    },
    close: stop,
  };
}
