/**
 * `node test/bench/gateway-work.ts [batches]`: the work of one `whoami` (authenticated, limited, read from SQLite,
 * logged) beside bare Express, both in this process over sockets that are JavaScript, in batches so short that many of
 * them run undisturbed. Low quantiles say what the code costs, also on a busy machine, where `bench:gateway` mostly
 * says how busy it is.
 */
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { Duplex } from 'node:stream';
import express from 'express';
import { pino } from 'pino';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { systemClock } from '#src/clock.ts';
import { createMessages } from '#src/http/messages.ts';
import { openGateway } from '../http/gateway.ts';
import { printTable } from './stats.ts';

/** Requests that are sent at once; with 16 a batch of the gateway is longer than a turn of the scheduler. */
const AT_ONCE = 4;
const WARM_UP = 3_000;
const BATCHES = Number(process.argv[2] ?? 4_000);

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

/** Sorted microseconds a request, of each batch. */
async function measure(options: ServerOptions, app: RequestListener, key: string) {
  const server = createServer(options, app);
  const request = Buffer.from(
    `GET /whoami HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nX-API-Key: ${key}\r\n\r\n`,
  );
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
  for (let at = 0; at < BATCHES; at += 1) {
    const began = performance.now();
    await batch();
    times.push(((performance.now() - began) * 1_000) / AT_ONCE);
  }
  for (const wire of wires) wire.destroy();
  server.close();
  return times.toSorted((a, b) => a - b);
}

const plan = { requests_per_minute: 1_000_000 };
const gateway = await openGateway({
  log: pino.destination({ dest: '/dev/null', sync: false }),
  settings: { plans: { self_hosted: plan, free: plan, sample: plan } },
});
// The test accounts count reads through a plugin of Kysely; the service reads as this does.
const authenticator = createAuthenticator(gateway.accounts.store, systemClock);
Object.assign(gateway.accounts, {
  authenticate: (key: string) => authenticator.authenticate(key),
});
const messages = createMessages();
messages.belongTo(gateway.app);
const answer = (await gateway.as('full', 'get', '/whoami').expect(200)).body as unknown;
const bare = express();
bare.get('/whoami', (_req, res) => void res.json(answer));

const key = gateway.accounts.keys.full;
const servers = { 'bare Express': [{}, bare], gateway: [messages, gateway.app] } as const;
const rows = [];
for (const [name, [options, app]] of Object.entries(servers)) {
  const times = await measure(options, app, key);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  rows.push({
    'µs a call': name,
    '1 %': at(0.01),
    '5 %': at(0.05),
    '25 %': at(0.25),
    median: at(0.5),
  });
}
printTable(`whoami in one process, quantiles of ${BATCHES} batches of ${AT_ONCE}`, rows);
await authenticator.close();
await gateway.close();
