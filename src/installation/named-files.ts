import { REMOVE_JOB, type Removal } from '#src/accounts/remove.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store } from '#src/store/schema.ts';

/** What a store expects in its data folder, as `kept_files` names it. */
export interface NamedFiles {
  readonly originals: readonly string[];
  /** Folders of file versions and of the value indexes of connected databases. */
  readonly engine: readonly string[];
  /** Ids of workspaces and databases, also of those that are being removed: folders of `engine/` bear their names. */
  readonly owners: ReadonlySet<string>;
}

/** The originals and engine folders that a store names. */
export async function namedFiles(store: Store): Promise<NamedFiles> {
  const versions = await store
    .selectFrom('file_versions')
    .select('sha256')
    .distinct()
    .where('retired_at', 'is', null)
    .where('status', '!=', 'failed')
    .execute();
  const shown = await store
    .selectFrom('generations')
    .select('catalog')
    .where((e) =>
      e.or(
        (['workspaces', 'databases'] as const).map((table) =>
          e.exists(
            e
              .selectFrom(table)
              .select(`${table}.id`)
              .whereRef(`${table}.generation_id`, '=', 'generations.id'),
          ),
        ),
      ),
    )
    .execute();
  const engine = shown.flatMap(({ catalog }) => {
    const { attachments, valueIndexes } = JSON.parse(catalog) as Pick<
      Catalog,
      'attachments' | 'valueIndexes'
    >;
    return [...attachments.map((one) => one.path), ...valueIndexes].map(folderOf);
  });
  return {
    originals: versions.map(({ sha256 }) => `originals/${sha256.slice(0, 2)}/${sha256}`),
    engine: [...new Set(engine)],
    owners: await ownersOf(store),
  };
}

async function ownersOf(store: Store): Promise<ReadonlySet<string>> {
  const workspaces = await store.selectFrom('workspaces').select('id').execute();
  const databases = await store.selectFrom('databases').select('id').execute();
  const removals = await store
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', REMOVE_JOB)
    .execute();
  const removed = removals.flatMap(({ payload }) => {
    const { workspaceIds, databaseIds } = JSON.parse(payload) as Removal;
    return [...workspaceIds, ...databaseIds];
  });
  return new Set([...workspaces, ...databases].map(({ id }) => id).concat(removed));
}

/** Stored paths lie below the data folder: `engine/<owner>/<version>/<file>`. */
const folderOf = (file: string) => file.replaceAll('\\', '/').split('/').slice(0, -1).join('/');
