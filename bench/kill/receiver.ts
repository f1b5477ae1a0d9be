import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A receiver of webhooks that refuses some of them, verifies the others and remembers what it was told. */
export interface Receiver {
  readonly url: string;
  /** `file.ready` events as `filename@version`. */
  readonly files: ReadonlySet<string>;
  /** Calls whose signature did not verify. */
  readonly forged: () => number;
  /** Calls by webhook-id beyond the first that was taken. */
  readonly repeated: () => number;
  expect(secret: string): void;
  close(): Promise<void>;
}

interface Told {
  readonly type: string;
  readonly data: { readonly filename?: string; readonly version?: number };
}

/** Refuses with the given chance (0 to 1), drawn from `random`. */
export async function openReceiver(random: () => number, refuses: number): Promise<Receiver> {
  const files = new Set<string>();
  const ids = new Set<string>();
  let [forged, repeated] = [0, 0];
  let webhook: Webhook | null = null;
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    if (random() < refuses) return void res.writeHead(500).end();
    try {
      const { type, data } = webhook!.verify(body, req.headers as Record<string, string>) as Told;
      if (type === 'file.ready') files.add(`${data.filename}@${data.version}`);
      const id = String(req.headers['webhook-id']);
      if (ids.has(id)) repeated++;
      ids.add(id);
    } catch {
      forged++;
    }
    res.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    files,
    forged: () => forged,
    repeated: () => repeated,
    expect(secret) {
      webhook = new Webhook(secret);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
