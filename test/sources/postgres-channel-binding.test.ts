import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { createPostgresServer } from '#plugins/sources/postgres/server.ts';
import { NO_DIALECT, settingsForTests } from '../fakes/postgres-server.ts';
import { waitingForTests } from '../fakes/waiting.ts';

const never = new AbortController().signal;

/** An authentication request of the PostgreSQL protocol: its code, and what follows. */
function request(code: number, rest = ''): Buffer {
  const body = Buffer.concat([Buffer.alloc(4), Buffer.from(rest, 'latin1')]);
  body.writeInt32BE(code);
  const head = Buffer.alloc(5);
  head.write('R');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

describe('a login that has to be bound to its channel', () => {
  const opened: Server[] = [];
  after(() => {
    for (const server of opened) server.close();
  });

  /** A server in between that answers the start of a session so, and what it was sent. */
  async function between(answer: Buffer) {
    const sent: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        sent.push(data);
        if (sent.length === 1) socket.write(answer);
      });
    });
    opened.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as { port: number }).port, sent: () => Buffer.concat(sent) };
  }

  for (const [what, answer] of [
    ['asks for the password in clear', request(3)],
    ['asks for an MD5 of the password', request(5, 'salt')],
    ['offers no binding', request(10, 'SCRAM-SHA-256\0\0')],
    ['lets everybody in', request(0)],
  ] as const)
    it(`ends where the server ${what}, and gives nothing away`, async () => {
      const server = createPostgresServer({
        settings: settingsForTests({ connect_timeout_ms: 5_000 }),
        dialect: NO_DIALECT,
        waiting: waitingForTests(),
      });
      const { port, sent } = await between(answer);
      const target = {
        ...{ host: 'db.example.test', address: '127.0.0.1', port, database: 'shop' },
        ...{ user: 'ann', password: 'tops3cret', schemas: null },
        // Without TLS, so that the messages can be read here; the service asks for TLS with it.
        ssl: { mode: 'disable', ca: null, channelBinding: 'require' } as const,
      };
      const error = await server.probe(target, never).catch((failed: unknown) => failed);
      expect(error).to.include({ kind: 'tls' });
      expect((error as Error).message).to.match(/channel_binding=require/);
      expect(sent().toString('latin1')).to.not.match(/tops3cret|md5|n,,n=|y,,n=/);
      await server.close();
    });
});
