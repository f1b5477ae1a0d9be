import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import type { Answer, AskEvent } from '#src/ask/types.ts';
import { streamAnswer } from '#src/http/sse.ts';

describe('a reader that does not read', () => {
  it('is cut off, holds back no more than the buffer, and ends the work behind the stream', async () => {
    const made = { events: 0, ended: false };
    async function* endless(): AsyncGenerator<AskEvent, Answer, void> {
      try {
        for (;;) {
          made.events += 1;
          yield { event: 'thinking', content: 'x'.repeat(64 * 1_024) };
        }
      } finally {
        made.ended = true;
      }
    }
    const gone = new AbortController();
    let streamed: Promise<unknown> | undefined;
    const server = createServer((_req, res) => {
      res.once('close', () => gone.abort(new Error('the client disconnected')));
      streamed = streamAnswer(res, endless(), {
        heartbeatMs: 1_000,
        stalledMs: 100,
        sendMs: 10_000,
        bufferBytes: 256 * 1_024,
        signal: gone.signal,
        outputMode: 'both',
        traceId: 'tr_1',
        sessionId: null,
        describeFailure: () => ({ message: 'broke off', kind: 'internal' }),
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(gone.signal, 'abort');
    await streamed;
    expect(made.ended).to.equal(true);
    const before = made.events;
    await new Promise((resolve) => setImmediate(resolve));
    expect(made.events).to.equal(before);
    // What the kernel took, and the buffer: far below what an unbounded pipeline makes meanwhile.
    expect(made.events).to.be.lessThan(1_000);
    socket.destroy();
    server.close();
  });
});
