import path from 'node:path';
import { closeStored } from '#src/catalog/generations/close-stored.ts';
import { openGenerations } from '#src/catalog/generations/open.ts';
import { databaseServers } from '#src/database-servers.ts';
import { openDatabases } from '#src/databases/open.ts';
import { openFiles } from '#src/files/open.ts';
import { rewriteProfile } from '#src/files/version-folder.ts';
import { writeChecksums } from '#src/objects/checksums.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Base } from './base.ts';
import type { Closers } from './ground.ts';
import { BUILT_IN, settingsOf } from './plugins.ts';
import type { Work } from './work.ts';

/** Where the data comes from: files and connected databases, and the generations that they publish. */
export type Data = Awaited<ReturnType<typeof openData>>;

export async function openData(base: Base, work: Work, closers: Closers) {
  const { config, clock, log, store, objects, host, engines } = base;
  const { jobs, workers, enqueueEnrichment, publishEvent } = work;
  const ground = { config, clock, log, store, objects };
  const common = { ...ground, enqueueEnrichment, publishEvent };
  const opening = openGenerations(ground);
  const { generations, loadCatalog } = opening;
  await base.inTurn(() =>
    closeStored({
      ...{ store, log, dataDir: path.resolve(config.data_dir) },
      objects,
      rewriteFolder: async (folder, change) => {
        await rewriteProfile(folder, change);
        // Of a database there is no profile, and its value index was written anew.
        if (objects.isRemote) await writeChecksums(folder);
      },
    }),
  );
  const files = await openFiles({
    ...common,
    waiting: base.waiting,
    generations,
    engine: engines,
    enqueue: jobs.enqueue,
    processTag: base.processTag,
    scratch: base.gateway.scratch,
  });
  workers.files = files;
  base.gateway.onEnded((id) => files.recoverEnded(id));
  closers.push(() => files.close());
  const databases = await openDatabases({
    ...common,
    gateways: () => base.gateway.living(),
    generations: opening,
    server: await databaseServers({
      types: config.databases.types,
      builtIn: BUILT_IN.database,
      load: (type) => host.load('database', type, settingsOf(config, 'database', type)),
    }),
    enqueue: jobs.enqueue,
  });
  workers.databases = databases;
  closers.push(() => databases.close());
  /** The source that answers for a catalog: the engine for files, or a connected database. */
  const sourceOf = async (catalog: Catalog) =>
    catalog.databaseId === undefined
      ? files.source(catalog)
      : databases.sourceOf(catalog.databaseId);
  return { generations, loadCatalog, files, databases, sourceOf };
}
