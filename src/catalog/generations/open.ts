import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import {
  createCatalogs,
  type LoadCatalog,
  readCatalog,
} from '#src/catalog/generations/catalogs.ts';
import { Generations } from '#src/catalog/generations/generations.ts';
import type { Clock } from '#src/clock.ts';
import { localObjects, type Objects } from '#src/objects/objects.ts';
import type { Store } from '#src/store/schema.ts';

export interface OpenGenerations {
  readonly loadCatalog: LoadCatalog;
  readonly generations: Generations;
  /** Holds a folder for each workspace with files and each database, with what their generations are read from. */
  readonly folder: string;
}

/** The generations of a data folder, for all that publish and read them. */
export function openGenerations(deps: {
  readonly config: Pick<Config, 'data_dir' | 'files'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** The data folder alone where absent. */
  readonly objects?: Objects;
}): OpenGenerations {
  const { config, store, clock, log } = deps;
  const dataDir = path.resolve(config.data_dir);
  const folder = path.join(dataDir, 'engine');
  const loadCatalog = createCatalogs(store, dataDir, config.files.kept_catalogs);
  return {
    loadCatalog,
    generations: new Generations({
      ...{ store, folder, loadCatalog, clock, log },
      objects: deps.objects ?? localObjects(dataDir),
      graceMs: config.files.reader_grace_ms,
      loadDiscovered: (id) => readCatalog(store, id, dataDir, 'discovered'),
    }),
    folder,
  };
}
