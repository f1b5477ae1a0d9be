import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { sendFile } from '#src/http/send-file.ts';

describe('a file that is sent as it is written', () => {
  /** Serves one endless (or failing) file, and tells how its sending ended. */
  const serve = async ({ failAfter = Number.POSITIVE_INFINITY, stalledMs = 60_000 } = {}) => {
    const made = { pieces: 0, ended: false };
    async function* pieces() {
      try {
        for (;;) {
          if (made.pieces >= failAfter) throw new Error('the query failed');
          made.pieces += 1;
          yield 'x'.repeat(64 * 1_024);
        }
      } finally {
        made.ended = true;
      }
    }
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const server = createServer((_req, res) => {
      const gone = new AbortController();
      res.once('close', () => gone.abort(new Error('the client disconnected')));
      const rest = pieces();
      const file = { contentType: 'text/csv', fileName: 'a.csv', first: null, rest };
      resolve(sendFile(res, file, { stalledMs, signal: gone.signal }).catch((error) => error));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { made, sent: promise, port, close: () => server.close() };
  };

  const open = (port: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };

  it('cuts off a reader that does not read, and ends the work behind the file', async () => {
    const { made, sent, port, close } = await serve({ stalledMs: 100 });
    const socket = open(port).pause();
    await sent;
    expect(made.ended).to.equal(true);
    expect(made.pieces).to.be.lessThan(1_000);
    socket.destroy();
    close();
  });

  it('ends the work when the reader leaves', async () => {
    const { made, sent, port, close } = await serve();
    const socket = open(port);
    await once(socket, 'data');
    socket.destroy();
    expect(await sent).to.equal(undefined);
    expect(made.ended).to.equal(true);
    close();
  });

  it('breaks off without the last chunk where the file cannot be finished', async () => {
    const { sent, port, close } = await serve({ failAfter: 3 });
    const response = await fetch(`http://127.0.0.1:${port}`);
    expect(response.status).to.equal(200);
    const error = await response.text().catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(Error);
    expect(String(await sent)).to.contain('the query failed');
    close();
  });
});
