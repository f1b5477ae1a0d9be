import path from 'node:path';
import type { Transaction } from 'kysely';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { timestamp } from '#src/clock.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { NotBuildable } from '#src/files/not-buildable.ts';
import {
  columnDifferences,
  ReadsOtherwise,
  tableDifferences,
} from '#src/files/reading-differences.ts';
import type { ShownVersion } from '#src/files/shown-versions.ts';
import { attachmentName } from '#src/files/version-folder.ts';
import { newId } from '#src/ids.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** Attempts against what else publishes to the workspace. */
const MAX_ATTEMPTS = 20;

/** The workspace shows another generation by now; what the transaction wrote is taken back. */
class Outdated extends Error {}

/**
 * Lets questions read a version from another folder that holds the same tables: one transaction writes the generation
 * anew with the folder's paths. False where the version is no longer shown. Fails with `ReadsOtherwise` where the
 * tables have other columns or cells than were published.
 */
export async function moveVersion(
  deps: UploadDeps,
  version: ShownVersion,
  profile: VersionProfile,
): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await deps.store.transaction().execute((trx) => moveIn(trx, deps, version, profile));
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
    }
  }
  throw new Error('other changes to the workspace kept interfering');
}

async function moveIn(
  trx: Transaction<StoreSchema>,
  deps: UploadDeps,
  { id, fileId, workspaceId }: ShownVersion,
  profile: VersionProfile,
): Promise<boolean> {
  const [attachment] = profile.attachments;
  if (!attachment) throw new NotBuildable('it has no tables');
  const below = (file: string) => path.relative(deps.folders.data, file);
  const shown = await trx
    .selectFrom('files')
    .innerJoin('workspaces', 'workspaces.id', 'files.workspace_id')
    .innerJoin('generations', 'generations.id', 'workspaces.generation_id')
    .select(['generations.id', 'catalog', 'discovered', 'closing_rules'])
    .where('files.id', '=', fileId)
    .where('files.current_version_id', '=', id)
    .executeTakeFirst();
  if (!shown) return false;
  const generationId = newId('gen');
  const moved = await trx
    .updateTable('workspaces')
    .set({ generation_id: generationId })
    .where('id', '=', workspaceId)
    .where('generation_id', '=', shown.id)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw new Outdated();
  await trx
    .updateTable('file_versions')
    .set({ folder: below(path.dirname(attachment.path)) })
    .where('id', '=', id)
    .execute();
  requireSameColumns(JSON.parse(shown.discovered ?? shown.catalog) as Catalog, id, profile);
  const at = (text: string) => {
    const catalog = JSON.parse(text) as Catalog;
    const index = profile.valueIndex === null ? [] : [below(profile.valueIndex)];
    return JSON.stringify(
      withPaths(catalog, id, { file: below(attachment.path), index, generationId }),
    );
  };
  await trx
    .insertInto('generations')
    .values({
      id: generationId,
      workspace_id: workspaceId,
      database_id: null,
      catalog: at(shown.catalog),
      discovered: shown.discovered === null ? null : at(shown.discovered),
      closing_rules: shown.closing_rules,
      published_at: timestamp(deps.clock.now()),
    })
    .execute();
  await deps.enqueueEnrichment(trx, generationId, workspaceId);
  return true;
}

interface NewPlace {
  readonly file: string;
  readonly index: readonly string[];
  readonly generationId: string;
}

/** A stored catalog that reads a version elsewhere; everything else stays as it was published. */
function withPaths(catalog: Catalog, versionId: string, to: NewPlace): Catalog {
  const name = attachmentName(versionId);
  const before = catalog.attachments.find((one) => one.name === name)?.path ?? '';
  const isBefore = (file: string) => path.dirname(file) === path.dirname(before);
  return {
    ...catalog,
    generationId: to.generationId,
    attachments: catalog.attachments.map((one) =>
      one.name === name ? { ...one, path: to.file } : one,
    ),
    valueIndexes: [...catalog.valueIndexes.filter((file) => !isBefore(file)), ...to.index],
  };
}

/** What people see stays as it was published, so it has to be what the tables hold. */
function requireSameColumns(catalog: Catalog, versionId: string, profile: VersionProfile): void {
  const name = attachmentName(versionId);
  const published = catalog.tables.filter(({ physical }) => physical.database === name);
  const tables = profile.tables.map(({ table }) => table);
  const differences = [
    ...tableDifferences(published, tables),
    ...columnDifferences(published, tables),
  ];
  if (differences.length > 0) throw new ReadsOtherwise(differences);
}
