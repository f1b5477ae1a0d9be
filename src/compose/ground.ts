import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { processTagOf } from '#src/child-processes.ts';
import type { Clock } from '#src/clock.ts';
import { openInstallation } from '#src/installation/open.ts';
import type { StoreMeter } from '#src/metrics/store-meter.ts';
import { openObjects } from '#src/objects/open.ts';
import type { WaitingLimits } from '#src/places.ts';
import { createPluginHost } from '#src/plugin-host.ts';
import { openObjectStore } from './object-store.ts';
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
  const objectStore = await openObjectStore(config, deps);
  closers.push(() => objectStore.close());
  const {
    db: store,
    kind,
    gateway,
    inTurn,
    close,
  } = await openInstallation({
    ...deps,
    objectStore,
  });
  closers.push(close);
  const { clock } = gateway;
  const objects = await openObjects({ config, log, store, objectStore, scratch: gateway.scratch });
  closers.push(() => objects.close());
  const processTag = await processTagOf(gateway.scratch);
  const { data_dir: dataDir } = config;
  const host = createPluginHost({ log, clock, dataDir, processTag, builtIn: BUILT_IN, waiting });
  closers.push(() => host.close());
  return { store, kind, gateway, clock, inTurn, objects, host, processTag };
}
