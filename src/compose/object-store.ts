import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import { requireRights } from '#src/objects/rights.ts';
import { waitingLimits } from '#src/places.ts';
import type { ObjectStore } from '#src/plugin-api/object-store.ts';
import { createPluginHost } from '#src/plugin-host.ts';
import { BUILT_IN, settingsOf } from './plugins.ts';

/**
 * The configured object store, before the metadata store is touched: what they say of each other decides whether there is
 * a start. One that isn't the data folder is tried. Fails with a `StartError`, or a `PluginError`.
 */
export async function openObjectStore(
  config: Config,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Promise<ObjectStore> {
  const { data_dir: dataDir, objects } = config;
  const host = createPluginHost({
    ...{ log, clock, dataDir, processTag: '', builtIn: BUILT_IN },
    waiting: waitingLimits(config),
  });
  const settings = settingsOf(config, 'objects', objects.store);
  const hosted = await host.load('objects', objects.store, settings);
  const store = await hosted.open();
  try {
    if (!store.isLocal) await requireRights(store, dataDir);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
