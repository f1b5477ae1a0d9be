/**
 * `npm run bench gateway-work [-- --batches 4000] [--root DIR]`: the work of one `whoami` and of one `/query` that was
 * asked before (authenticated, limited, read from SQLite, logged, its trace kept) beside bare Express, all in this
 * process over sockets that are JavaScript, in batches so short that many of them run undisturbed. Low quantiles say what
 * the code costs, also on a busy machine, where `bench gateway` mostly says how busy it is; the processor time of all
 * batches holds what is written behind the answers as well. `--root`: the code of another checkout.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import express from 'express';
import { pino } from 'pino';
import { printTable } from './stats.ts';

const { values: options } = parseArgs({
  options: {
    batches: { type: 'string', default: '4000' },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
  },
});

/** Requests that are sent at once; with 16 a batch of the gateway is longer than a turn of the scheduler. */
const AT_ONCE = 4;
const WARM_UP = 3_000;
const BEHIND_MS = 1_500;
const BATCHES = Number(options.batches);
const QUESTION = JSON.stringify({ q: 'total revenue by region in 2025' });

/** The server's end of a connection. */
class Wire extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  onAnswer = () => {};
  override _read(): void {}
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
    this.onAnswer();
  }
  override _writev(_chunks: unknown, done: () => void): void {
    done();
    this.onAnswer();
  }
  setTimeout(): this {
    return this;
  }
}

/** Sorted microseconds a request, of each batch; and the processor time of a request in all of them. */
async function measure(served: ServerOptions, app: RequestListener, request: Buffer) {
  const server = createServer(served, app);
  let left = 0;
  let answered = () => {};
  const wires = Array.from({ length: AT_ONCE }, () => {
    const wire = new Wire();
    wire.onAnswer = () => {
      left -= 1;
      if (left < 0) throw new Error('an answer was written in more than one piece');
      if (left === 0) setImmediate(answered);
    };
    server.emit('connection', wire);
    return wire;
  });
  const batch = () =>
    new Promise<void>((resolve) => {
      left = AT_ONCE;
      answered = resolve;
      for (const wire of wires) wire.push(request);
    });
  for (let at = 0; at < WARM_UP; at += 1) await batch();
  const times: number[] = [];
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  for (let at = 0; at < BATCHES; at += 1) {
    const began = performance.now();
    await batch();
    times.push(((performance.now() - began) * 1_000) / AT_ONCE);
  }
  // What is written behind the answers counts, too.
  await sleep(BEHIND_MS);
  const spent = ({ user, system }: NodeJS.CpuUsage) => (user + system) / (BATCHES * AT_ONCE);
  const processor = {
    thread: spent(process.threadCpuUsage(thread)),
    all: spent(process.cpuUsage(all)),
  };
  for (const wire of wires) wire.destroy();
  server.close();
  return { times: times.toSorted((a, b) => a - b), processor };
}

/** The request as it comes over the wire. */
const requestOf = (method: string, url: string, key: string, body = ''): Buffer =>
  Buffer.from(
    `${method} ${url} HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nX-API-Key: ${key}\r\n` +
      `${body ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` : ''}\r\n${body}`,
  );

const from = <T>(file: string): Promise<T> => import(path.join(options.root, file));
const { compose } = await from<typeof import('../src/compose.ts')>('src/compose.ts');
const { createMessages } =
  await from<typeof import('../src/http/messages.ts')>('src/http/messages.ts');
const { loadConfig } = await from<typeof import('../config/load.ts')>('config/load.ts');

const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-work-'));
const config = loadConfig({ PLUMBLINE_DATA_DIR: dataDir });
const limits = { ...config.plans['self_hosted']!, requests_per_minute: 10_000_000 };
const service = await compose({
  config: { ...config, plans: { ...config.plans, self_hosted: limits } },
  clock: { now: () => new Date() },
  log: pino(pino.destination({ dest: '/dev/null', sync: false })),
  serverUrl: () => '',
});
const messages = createMessages();
messages.belongTo(service.app);

/** What the gateway answers to a request, for bare Express to answer the same. */
async function answerOf(path: string, key: string, body?: string): Promise<unknown> {
  const server = createServer(messages, service.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const init = body ? { method: 'POST', headers, body } : { headers };
  const response = await fetch(`http://127.0.0.1:${address.port}${path}`, init);
  const answer = await response.json();
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

try {
  const [own, sample] = [service.firstKey!, service.sampleKey!];
  await answerOf('/query', sample, QUESTION);
  const [who, query] = [await answerOf('/whoami', own), await answerOf('/query', sample, QUESTION)];
  const bare = express();
  bare.get('/whoami', (_req, res) => void res.json(who));
  bare.post('/query', express.json(), (_req, res) => void res.json(query));
  const requests = {
    whoami: requestOf('GET', '/whoami', own),
    '/query': requestOf('POST', '/query', sample, QUESTION),
  };
  const servers = { 'bare Express': [{}, bare], gateway: [messages, service.app] } as const;
  const rows = [];
  for (const [call, request] of Object.entries(requests))
    for (const [name, [served, app]] of Object.entries(servers)) {
      const { times, processor } = await measure(served, app, request);
      const at = (share: number) => times[Math.floor(times.length * share)]!;
      const quantiles = { '1 %': at(0.01), '5 %': at(0.05), '25 %': at(0.25), median: at(0.5) };
      const spent = { 'processor: this thread': processor.thread, 'all threads': processor.all };
      rows.push({ call, 'µs a call': name, ...quantiles, ...spent });
    }
  printTable(`in one process, quantiles of ${BATCHES} batches of ${AT_ONCE}`, rows);
} finally {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
}
