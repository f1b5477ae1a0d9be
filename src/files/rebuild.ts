import { access } from 'node:fs/promises';
import path from 'node:path';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { checkFolder, writeChecksums } from '#src/files/checksums.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { moveVersion } from '#src/files/move-version.ts';
import { publish } from '#src/files/publish.ts';
import { type ShownVersion, shownVersions } from '#src/files/shown-versions.ts';
import { buildFromOriginal, newFolderOf } from '#src/files/version-builds.ts';
import { readProfile } from '#src/files/version-folder.ts';

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
 * name and its tables. What cannot be built stays as it is. For a data folder that no service uses.
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
  try {
    const profile = await buildFromOriginal(deps, version, { folder, engine: own, signal });
    await moveVersion(deps, version, profile);
    say(`built ${placeOf(version)}${damage === null ? '' : `: ${damage}`}`);
    counts.built++;
  } catch (error) {
    say(`failed ${placeOf(version)}: ${textOf(error)}`);
    counts.failed++;
  }
}

/** What is wrong with the files of a version; null: they are as they were made. */
async function damageOf(deps: UploadDeps, version: ShownVersion): Promise<string | null> {
  const folder = path.join(deps.folders.data, version.folder ?? '');
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
    await publish(
      deps,
      {
        workspaceId: first.workspaceId,
        profiles: new Map(built.map(({ version, profile }) => [version.fileId, profile])),
        write: async (trx) => {
          for (const { version, folder } of built)
            await trx
              .updateTable('file_versions')
              .set({ folder: path.relative(deps.folders.data, folder) })
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
      say(`failed ${placeOf(version)}: it stays with ${own} (${textOf(error)})`);
    counts.failed += versions.length;
  }
}
