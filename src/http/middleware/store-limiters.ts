import { sql } from 'kysely';
import type { Logger } from 'pino';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Store } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';
import type { Limiters } from './limiters.ts';

/** How often windows that are over are removed (milliseconds). */
const SWEEP_MS = 60_000;

/**
 * Counts in the metadata store, so that several gateways share their counts without Redis: one statement a call and
 * limit, in windows by the clock of the store.
 */
export function storeLimiters(store: Store, time: StoreTime, log: Logger): Limiters {
  const sweep = setInterval(() => {
    store
      .deleteFrom('rate_counts')
      .where('until', '<=', time.at(0))
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, "expired rate counters weren't removed"));
  }, SWEEP_MS).unref();
  return {
    limiter: (name, points, duration) => ({
      points,
      duration,
      async count(caller) {
        const end = time.at(duration * 1_000);
        const isOver = sql<boolean>`rate_counts.until <= ${time.at(0)}`;
        const { calls, until, now } = await store
          .insertInto('rate_counts')
          .values({ key: `${name}:${caller}`, calls: 1, until: end })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              calls: sql<number>`case when ${isOver} then 1 else rate_counts.calls + 1 end`,
              until: sql<string>`case when ${isOver} then excluded.until else rate_counts.until end`,
            }),
          )
          .returning(['calls', 'until', sql<string>`${time.at(0)}`.as('now')])
          .executeTakeFirstOrThrow();
        const left = Math.max(0, Date.parse(`${until}Z`) - Date.parse(`${now}Z`));
        return new RateLimiterRes(Math.max(0, points - calls), left, calls, calls === 1);
      },
    }),
    async close() {
      clearInterval(sweep);
    },
  };
}
