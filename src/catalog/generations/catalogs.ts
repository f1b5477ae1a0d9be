import path from 'node:path';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';

/** Gives the catalog of a generation; null where it is gone. */
export type LoadCatalog = (generationId: string) => Promise<Catalog | null>;

/** Catalogs by generation, the last used ones kept: they never change. */
export function createCatalogs(store: Store, dataDir: string, kept: number): LoadCatalog {
  const cache = new LRUCache<string, Catalog>({ max: kept });
  return async (generationId) => {
    const known = cache.get(generationId);
    if (known) return known;
    const catalog = await readCatalog(store, generationId, dataDir, 'catalog');
    if (catalog) cache.set(generationId, catalog);
    return catalog;
  };
}

/** Reads the catalog of a generation: as questions see it, or as it was discovered. */
export async function readCatalog(
  db: Kysely<StoreSchema>,
  generationId: string,
  dataDir: string,
  which: 'catalog' | 'discovered',
): Promise<Catalog | null> {
  const row = await db
    .selectFrom('generations')
    .select(['catalog', 'discovered'])
    .where('id', '=', generationId)
    .executeTakeFirst();
  if (!row) return null;
  const text = (which === 'discovered' ? row.discovered : null) ?? row.catalog;
  return withPaths(JSON.parse(text) as Catalog, (file) => path.resolve(dataDir, file));
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
