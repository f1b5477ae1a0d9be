import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store } from '#src/store/schema.ts';

/** Gives the catalog of a generation; null where it is gone. */
export type LoadCatalog = (generationId: string) => Promise<Catalog | null>;

/** Catalogs by generation, the last used ones kept: they never change. */
export function createCatalogs(store: Store, dataDir: string, kept: number): LoadCatalog {
  const cache = new LRUCache<string, Catalog>({ max: kept });
  return async (generationId) => {
    const known = cache.get(generationId);
    if (known) return known;
    const row = await store
      .selectFrom('generations')
      .select('catalog')
      .where('id', '=', generationId)
      .executeTakeFirst();
    if (!row) return null;
    const catalog = withPaths(JSON.parse(row.catalog) as Catalog, (file) =>
      path.resolve(dataDir, file),
    );
    cache.set(generationId, catalog);
    return catalog;
  };
}

/** A catalog as the store keeps it: paths below the data folder, so that the folder can be moved. */
export function storedCatalog(catalog: Catalog, dataDir: string): string {
  return JSON.stringify(withPaths(catalog, (file) => path.relative(dataDir, file)));
}

function withPaths(catalog: Catalog, change: (file: string) => string): Catalog {
  return {
    ...catalog,
    attachments: catalog.attachments.map(({ name, path: file }) => ({ name, path: change(file) })),
    valueIndexes: catalog.valueIndexes.map(change),
  };
}
