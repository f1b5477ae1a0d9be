import { access } from 'node:fs/promises';
import path from 'node:path';
import { readCatalog } from '#src/catalog/generations/catalogs.ts';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { appendedOf } from '#src/files/append.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { moveVersion } from '#src/files/move-version.ts';
import { publish } from '#src/files/publish.ts';
import { columnDifferences, ReadsOtherwise } from '#src/files/reading-differences.ts';
import { findFile } from '#src/files/records.ts';
import { type ShownVersion, shownVersions } from '#src/files/shown-versions.ts';
import type { CommitManifest } from '#src/files/types.ts';
import { ingest } from '#src/files/upload.ts';
import { buildFromOriginal, newFolderOf } from '#src/files/version-builds.ts';
import { attachmentName, readProfile } from '#src/files/version-folder.ts';
import {
  type Ingest,
  type Mapping,
  recordFailure,
  recordVersion,
} from '#src/files/version-rows.ts';
import { checkFolder, writeChecksums } from '#src/objects/checksums.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { keptPath } from '#src/store/kept-files.ts';

/** Numbers of file versions. */
export interface Rebuilt {
  readonly built: number;
  readonly kept: number;
  readonly failed: number;
}

type Counts = { -readonly [Key in keyof Rebuilt]: Rebuilt[Key] };
type Say = (line: string) => void;

/**
 * Builds shown versions from their originals again: those whose files are not as they were made, or all. With `all`
 * they are built by the configured engine, workspace by workspace; else by the one that made them. A version keeps its
 * name and its tables; where the rules of this release read it otherwise it is read anew, with a note that tells the
 * difference. What cannot be built stays as it is. For a data folder that no service uses.
 */
export async function rebuildVersions(
  deps: UploadDeps,
  { all }: { readonly all: boolean },
  say: Say,
): Promise<Rebuilt> {
  const counts: Counts = { built: 0, kept: 0, failed: 0 };
  const byWorkspace = Map.groupBy(await shownVersions(deps.store), (one) => one.workspaceId);
  const configured = (await deps.engine()).dialect.name;
  for (const [workspaceId, versions] of byWorkspace) {
    const own = await deps.generations.dialectOf(workspaceId);
    if (all && own !== null && own !== configured)
      await convert(deps, versions, { engine: configured, own }, counts, say);
    else for (const version of versions) await rebuildOne(deps, version, { all, own }, counts, say);
    await deps.generations.sweep(workspaceId);
  }
  return counts;
}

const placeOf = ({ filename, workspaceId }: ShownVersion) =>
  `${filename} (workspace ${workspaceId})`;
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function rebuildOne(
  deps: UploadDeps,
  version: ShownVersion,
  { all, own }: { readonly all: boolean; readonly own: string | null },
  counts: Counts,
  say: Say,
): Promise<void> {
  const damage = all ? null : await damageOf(deps, version);
  if (!all && damage === null) {
    counts.kept++;
    return;
  }
  const { signal } = new AbortController();
  const folder = newFolderOf(deps, version);
  const build = async () => {
    const profile = await buildFromOriginal(deps, version, { folder, engine: own, signal });
    await moveVersion(deps, version, profile);
    return null;
  };
  try {
    const otherwise = await build().catch((error: unknown) => {
      if (error instanceof ReadsOtherwise) return readAnew(deps, version, error, signal);
      throw error;
    });
    const why = [damage, otherwise].filter((text) => text !== null).join('; ');
    say(`built ${placeOf(version)}${why === '' ? '' : `: ${why}`}`);
    counts.built++;
  } catch (error) {
    say(`failed ${placeOf(version)}: ${textOf(error)}`);
    counts.failed++;
  }
}

/**
 * Publishes what this release reads out of an original, as an upload of the same bytes with `force` would, with a note of
 * what is other than before: the rules of reading have changed, and the old tables cannot be made any more.
 */
async function readAnew(
  deps: UploadDeps,
  version: ShownVersion,
  { differences }: ReadsOtherwise,
  signal: AbortSignal,
): Promise<string> {
  const { filename, sha256, byteSize, workspaceId } = version;
  const { client_id: clientId, plan } = await deps.store
    .selectFrom('workspaces')
    .innerJoin('tenants', 'tenants.id', 'workspaces.client_id')
    .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
    .select(['workspaces.client_id', 'accounts.plan'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const mapping = JSON.parse(version.mapping) as Mapping;
  const parts = appendedOf(version)?.parts;
  const upload = {
    ...{ filename, sha256, byteSize },
    ...(parts ? { appended: { base: version.id, parts } } : {}),
  };
  const address = { clientId, workspaceId, principal: { plan } };
  const file = await findFile(deps.store, workspaceId, filename);
  const recorded = await recordVersion(deps, { address, upload, mapping, file });
  const original = deps.originals.path(sha256);
  const job: Ingest = {
    ...{ address: { clientId, workspaceId, plan }, upload, mapping, ...recorded },
    ...{ original, first: false },
  };
  const note = { sheet_name: filename, note: noteOf(differences) };
  try {
    await ingest(deps, job, signal, { notes: [note] });
  } catch (error) {
    await recordFailure(deps, job, error);
    throw error;
  }
  return `its import differs from the previous one (${differences}); the file's notes list the differences`;
}

async function shownCatalog(
  { store, folders }: UploadDeps,
  { workspaceId }: ShownVersion,
): Promise<Catalog | null> {
  const workspace = await store
    .selectFrom('workspaces')
    .select('generation_id')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return readCatalog(store, workspace?.generation_id ?? '', folders.data, 'discovered');
}

/** Columns that another engine, or another release, gives another type; what was measured is written otherwise by each. */
function otherTypes(
  catalog: Catalog | null,
  { id }: ShownVersion,
  { tables }: VersionProfile,
): readonly string[] {
  const name = attachmentName(id);
  const before = (catalog?.tables ?? [])
    .filter(({ physical }) => physical.database === name)
    .map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, profile: null })),
    }));
  return columnDifferences(
    before,
    tables.map(({ table }) => table),
  );
}

/** The manifest of a version, with a note of what is read otherwise by now. */
function withNote({ manifest, filename }: ShownVersion, differences: readonly string[]) {
  if (manifest === null || differences.length === 0) return manifest;
  const told = JSON.parse(manifest) as CommitManifest;
  const note = noteOf(new ReadsOtherwise(differences).differences);
  return JSON.stringify({ ...told, notes: [{ sheet_name: filename, note }, ...told.notes] });
}

const noteOf = (differences: string) =>
  `Imported again by another release or engine with differences: ${differences}. Answers use the new import`;

/** What is wrong with the files of a version; null: they are as they were made. */
async function damageOf(deps: UploadDeps, version: ShownVersion): Promise<string | null> {
  const folder = path.join(deps.folders.data, version.folder ?? '');
  const unpin = await deps.objects.pin([keptPath(deps.folders.data, folder)]);
  try {
    return await damageIn(folder);
  } finally {
    unpin();
  }
}

async function damageIn(folder: string): Promise<string | null> {
  const found = await checkFolder(folder, { bytes: true });
  if (found.kind === 'damaged') return found.reason;
  if (found.kind !== 'unknown') return null;
  // An earlier release made it: what is there is taken for what was written.
  try {
    const { attachments, valueIndex } = await readProfile(folder);
    for (const file of [...attachments.map((one) => one.path), ...(valueIndex ? [valueIndex] : [])])
      await access(file);
    await writeChecksums(folder);
    return null;
  } catch (error) {
    return textOf(error);
  }
}

/** Builds all versions of a workspace with another engine and shows them at once, or leaves all as they are. */
async function convert(
  deps: UploadDeps,
  versions: readonly ShownVersion[],
  { engine, own }: { readonly engine: string; readonly own: string },
  counts: Counts,
  say: Say,
): Promise<void> {
  const { signal } = new AbortController();
  const built: { version: ShownVersion; folder: string; profile: VersionProfile }[] = [];
  try {
    for (const version of versions) {
      const folder = newFolderOf(deps, version);
      const profile = await buildFromOriginal(deps, version, { folder, engine, signal }).catch(
        (error: unknown) => {
          throw new Error(`${version.filename}: ${textOf(error)}`, { cause: error });
        },
      );
      built.push({ version, folder, profile });
    }
    const [first] = versions;
    if (!first) return;
    const catalog = await shownCatalog(deps, first);
    await publish(
      deps,
      {
        workspaceId: first.workspaceId,
        profiles: new Map(built.map(({ version, profile }) => [version.fileId, profile])),
        write: async (trx) => {
          for (const { version, folder, profile } of built)
            await trx
              .updateTable('file_versions')
              .set({
                folder: path.relative(deps.folders.data, folder),
                manifest: withNote(version, otherTypes(catalog, version, profile)),
              })
              .where('id', '=', version.id)
              .execute();
        },
      },
      () => {},
      signal,
    );
    for (const { version } of built) say(`built ${placeOf(version)} with ${engine}`);
    counts.built += built.length;
  } catch (error) {
    for (const version of versions)
      say(`failed ${placeOf(version)}: still uses ${own} (${textOf(error)})`);
    counts.failed += versions.length;
  }
}
