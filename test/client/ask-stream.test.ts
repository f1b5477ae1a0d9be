import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  type AskEvent,
  askStream,
  connect,
  type Service,
  ServiceError,
  StreamCutError,
} from '#src/client/index.ts';
import { eventually } from '../fakes/eventually.ts';

const RESULT = {
  columns: ['città'],
  rows: [['Forlì'], ['Malmö']],
  total_rows: 2,
  truncated: false,
};
const DONE = {
  agent: 'Text2SQL',
  duration_ms: 12,
  output_mode: 'both',
  trace_id: 'tr_1',
  result: 'success',
};
const EVENTS: readonly (readonly [string, object])[] = [
  ['session', { session_id: 'ses_1' }],
  ['status', { stage: 'executing' }],
  ['thinking', { content: 'a ' }],
  ['thinking', { content: 'b' }],
  ['sql', { sql: 'SELECT 1' }],
  ['result', RESULT],
  ['explanation', { text: 'Two rows.' }],
  ['done', { agent: 'Text2SQL' }],
  ['done', DONE],
];
const wire = (events: readonly (readonly [string, object])[], end = '\r\n') =>
  events
    .map(([event, data], at) =>
      [`id: ${at}`, `event: ${event}`, `data: ${JSON.stringify(data)}`, '', ''].join(end),
    )
    .join('');

/** Reads all events, and says how it ended. */
async function read(service: Service, options: Parameters<typeof askStream>[2] = {}) {
  const events: AskEvent[] = [];
  const stream = askStream(service, { client_id: 'cl_1', body: { query: 'q' } }, options);
  try {
    for (;;) {
      const next = await stream.next();
      if (next.done) return { events, answer: next.value, error: null };
      events.push(next.value);
    }
  } catch (error) {
    return { events, answer: null, error };
  }
}

describe('the stream of an answer in the client kit', () => {
  let server: Server;
  let service: Service;
  let answer: RequestListener = () => {};
  before(async () => {
    server = createServer((req, res) => answer(req, res));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    service = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const streaming =
    (write: (res: Parameters<RequestListener>[1]) => void): RequestListener =>
    (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      res.flushHeaders();
      write(res);
    };

  for (const [name, end] of [
    ['CRLF', '\r\n'],
    ['LF', '\n'],
  ] as const)
    it(`gives each event once and one done, whatever the pieces (${name})`, async () => {
      const bytes = Buffer.from(`: keep-alive${end}${end}${wire(EVENTS, end)}`);
      for (const size of [1, 7, bytes.length]) {
        answer = streaming((res) => {
          for (let at = 0; at < bytes.length; at += size) res.write(bytes.subarray(at, at + size));
          res.end();
        });
        const { events, answer: whole } = await read(service);
        expect(events.map(({ event }) => event)).to.deep.equal([
          ...['session', 'status', 'thinking', 'thinking', 'sql', 'result', 'explanation', 'done'],
        ]);
        expect(events.at(-1)!.data).to.deep.equal(DONE);
        expect(whole).to.deep.equal({
          sessionId: 'ses_1',
          stage: 'executing',
          thinking: 'a b',
          sql: 'SELECT 1',
          result: RESULT,
          explanation: 'Two rows.',
          error: null,
          done: DONE,
        });
      }
    });

  it('passes over events that it does not know', async () => {
    answer = streaming((res) => res.end(wire([['step', { number: 1 }], ...EVENTS])));
    const { answer: whole } = await read(service);
    expect(whole!.done).to.deep.equal(DONE);
  });

  const cuts: readonly (readonly [string, RequestListener])[] = [
    ['ends after the rows', streaming((res) => res.end(wire(EVENTS.slice(0, 6))))],
    ['ends after the first done', streaming((res) => res.end(wire(EVENTS.slice(0, 8))))],
    [
      'ends within the last done',
      streaming((res) => res.end(wire(EVENTS).slice(0, -1 * JSON.stringify(DONE).length))),
    ],
    [
      'breaks',
      streaming((res) =>
        res.write(wire(EVENTS.slice(0, 6)), () => setTimeout(() => res.destroy(), 20)),
      ),
    ],
    ['falls silent', streaming((res) => res.write(wire(EVENTS.slice(0, 6))))],
    [
      "isn't JSON",
      streaming((res) => res.end(`${wire(EVENTS.slice(0, 6))}event: explanation\ndata: {\n\n`)),
    ],
  ];
  for (const [name, handler] of cuts)
    it(`is cut with what came, and not asked again, when it ${name}`, async () => {
      let calls = 0;
      answer = (req, res) => {
        calls += 1;
        handler(req, res);
      };
      const { error } = await read(service, { silenceMs: 2_000 });
      expect(error).to.be.instanceOf(StreamCutError);
      const { answer: came } = error as StreamCutError;
      expect(came.result).to.deep.equal(RESULT);
      expect(came.done).to.equal(null);
      expect(calls).to.equal(1);
    });

  it('is whole once its last done is there, whatever becomes of the connection', async () => {
    answer = streaming((res) => res.write(wire(EVENTS), () => setTimeout(() => res.destroy(), 20)));
    expect((await read(service)).answer!.done).to.deep.equal(DONE);
  });

  it('throws what the service says before the stream begins, with code, status and wait', async () => {
    answer = (_req, res) => {
      res.writeHead(429, {
        'X-Error-Code': 'rate_limited',
        'Retry-After': '7',
        'X-Request-Id': 'req_1',
      });
      res.end(JSON.stringify({ detail: 'Wait.' }));
    };
    const { error } = await read(service);
    expect(error).to.be.instanceOf(ServiceError);
    expect(error).to.include({
      name: 'RateLimitError',
      message: 'Wait.',
      code: 'rate_limited',
      status: 429,
      retryAfter: 7,
      requestId: 'req_1',
    });
  });

  it('ends with the reason of an aborted signal, and so does the request', async () => {
    let closed = false;
    answer = (req, res) => {
      res.once('close', () => {
        closed = true;
      });
      streaming(() => res.write(wire(EVENTS.slice(0, 6))))(req, res);
    };
    const controller = new AbortController();
    const reason = new Error('enough');
    const stream = askStream(
      service,
      { client_id: 'cl_1', body: { query: 'q' } },
      { signal: controller.signal },
    );
    const seen: string[] = [];
    const failure = await (async () => {
      for await (const { event } of stream) {
        seen.push(event);
        if (event === 'result') controller.abort(reason);
      }
    })().catch((error) => error);
    expect(failure).to.equal(reason);
    expect(seen.at(-1)).to.equal('result');
    await eventually(() => closed, 'the end of the request');
  });

  it('ends the request when its reader leaves the loop', async () => {
    let closed = false;
    answer = (req, res) => {
      res.once('close', () => {
        closed = true;
      });
      streaming(() => res.write(wire(EVENTS.slice(0, 6))))(req, res);
    };
    for await (const { event } of askStream(service, {
      client_id: 'cl_1',
      body: { query: 'q' },
    }))
      if (event === 'sql') break;
    await eventually(() => closed, 'the end of the request');
  });
});
