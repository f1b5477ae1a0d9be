import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import { localObjects, type Objects } from '#src/objects/objects.ts';
import { createResultSpool } from '#src/results/spool.ts';
import type { ResultSpool } from '#src/results/types.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import type { Store } from '#src/store/schema.ts';

export interface OpenResultsDeps {
  readonly config: Pick<Config, 'data_dir' | 'http' | 'results'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** The data folder alone where absent. */
  readonly objects?: Objects;
}

const HOUR_MS = 3_600_000;

/**
 * Kept results below the data folder; those past their time are removed now and then, until `close`, and where nobody
 * else writes to the folder, at once what a process that died had not finished.
 */
export function openResults({
  config,
  store,
  clock,
  log,
  objects = localObjects(config.data_dir),
}: OpenResultsDeps): ResultSpool & {
  close(): Promise<void>;
} {
  const { max_spool_rows, max_spool_bytes, max_spool_total_bytes, ttl_hours, sweep_ms } =
    config.results;
  const { max_stored_bytes, flush_ms } = config.results;
  const spool = createResultSpool({
    store,
    objects,
    folder: path.join(config.data_dir, 'spool'),
    clock,
    log,
    maxRows: max_spool_rows,
    maxBytes: max_spool_bytes,
    maxTotalBytes: max_spool_total_bytes,
    ttlMs: ttl_hours * HOUR_MS,
    pageBytes: config.http.max_page_bytes,
    maxStoredBytes: max_stored_bytes,
    flushMs: flush_ms,
    onlyShown: true,
  });
  const sweep = (unfinishedBefore?: Date) =>
    spool.sweep(unfinishedBefore).then(
      (removed) => removed > 0 && log.info({ removed }, 'old results removed'),
      (error: unknown) => log.warn({ err: error }, "old results weren't removed"),
    );
  // What is unfinished may be another gateway's: it goes when it is too old to be written.
  let sweeping: Promise<unknown> = sweep(gatewayOf(store).isShared ? undefined : clock.now());
  const timer = setInterval(() => {
    sweeping = sweep();
  }, sweep_ms);
  timer.unref();
  return {
    ...spool,
    async close() {
      clearInterval(timer);
      await sweeping;
      await spool.close();
    },
  };
}
