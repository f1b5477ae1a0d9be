import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '#config/schema.ts';

/** Counts calls in windows that begin with the first call. */
export interface Limiter {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** The state after one more call of `key`, also when that is one too many. */
  count(key: string): Promise<RateLimiterRes>;
}

export interface Limiters {
  /** A limit by the name that its counts are kept under; `duration` in seconds. */
  limiter(name: string, points: number, duration: number): Limiter;
  close(): Promise<void>;
}

/** Counts in Redis where there is one, so that all gateways share them; else, and while it is away, in `others`. */
export async function openLimiters(
  config: Config['redis'],
  log: Logger,
  others: Limiters = memoryLimiters(),
): Promise<Limiters> {
  return config.url === null ? others : redisLimiters(config, config.url, log, others);
}

export function memoryLimiters(): Limiters {
  return {
    limiter: (keyPrefix, points, duration) => {
      const memory = new RateLimiterMemory({ keyPrefix, points, duration });
      return { points, duration, count: (key) => counted(memory, key) };
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Counts in Redis. While it does not answer, `insurance` counts: calls are neither refused nor let through without a
 * limit, and none waits longer than `timeout_ms`, once in `pause_ms`.
 */
async function redisLimiters(
  config: Config['redis'],
  url: string,
  log: Logger,
  insurance: Limiters,
): Promise<Limiters> {
  const { containedRedis } = await import('./contained-redis.ts');
  const client = containedRedis(url, {
    // A call must not wait for a server that is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: config.timeout_ms,
    connectTimeout: config.connect_timeout_ms,
    retryStrategy: (attempt) => Math.min(attempt * 100, config.pause_ms),
  });
  const outage = new Outage(config.pause_ms, log);
  client.on('ready', () => outage.end());
  client.on('error', (error) => outage.begin(error));
  return {
    limiter(name, points, duration) {
      const shared = new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${config.key_prefix}${name}`,
        points,
        duration,
        rejectIfRedisNotReady: true,
      });
      const own = insurance.limiter(name, points, duration);
      const count = async (key: string) => {
        if (outage.lasts()) return own.count(key);
        try {
          return await counted(shared, key);
        } catch (error) {
          outage.begin(error);
          return own.count(key);
        }
      };
      return { points, duration, count };
    },
    close: () => {
      client.disconnect();
      return insurance.close();
    },
  };
}

/** Remembers that a server did not answer, and says so once. */
class Outage {
  private until = 0;
  private told = false;
  private readonly pauseMs: number;
  private readonly log: Logger;

  constructor(pauseMs: number, log: Logger) {
    this.pauseMs = pauseMs;
    this.log = log;
  }

  begin(error: unknown): void {
    this.until = performance.now() + this.pauseMs;
    if (!this.told)
      this.log.warn(
        { err: error },
        "Redis isn't responding, so rate limits are tracked without it",
      );
    this.told = true;
  }

  end(): void {
    if (this.told) this.log.info('Redis is responding again and tracks rate limits');
    this.told = false;
    this.until = 0;
  }

  lasts(): boolean {
    return performance.now() < this.until;
  }
}

async function counted(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
): Promise<RateLimiterRes> {
  const state = await limiter.consume(key).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  // A reply of another kind would be no limit at all.
  if (!Number.isFinite(state.consumedPoints) || !Number.isFinite(state.msBeforeNext))
    throw new Error('Redis returned no count');
  return state;
}
