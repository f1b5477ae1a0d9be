import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { systemClock } from '#src/clock.ts';
import { type Limiter, type Limiters, openLimiters } from '#src/http/middleware/limiters.ts';
import { storeLimiters } from '#src/http/middleware/store-limiters.ts';
import { storeTime } from '#src/store/store-time.ts';
import { openFaultyProxy } from '../../bench/faults/faulty-proxy.ts';
import { eventually } from '../fakes/eventually.ts';
import { hasRedis, type OwnRedis, ownRedis } from '../fakes/own-redis.ts';
import { listenOnOwnPort } from '../fakes/ports.ts';
import { requirePostgres } from '../fakes/postgres.ts';
import { postgresStore, type TestStore } from '../fakes/stores.ts';

const LIMIT = 30;

describe('limits that are counted in Redis', () => {
  let redis: OwnRedis;
  const opened: Limiters[] = [];
  before(function () {
    if (!hasRedis()) this.skip();
  });
  beforeEach(async () => {
    redis = await ownRedis();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await redis.dispose();
  });

  /** The limit of a gateway that reached Redis, or of one that cannot. */
  const gateway = async (over: object = {}): Promise<Limiter> => {
    const config = { url: redis.url, pause_ms: 200, timeout_ms: 10_000, ...over };
    const log: { msg: string }[] = [];
    const limiters = await openLimiters(
      configSchema.parse({ redis: config }).redis,
      pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line)) }),
    );
    opened.push(limiters);
    return limiters.limiter('key', LIMIT, 60);
  };
  const passes = async (limiter: Limiter, key = 'k') =>
    (await limiter.count(key)).consumedPoints <= limiter.points;
  const passed = async (count: number, limiters: readonly Limiter[], key = 'k') => {
    const calls = Array.from({ length: count }, (_, n) =>
      passes(limiters[n % limiters.length]!, key),
    );
    return (await Promise.all(calls)).filter(Boolean).length;
  };
  /** Resolves when the two count together. */
  const sharing = async (a: Limiter, b: Limiter) => {
    for (;;) {
      const probe = randomUUID();
      await a.count(probe);
      if ((await b.count(probe)).consumedPoints === 2) return;
      await sleep(20);
    }
  };

  it('let exactly 30 of 400 at once through, with four gateways', async () => {
    const gateways = await Promise.all([1, 2, 3, 4].map(() => gateway()));
    for (const other of gateways.slice(1)) await sharing(gateways[0]!, other);
    expect(await passed(400, gateways)).to.equal(LIMIT);
    expect(await passed(1, gateways, 'other')).to.equal(1);
  });

  it('are held by each gateway alone while Redis is gone, and together when it is back', async () => {
    const [a, b] = [await gateway(), await gateway()];
    await sharing(a, b);
    await redis.kill();
    expect(await passed(100, [a])).to.equal(LIMIT);
    expect(await passed(100, [b])).to.equal(LIMIT);
    await redis.start();
    await sharing(a, b);
    expect(await passed(100, [a, b], 'fresh')).to.equal(LIMIT);
  });

  it('are held where Redis was never there', async () => {
    await redis.kill();
    expect(await passed(100, [await gateway()])).to.equal(LIMIT);
  });

  it('wait for a Redis that hangs once only, then count without it', async () => {
    const [a, b] = [await gateway({ timeout_ms: 3_000, pause_ms: 60_000 }), await gateway()];
    await sharing(a, b);
    redis.pause();
    try {
      const waiting = passes(a);
      expect(await Promise.race([waiting, sleep(100, 'waits')])).to.equal('waits');
      expect(await waiting).to.equal(true);
      const counted = await Promise.race([passed(99, [a]), sleep(2_900, 'waits')]);
      expect(counted).to.equal(LIMIT - 1);
    } finally {
      redis.resume();
    }
  });

  it('are held whatever a damaged connection to Redis brings, and together when it is whole again', async () => {
    const { hostname: host, port } = new URL(redis.url);
    const proxy = await openFaultyProxy(
      { host, port: Number(port) },
      { seed: 7, lifeMs: 300, within: 3_000 },
    );
    try {
      const over = { url: `redis://127.0.0.1:${proxy.port}`, pause_ms: 10, timeout_ms: 100 };
      const [damaged, whole] = [await gateway(over), await gateway()];
      while (proxy.damaged() < 30) {
        const state = await damaged.count('someone');
        expect(state.consumedPoints).to.be.at.least(1);
        await sleep(5);
      }
      proxy.heal(true);
      await sharing(damaged, whole);
    } finally {
      await proxy.close();
    }
  });

  /** Replies that no command waits for, and such as no client can take. */
  const HOSTILE = [
    '$-1\r\n',
    '>1\r\n_\r\n',
    '>2\r\n_\r\n_\r\n',
    '*-1\r\n',
    ':x\r\n',
    '\0\xff',
    '-\r\n',
  ];
  for (const reply of HOSTILE)
    it(`are held where Redis says ${JSON.stringify(reply)}`, async () => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('data', () => socket.write(reply.repeat(20), 'latin1'));
      });
      const port = await listenOnOwnPort(server);
      const over = { url: `redis://127.0.0.1:${port}`, pause_ms: 10, timeout_ms: 50 };
      const limiter = await gateway(over);
      await eventually(() => sockets.size > 1, 'another connection');
      expect(await passed(100, [limiter])).to.equal(LIMIT);
      for (const socket of sockets) socket.destroy();
      server.close();
    });

  it('are kept under the prefix, and leave when their window is over', async () => {
    const { Redis } = await import('ioredis');
    const [a, b] = [await gateway({ key_prefix: 'mine:' }), await gateway({ key_prefix: 'mine:' })];
    await sharing(a, b);
    await passes(a, 'someone');
    const client = new Redis(redis.url);
    try {
      const keys = await client.keys('*');
      expect(keys).to.include('mine:key:someone');
      for (const key of keys) {
        expect(key).to.match(/^mine:/);
        expect(await client.ttl(key)).to.be.within(1, 60);
      }
    } finally {
      client.disconnect();
    }
  });
});

describe('limits that are counted in the PostgreSQL of the store', () => {
  const opened: { close(): Promise<void> }[] = [];
  let store: TestStore;
  before(async function () {
    if (!(await requirePostgres())) this.skip();
  });
  beforeEach(async () => {
    store = await postgresStore();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await store.dispose();
  });

  it('let exactly 30 of 200 at once through, with three gateways, and more when their window is over', async () => {
    const gateways: Limiter[] = [];
    for (let n = 0; n < 3; n++) {
      const own = await store.reopen();
      const limiters = storeLimiters(
        own.db,
        storeTime('postgres', systemClock),
        pino({ level: 'silent' }),
      );
      opened.push(limiters, own);
      gateways.push(limiters.limiter('key', LIMIT, 3_600));
    }
    const counts = await Promise.all(
      Array.from({ length: 200 }, (_, n) => gateways[n % 3]!.count('k')),
    );
    expect(counts.filter(({ consumedPoints }) => consumedPoints <= LIMIT)).to.have.length(LIMIT);
    expect(counts[0]!.msBeforeNext).to.be.within(1, 3_600_000);
    expect((await gateways[0]!.count('other')).consumedPoints).to.equal(1);
    await store.db.updateTable('rate_counts').set({ until: '2000-01-01' }).execute();
    expect(await gateways[1]!.count('k')).to.include({
      consumedPoints: 1,
      isFirstInDuration: true,
    });
  });
});
