import path from 'node:path';
import type { Transaction } from 'kysely';
import { readCatalog } from '#src/catalog/generations/catalogs.ts';
import { writeGeneration } from '#src/catalog/generations/write.ts';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import type { Workspace } from '#src/files/records.ts';
import { uniteFiles } from '#src/files/unite-files.ts';
import { attachmentName, engineOfVersion, readProfile } from '#src/files/version-folder.ts';
import { newId } from '#src/ids.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import { keptPath } from '#src/store/kept-files.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** Attempts against other gateways that publish to the same workspace. */
const MAX_ATTEMPTS = 5;

type PublishDeps = Pick<
  UploadDeps,
  | 'store'
  | 'clock'
  | 'folders'
  | 'objects'
  | 'engine'
  | 'assembleCatalog'
  | 'catalogLimits'
  | 'enqueueEnrichment'
  | 'checked'
>;

/** A change of what a workspace shows: versions of files in place of their last ones, or of none. */
export interface Change {
  readonly workspaceId: string;
  /** By file: what takes its place; null: nothing, the file goes. */
  readonly profiles: ReadonlyMap<number, VersionProfile | null>;
  /** Writes the rows of the change; runs inside the publishing transaction and awaits nothing but the store. */
  readonly write: (trx: Transaction<StoreSchema>, at: string) => Promise<void>;
}

/**
 * Shows a change to questions: one transaction writes its rows, the new generation and its place in the workspace.
 * When another gateway published meanwhile, the catalog is assembled again from what is there then.
 */
export async function publish(
  deps: PublishDeps,
  change: Change,
  beforeCommit: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const workspace = await deps.store
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', change.workspaceId)
      .executeTakeFirst();
    if (!workspace)
      throw new AppError('workspace_not_found', "This workspace doesn't exist. Check its ID.");
    if (workspace.source === 'database') throw hasDatabase();
    const shown = await shownFolders(deps, workspace, change);
    const unpin = await deps.objects.pin(shown.keys);
    const assembled = assemble(deps, workspace, change, shown.rows, signal).finally(unpin);
    const catalog = await assembled.catch(async (error) => {
      // The files of a version that was replaced meanwhile may be gone already.
      if (await stillShows(deps, workspace)) throw error;
      return 'outdated' as const;
    });
    if (catalog === 'outdated') continue;
    beforeCommit();
    if (await commit(deps, workspace, catalog, change)) return;
  }
  throw new AppError(
    'conflict',
    'Other changes to this workspace kept interfering. Try again in a moment.',
  );
}

async function stillShows(deps: PublishDeps, workspace: Workspace): Promise<boolean> {
  const now = await deps.store
    .selectFrom('workspaces')
    .select('generation_id')
    .where('id', '=', workspace.id)
    .executeTakeFirst();
  return now?.generation_id === workspace.generation_id;
}

export const hasDatabase = () =>
  new AppError(
    'workspace_has_database',
    'This workspace is connected to a database. Upload files to another workspace, or disconnect the database first.',
  );

/** The versions that a workspace shows, and where those lie that it will. */
async function shownFolders(deps: PublishDeps, workspace: Workspace, { profiles }: Change) {
  const rows = await deps.store
    .selectFrom('files')
    .innerJoin('file_versions', 'file_versions.id', 'files.current_version_id')
    .select([
      'files.id',
      'files.filename',
      'file_versions.id as version_id',
      'file_versions.folder',
    ])
    .where('files.workspace_id', '=', workspace.id)
    .execute();
  const before = rows.flatMap(({ id, folder }) =>
    profiles.has(id) || folder === null ? [] : [path.join(deps.folders.data, folder)],
  );
  const after = [...profiles.values()].flatMap(
    (profile) => profile?.attachments.map((one) => path.dirname(one.path)) ?? [],
  );
  const keys = [...before, ...after].map((folder) => keptPath(deps.folders.data, folder));
  return { rows, keys };
}

/** The catalog of the workspace after the change; null where nothing is left to ask. */
async function assemble(
  deps: PublishDeps,
  workspace: Workspace,
  change: Change,
  shown: Awaited<ReturnType<typeof shownFolders>>['rows'],
  signal: AbortSignal,
): Promise<Catalog | null> {
  const filenames = await filenamesOf(deps, change);
  const versions = await Promise.all(
    shown
      .filter(({ id }) => !change.profiles.has(id))
      .map(async ({ id, filename, folder, version_id }) => ({
        id,
        filename,
        profile: await readProfile(`${deps.folders.data}/${folder}`).catch((error: unknown) =>
          publishedProfile(deps, workspace, version_id, error),
        ),
      })),
  );
  for (const [id, profile] of change.profiles)
    if (profile) versions.push({ id, filename: filenames.get(id) ?? '', profile });
  if (versions.length === 0) return null;
  versions.sort((a, b) => a.id - b.id);
  const profiles = versions.map(({ profile }) => profile);
  const engine = deps.checked(await engineOf(deps, profiles));
  return deps.assembleCatalog({
    workspace: {
      clientId: workspace.client_id,
      workspaceId: workspace.id,
      timezone: workspace.timezone,
      asOf: workspace.as_of,
    },
    generationId: newId('gen'),
    dialect: engine.dialect.name,
    versions: engine.readsUnited ? uniteFiles(versions) : profiles,
    source: engine,
    scope: {
      workspaceId: workspace.id,
      attachments: profiles.flatMap((profile) => profile.attachments),
    },
    limits: deps.catalogLimits,
    signal,
  });
}

/** The names of the files that a change is of. */
async function filenamesOf(
  { store }: PublishDeps,
  { profiles }: Change,
): Promise<ReadonlyMap<number, string>> {
  const rows = await store
    .selectFrom('files')
    .select(['id', 'filename'])
    .where('id', 'in', [...profiles.keys()])
    .execute();
  return new Map(rows.map(({ id, filename }) => [id, filename]));
}

/** What was published of a version whose profile is damaged. */
async function publishedProfile(
  { store, folders }: PublishDeps,
  { generation_id }: Workspace,
  versionId: string,
  error: unknown,
): Promise<VersionProfile> {
  const catalog = await readCatalog(store, generation_id ?? '', folders.data, 'discovered');
  const name = attachmentName(versionId);
  const attachments = catalog?.attachments.filter((one) => one.name === name) ?? [];
  const [attachment] = attachments;
  if (!catalog || !attachment) throw error;
  const isBeside = (file: string) => path.dirname(file) === path.dirname(attachment.path);
  return {
    attachments,
    valueIndex: catalog.valueIndexes.find(isBeside) ?? null,
    tables: catalog.tables
      .filter(({ physical }) => physical.database === name)
      .map((table) => ({ table: withoutUnited(table, catalog), foreignKeys: [] })),
  };
}

/** Tables of several files are made anew for each generation. */
function withoutUnited({ coveredBy, ...table }: CatalogTable, { tables }: Catalog): CatalogTable {
  const isUnited = tables.some(({ name, united }) => united && name === coveredBy);
  return coveredBy === undefined || isUnited ? table : { ...table, coveredBy };
}

/** The engine that made the versions; of two engines no statement reads both. */
async function engineOf(
  deps: PublishDeps,
  profiles: readonly VersionProfile[],
): Promise<TabularEngine> {
  const [name = null, ...others] = new Set(profiles.map(engineOfVersion));
  if (others.length > 0)
    throw new AppError(
      'conflict',
      'The files of this workspace were replaced during the upload. Upload the file again.',
    );
  return deps.engine(name);
}

/** Writes everything or nothing; false where the workspace shows another generation than the one assembled upon. */
function commit(
  deps: PublishDeps,
  workspace: Workspace,
  catalog: Catalog | null,
  change: Change,
): Promise<boolean> {
  const at = timestamp(deps.clock.now());
  return deps.store.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('workspaces')
      .set({
        generation_id: catalog?.generationId ?? null,
        source: catalog ? 'files' : 'none',
        schema_status: catalog ? 'discovering' : 'not_started',
        discovered_at: catalog ? at : null,
        schema_updated_at: at,
        ...(catalog ? {} : { enrichment_completed_at: null, suggestions: '[]' }),
      })
      .where('id', '=', workspace.id)
      .where('source', '!=', 'database')
      .where(
        'generation_id',
        workspace.generation_id === null ? 'is' : '=',
        workspace.generation_id,
      )
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return false;
    await change.write(trx, at);
    if (!catalog) return true;
    await writeGeneration(trx, {
      discovered: catalog,
      owner: { workspaceId: workspace.id },
      scopeId: workspace.id,
      dataDir: deps.folders.data,
      at,
    });
    await deps.enqueueEnrichment(trx, catalog.generationId, workspace.id);
    return true;
  });
}
