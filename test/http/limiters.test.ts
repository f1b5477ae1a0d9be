import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { type Limiter, type Limiters, openLimiters } from '#src/http/middleware/limiters.ts';
import { hasRedis, type OwnRedis, ownRedis } from '../fakes/own-redis.ts';

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
    const limiters = openLimiters(
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
  }).timeout(120_000);

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
