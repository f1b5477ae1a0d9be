import type { Config } from '#config/schema.ts';
import type { JobHandler } from '#src/jobs/types.ts';
import { createDeliver, type DeliverDeps } from './deliver.ts';
import { createMailer } from './mail.ts';
import { createRasterizer } from './rasterizer.ts';
import { resealAddresses } from './reseal.ts';
import { createScheduleRuns, type ScheduleRunDeps } from './run.ts';
import { createSchedules, type SchedulesDeps } from './service.ts';
import { createEnqueueRun, createTicker, type TickerDeps } from './ticker.ts';
import type { Schedules } from './types.ts';

type OpenSchedulesDeps = Omit<SchedulesDeps, 'enqueueRun' | 'rasterizer'> &
  Omit<ScheduleRunDeps, 'deliver'> &
  Omit<DeliverDeps, 'mailer' | 'rasterizer'> &
  TickerDeps & {
    readonly config: Pick<Config, 'schedules' | 'mail' | 'public_url'>;
  };

/** The schedules feature: what requests need, what jobs do, and the clock, which starts with the jobs. */
export interface OpenSchedules {
  readonly service: Schedules;
  /** The handler of `SCHEDULE_JOB`. */
  readonly run: JobHandler;
  start(): void;
  close(): Promise<void>;
}

export function openSchedules(deps: OpenSchedulesDeps): OpenSchedules {
  const mailer = createMailer(deps.config);
  const rasterizer = createRasterizer({
    timeoutMs: deps.config.schedules.picture_ms,
    log: deps.log,
  });
  const ticker = createTicker(deps);
  return {
    service: createSchedules({ ...deps, rasterizer, enqueueRun: createEnqueueRun(deps) }),
    run: createScheduleRuns({ ...deps, deliver: createDeliver({ ...deps, mailer, rasterizer }) }),
    start() {
      void resealAddresses(deps.store, deps.box, deps.log).catch((error: unknown) =>
        deps.log.warn({ err: error }, "Slack addresses couldn't be re-encrypted"),
      );
      ticker.start();
    },
    async close() {
      await ticker.close();
      mailer?.close();
    },
  };
}
