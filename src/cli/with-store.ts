import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { systemClock } from '#src/clock.ts';
import type { PublishEvent } from '#src/events/types.ts';
import { openBeside } from '#src/installation/open.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import { openLog } from '#src/log.ts';
import type { Store } from '#src/store/schema.ts';
import { createOutbox } from '#src/webhooks/outbox.ts';

/** The metadata store, for a command beside a service that may run. */
export interface CommandStore {
  readonly store: Store;
  readonly log: Logger;
  /** Webhooks are told by the service, when it runs. */
  readonly publishEvent: PublishEvent;
}

/** Opens the metadata store of the configuration for one command. */
export async function withStore<T>(
  config: Config,
  work: (opened: CommandStore) => Promise<T>,
): Promise<T> {
  const log = openLog(config, 'warn');
  const opened = await openBeside({ config, log, pool: 1 });
  try {
    const jobs = createJobQueue({
      ...{ store: opened.db, kind: opened.kind, clock: systemClock, log },
      // Adds jobs and does none.
      handlers: {},
      leaseMs: config.jobs.lease_ms,
      pollMs: config.jobs.poll_ms,
      concurrency: 1,
    });
    const publishEvent = createOutbox({
      clock: systemClock,
      retryWindowMs: config.webhooks.retry_window_ms,
      enqueue: (trx, job) => jobs.enqueue(trx, job),
    });
    const result = await work({ store: opened.db, log, publishEvent });
    await jobs.stop();
    return result;
  } finally {
    await opened.close();
  }
}
