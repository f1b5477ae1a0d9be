import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { processTagOf } from '#src/child-processes.ts';
import type { Clock } from '#src/clock.ts';
import { openInstallation } from '#src/installation/open.ts';
import type { StoreMeter } from '#src/metrics/store-meter.ts';
import type { WaitingLimits } from '#src/places.ts';
import { createPluginHost } from '#src/plugin-host.ts';
import { BUILT_IN } from './plugins.ts';

/** What has to be closed, in the order of opening. */
export type Closers = (() => Promise<unknown>)[];

export interface GroundDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly waiting: WaitingLimits;
  /** PostgreSQL connections at the most; those of the configuration where absent. */
  readonly pool?: number;
  readonly meter?: StoreMeter;
  /** Refuses to run beside a gateway. */
  readonly alone?: boolean;
}

/** The metadata store and the host of plugins, for whoever works on the data folder: the service, and its commands. */
export async function openGround({ waiting, ...deps }: GroundDeps, closers: Closers) {
  const { config, log } = deps;
  const { db: store, kind, gateway, inTurn, close } = await openInstallation(deps);
  closers.push(close);
  const { clock } = gateway;
  const processTag = await processTagOf(gateway.scratch);
  const { data_dir: dataDir } = config;
  const host = createPluginHost({ log, clock, dataDir, processTag, builtIn: BUILT_IN, waiting });
  closers.push(() => host.close());
  return { store, kind, gateway, clock, inTurn, host, processTag };
}
