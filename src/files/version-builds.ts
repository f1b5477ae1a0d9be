import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { appendedOf } from '#src/files/append.ts';
import { buildVersion } from '#src/files/build-version.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { NotBuildable } from '#src/files/not-buildable.ts';
import { ReadsOtherwise, tableDifferences } from '#src/files/reading-differences.ts';
import type { ShownVersion } from '#src/files/shown-versions.ts';
import type { CommitManifest } from '#src/files/types.ts';
import type { Mapping } from '#src/files/version-rows.ts';
import { newId } from '#src/ids.ts';
import { sha256Of } from '#src/objects/checksums.ts';

/** A name for another folder of a version: none is ever used again. */
export const newFolderOf = (
  { folders }: Pick<UploadDeps, 'folders'>,
  { workspaceId, id }: ShownVersion,
) => path.join(folders.engine, workspaceId, `${id}-${newId('b').slice(2)}`);

/**
 * Builds a shown version from its original into a folder that does not exist. Fails with `NotBuildable`
 * (`ReadsOtherwise` where other tables come of it), and with what
 * passes, such as a full disk.
 */
export async function buildFromOriginal(
  deps: UploadDeps,
  version: ShownVersion,
  { folder, engine, signal }: { folder: string; engine: string | null; signal: AbortSignal },
): Promise<VersionProfile> {
  const original = deps.originals.path(version.sha256);
  const unpin = await deps.originals.pin(version.sha256);
  const spill = path.join(deps.folders.spill, path.basename(folder));
  try {
    await requireSameBytes(original, version, signal);
    await mkdir(spill, { recursive: true });
    const parsed = await deps.parse(
      {
        path: original,
        filename: version.filename,
        spillFolder: spill,
        mapping: JSON.parse(version.mapping) as Mapping,
        limits: deps.parseLimits,
        ...partsAgain(version),
        spillFormats: (await deps.engine(engine)).spillFormats ?? [],
      },
      signal,
    );
    requireSameTables(parsed.tables, version);
    const { id: versionId, workspaceId } = version;
    const request = { workspaceId, versionId, folder, engine, tables: parsed.tables };
    return await buildVersion(deps, request, signal);
  } finally {
    unpin();
    await rm(spill, { recursive: true, force: true });
  }
}

/** What it was made of, where it was appended to. */
const partsAgain = (version: ShownVersion) => {
  const appended = appendedOf(version);
  return appended ? { parts: appended.parts } : {};
};

async function requireSameBytes(
  file: string,
  { sha256, byteSize }: ShownVersion,
  signal: AbortSignal,
): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new NotBuildable('its original is gone');
  if (found.size !== byteSize || (await sha256Of(file, signal)) !== sha256)
    throw new NotBuildable('its original differs from the upload');
}

/** Another version of Plumbline may read a file otherwise; then its tables are another version of the file. */
function requireSameTables(
  tables: readonly { readonly tableName: string; readonly rowCount: number }[],
  { manifest }: ShownVersion,
): void {
  const told = (JSON.parse(manifest ?? '{"tables":[]}') as CommitManifest).tables;
  const differences = tableDifferences(
    told.map(({ table_name, row_count }) => ({ name: table_name, rowCount: row_count })),
    tables.map(({ tableName, rowCount }) => ({ name: tableName, rowCount })),
  );
  if (differences.length > 0) throw new ReadsOtherwise(differences);
}
