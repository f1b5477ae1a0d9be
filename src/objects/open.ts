import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { ObjectStore } from '#src/plugin-api/object-store.ts';
import type { Store } from '#src/store/schema.ts';
import { localObjects, type Objects } from './objects.ts';
import { RemoteObjects } from './remote.ts';

/** What the data folder has under keys, kept by the object store. */
export async function openObjects({
  config,
  log,
  store,
  objectStore,
  scratch,
}: {
  readonly config: Pick<Config, 'data_dir' | 'objects'>;
  readonly log: Logger;
  readonly store: Store;
  readonly objectStore: ObjectStore;
  readonly scratch: string;
}): Promise<Objects> {
  const dataDir = path.resolve(config.data_dir);
  if (objectStore.isLocal) return localObjects(dataDir);
  return RemoteObjects.open({
    ...{ objects: objectStore, store, log, dataDir, scratch },
    cacheBytes: config.objects.cache_bytes,
    checkMs: config.objects.check_ms,
  });
}
