import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { createPostgresServer } from '#plugins/sources/postgres/server.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { type FaultyProxy, openFaultyProxy } from '../../bench/faults/faulty-proxy.ts';
import { answer } from '../fakes/data-source.ts';
import { type DatabaseForTests, openOrSkip } from '../fakes/database-kind.ts';
import { MYSQL } from '../fakes/mysql-kind.ts';
import { mysqlServerForTests, mysqlTarget } from '../fakes/mysql-source.ts';
import { NO_DIALECT, POSTGRES, settingsForTests } from '../fakes/postgres-server.ts';
import { waitingForTests } from '../fakes/waiting.ts';

/** A fault of a driver that nobody catches fails the test: mocha listens for it. */

const CONNECTIONS = 80;
const AT_ONCE = 8;
const never = new AbortController().signal;
const SHORT = { connect_timeout_ms: 1_000, cancel_wait_ms: 300 };

const SERVERS = {
  postgres: () =>
    createPostgresServer({
      waiting: waitingForTests(),
      settings: settingsForTests(SHORT),
      dialect: NO_DIALECT,
    }),
  mysql: () => mysqlServerForTests(SHORT),
};

for (const kind of [POSTGRES, MYSQL])
  describe(`a ${kind.name} server whose bytes are damaged on their way`, () => {
    let test: DatabaseForTests;
    let proxy: FaultyProxy;
    const server = SERVERS[kind.name as keyof typeof SERVERS]();

    before(async function () {
      test = await openOrSkip(kind, this);
      const { address: host, port } = test.target;
      proxy = await openFaultyProxy({ host, port }, { seed: 13, lifeMs: 1_500, within: 20_000 });
    });
    after(async () => {
      await server.close();
      await proxy?.close();
      await test?.close();
    });

    const target = (ssl: DatabaseTarget['ssl']['mode']): DatabaseTarget => ({
      ...test.target,
      port: proxy.port,
      ssl: { mode: ssl, ca: null },
    });
    const sql = () => `SELECT * FROM ${test.schema}.invoice_lines`;
    const use = async (nth: number) => {
      const at = target(nth % 3 === 0 ? 'prefer' : 'disable');
      if (nth % 2 === 0) return server.probe(at, never);
      const source = server.connect(at);
      try {
        return await answer(source, sql(), { timeoutMs: 2_000 });
      } finally {
        await source.close();
      }
    };

    it('fails in words of its own, or answers, and the next connection works', async () => {
      let nth = 0;
      const failures: unknown[] = [];
      const user = async () => {
        while (proxy.damaged() < CONNECTIONS) await use(nth++).catch((e) => failures.push(e));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, user));
      for (const failure of failures)
        if (!(failure instanceof ConnectionError || failure instanceof SourceError)) throw failure;
      expect(failures.length).to.be.greaterThan(CONNECTIONS / 4);
      proxy.heal(true);
      const source = server.connect(target('disable'));
      const [all, direct] = [await answer(source, sql()), await test.run(sql())];
      await source.close();
      expect(all.rows.length).to.equal(direct.length);
    });
  });

/** A message of the protocol (PostgreSQL manual, "Message Formats"): its type, its length, its parts. */
const message = (type: string, ...parts: readonly (number[] | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int16 = (value: number) => [(value >> 8) & 255, value & 255];
const int32 = (value: number) => [...int16(value >>> 16), ...int16(value & 0xffff)];

const OK = message('R', int32(0));
const KEY = message('K', int32(1), int32(2));
const READY = message('Z', 'I');
const WELCOME = Buffer.concat([OK, KEY, READY]);

/** What a hostile PostgreSQL server says at once, and to the first statement. */
const HOSTILE: readonly (readonly [string, Buffer, Buffer])[] = [
  ['an unknown way to sign in', message('R', int32(99)), READY],
  ['a way to sign in without its code', message('R'), READY],
  ['SASL without mechanisms', message('R', int32(10), [0]), READY],
  ['SASL that goes on before it began', message('R', int32(11), 'r=x'), READY],
  ['a salt that is cut off', message('R', int32(5), [1]), READY],
  ['60,000 columns', WELCOME, message('T', int16(60_000))],
  ['more columns than are named', WELCOME, message('T', int16(3), 'a\0')],
  ['rows without columns of 60,000 cells', WELCOME, message('D', int16(60_000))],
  ['a cell of a negative length', WELCOME, message('D', int16(1), int32(-7))],
  ['an answer that nobody asked for', Buffer.concat([WELCOME, message('D', int16(0))]), READY],
  ['a message of a negative length', WELCOME, Buffer.from([0x44, 0xff, 0xff, 0xff, 0xf0])],
  ['a COPY', WELCOME, message('G', [0], int16(60_000))],
  ['an error without an end', WELCOME, message('E', 'SFATAL\0')],
  ['an error at once, without an end', message('E', 'SFATAL'), READY],
  ['an unknown message', WELCOME, message('?', 'x')],
];

describe('a hostile PostgreSQL server', () => {
  let listening: Server;
  let [hello, reply]: [Buffer, Buffer] = [WELCOME, READY];
  const sockets = new Set<Socket>();
  const server = createPostgresServer({
    waiting: waitingForTests(),
    settings: settingsForTests({ connect_timeout_ms: 500, cancel_wait_ms: 100 }),
    dialect: NO_DIALECT,
  });

  before(async () => {
    listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(hello);
        socket.once('data', () => socket.write(reply));
      });
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
  });
  after(async () => {
    await server.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => listening.close(resolve));
  });

  for (const [what, first, second] of HOSTILE)
    it(`ends its own connection only: ${what}`, async () => {
      [hello, reply] = [first, second];
      const { port } = listening.address() as AddressInfo;
      const target = mysqlTarget({ host: '127.0.0.1', address: '127.0.0.1', port });
      const failure = await server.probe(target, never).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(ConnectionError);
    });
});
