import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { type ConnectionLimits, limitConnections, whileOpen } from '#src/http/connections.ts';
import { answerMalformed } from '#src/http/malformed.ts';
import { eventually } from '../fakes/eventually.ts';

const LIMITS: ConnectionLimits = {
  ...configSchema.parse({}).http,
  ...{ body_timeout_ms: 200, body_progress_bytes: 10, unread_body_ms: 100 },
};
const GET = 'GET /fast HTTP/1.1\r\nHost: a\r\n\r\n';
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

describe('connections of clients', () => {
  let server: Server;
  const clients: Client[] = [];
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = async (limits: Partial<ConnectionLimits>, answer: RequestListener) => {
    server = createServer({ headersTimeout: 300, connectionsCheckingInterval: 50 });
    server.on('request', whileOpen(answer));
    limitConnections(server, { ...LIMITS, ...limits }, pino({ level: 'silent' }));
    server.on('clientError', answerMalformed);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };

  /** A client that closes nothing by itself. */
  interface Client {
    readonly socket: Socket;
    text: string;
    closed: boolean;
  }
  const client = async (text = ''): Promise<Client> => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const one: Client = { socket, text: '', closed: false };
    clients.push(one);
    socket.setEncoding('utf8').on('data', (part: string) => {
      one.text += part;
    });
    // An end, or a reset while something was still on its way.
    for (const event of ['end', 'error'] as const)
      socket.on(event, () => {
        one.closed = true;
      });
    await once(socket, 'connect');
    if (text) socket.write(text);
    return one;
  };
  const closed = (one: Client) => eventually(() => one.closed, 'the end of a connection');
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
  const noneOpen = () =>
    eventually(async () => (await count()) === 0, 'the end of all connections');

  it('are closed when the rest of a body that nobody reads does not come', async () => {
    await open({}, (_req, res) => void res.writeHead(401).end('no'));
    const half = await client(`${post('/query', 100)}{"q":`);
    await closed(half);
    expect(half.text).to.match(/^HTTP\/1.1 401/);
    await noneOpen();
  });

  it('are kept when the rest of a body came in time, though nobody read it', async () => {
    await open({}, (_req, res) => void res.writeHead(401).end('no'));
    const whole = await client(`${post('/query', 5)}12`);
    await eventually(() => whole.text.includes('401'));
    whole.socket.write('345');
    whole.socket.write(GET);
    await eventually(() => whole.text.split('HTTP/1.1 401').length === 3, 'a second answer');
  });

  it('are told and closed when a body does not come on, or by too little', async () => {
    await open({}, (req, res) => {
      req.on('data', () => {}).on('end', () => res.end('whole'));
    });
    const silent = await client(`${post('/query', 1_000)}a`);
    const trickling = await client(post('/query', 100_000));
    const timer = setInterval(() => trickling.socket.write('b'), 40);
    await Promise.all([closed(silent), closed(trickling)]);
    clearInterval(timer);
    for (const { text } of [silent, trickling])
      expect(text)
        .to.match(/^HTTP\/1.1 408/)
        .and.contain('X-Error-Code: request_timeout');
    await noneOpen();
  });

  it('are kept for as long as a body comes on, far beyond the limit of one look', async () => {
    await open({ body_timeout_ms: 1_000 }, (req, res) => {
      let bytes = 0;
      req.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      req.on('end', () => res.end(`${bytes} bytes`));
    });
    const pieces = 20;
    const upload = await client(post('/upload', pieces * 20));
    for (let n = 0; n < pieces; n++) {
      upload.socket.write('u'.repeat(20));
      await sleep(100);
    }
    await eventually(() => upload.text.includes(`${pieces * 20} bytes`), 'the answer');
  });

  it('are kept while the service itself holds a body back', async () => {
    await open({}, async (req, res) => {
      req.once('data', () => req.pause());
      await sleep(1_000);
      req.resume().on('end', () => res.end('whole'));
    });
    const held = await client(`${post('/upload', 10)}12`);
    await sleep(900);
    held.socket.write('34567890');
    await eventually(() => held.text.includes('whole'), 'the answer');
  });

  it('are closed where no request comes, or half of one', async () => {
    await open({}, (_req, res) => void res.end());
    const idle = await client();
    const half = await client('GET / HTTP/1.1\r\nHost:');
    await Promise.all([closed(idle), closed(half)]);
    expect(half.text).to.match(/^HTTP\/1.1 408/);
    await noneOpen();
  });

  it('give way at the limit, the longest idle first and those that never asked before others', async () => {
    await open({ max_connections: 3 }, (_req, res) => void res.end('answer'));
    const asked = await client(GET);
    await eventually(() => asked.text.includes('answer'));
    const [first, second] = [await client(), await client()];
    await eventually(async () => (await count()) === 3);
    const late = await client(GET);
    await eventually(() => late.text.includes('answer'), 'the answer to the late one');
    await closed(first);
    expect([asked.closed, second.closed]).to.deep.equal([false, false]);
  });

  it('give way at the limit where their client neither sends nor takes what it has to', async () => {
    await open(
      { max_connections: 2, body_timeout_ms: 60_000, stalled_client_ms: 60_000 },
      (req, res) => {
        if (req.url === '/fast') res.end('answer');
        else if (req.method === 'GET') res.end('x'.repeat(64 * 1_024 * 1_024));
        else req.resume();
      },
    );
    const asked = await client(GET);
    await eventually(() => asked.text.includes('answer'));
    const half = await client(`${post('/slow', 100)}a`);
    await eventually(async () => {
      const late = await client(GET);
      return eventually(() => late.closed || late.text.includes('answer')).then(() => half.closed);
    }, 'room for another');
    const stalled = await client();
    stalled.socket.pause();
    stalled.socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await client(`${post('/slow', 100)}a`);
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        eventually(async () => {
          const late = await client(GET);
          await eventually(() => late.closed || late.text.includes('answer'));
          return late.text.includes('HTTP/1.1 200');
        }),
      ),
    );
    expect(answers).to.deep.equal([true, true, true]);
  });

  it('are cut off where a client sends far more requests than it waits for', async () => {
    let asked = 0;
    await open({ max_pipelined: 5 }, async (_req, res) => {
      asked += 1;
      await sleep(10);
      res.end('answer');
    });
    const five = await client(GET.repeat(5));
    await eventually(() => five.text.split('answer').length === 6, 'five answers');
    const six = await client(GET.repeat(100));
    await closed(six);
    expect(asked).to.equal(10);
  });

  it('are refused at the limit where all others are at work', async () => {
    const waiting: (() => void)[] = [];
    await open({ max_connections: 2 }, (_req, res) => void waiting.push(() => res.end('answer')));
    const busy = [await client(GET), await client(GET)];
    await eventually(() => waiting.length === 2);
    const late = await client();
    await closed(late);
    expect(late.text)
      .to.match(/^HTTP\/1.1 503/)
      .and.contain('Retry-After: 1');
    for (const answer of waiting) answer();
    for (const one of busy) await eventually(() => one.text.includes('answer'), 'an answer');
  });

  it('are cut off where nothing of an answer is taken, and not where an answer takes long', async () => {
    let cut = false;
    await open({ stalled_client_ms: 200 }, async (req, res) => {
      if (req.url === '/large') {
        res.once('close', () => {
          cut = !res.writableFinished;
        });
        res.end('x'.repeat(64 * 1_024 * 1_024));
      } else {
        await sleep(800);
        res.end('at last');
      }
    });
    const patient = await client(GET);
    const stalled = await client();
    stalled.socket.pause();
    stalled.socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => cut, 'the end of a reader that does not read');
    await eventually(() => patient.text.includes('at last'), 'the slow answer');
  });
});
