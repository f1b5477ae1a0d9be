import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { timestamp } from '#src/clock.ts';
import { buildVersion } from '#src/files/build-version.ts';
import type { CommitManifest } from '#src/files/types.ts';
import type { UploadDeps } from '#src/files/upload.ts';
import { readProfile } from '#src/files/version-folder.ts';
import type { Mapping } from '#src/files/version-rows.ts';
import { forgetKept, keptPath, recordKept } from '#src/store/kept-files.ts';

/** Numbers of file versions. */
export interface Rebuilt {
  readonly built: number;
  readonly kept: number;
  readonly failed: number;
}

interface Shown {
  readonly id: string;
  readonly sha256: string;
  readonly mapping: string;
  readonly manifest: string | null;
  readonly folder: string | null;
  readonly filename: string;
  readonly workspace_id: string;
}

/**
 * Builds the folders of shown versions from their originals again: those that are not whole, or all. A version keeps
 * its name and its tables, so what was published stays as it is. For a data folder that no service uses.
 */
export async function rebuildVersions(
  deps: UploadDeps,
  { all }: { readonly all: boolean },
  say: (line: string) => void,
): Promise<Rebuilt> {
  const shown = await deps.store
    .selectFrom('files')
    .innerJoin('file_versions', 'file_versions.id', 'files.current_version_id')
    .select([
      'file_versions.id',
      'sha256',
      'mapping',
      'manifest',
      'folder',
      'filename',
      'workspace_id',
    ])
    .orderBy('files.id')
    .execute();
  let [built, kept, failed] = [0, 0, 0];
  for (const version of shown) {
    const place = `${version.filename} (workspace ${version.workspace_id})`;
    if (!all && (await isWhole(deps, version))) {
      kept++;
      continue;
    }
    try {
      await rebuildVersion(deps, version);
      say(`built ${place}`);
      built++;
    } catch (error) {
      say(`failed ${place}: ${error instanceof Error ? error.message : error}`);
      failed++;
    }
  }
  return { built, kept, failed };
}

const folderOf = (deps: UploadDeps, { workspace_id, id }: Shown) =>
  path.join(deps.folders.engine, workspace_id, id);

/** Whether everything that the profile of a version names is there. */
async function isWhole(deps: UploadDeps, version: Shown): Promise<boolean> {
  try {
    const { attachments, valueIndex } = await readProfile(folderOf(deps, version));
    for (const file of [...attachments.map((one) => one.path), ...(valueIndex ? [valueIndex] : [])])
      await access(file);
    return true;
  } catch {
    return false;
  }
}

async function rebuildVersion(deps: UploadDeps, version: Shown): Promise<void> {
  const signal = new AbortController().signal;
  const original = deps.originals.path(version.sha256);
  await requireSameBytes(original, version.sha256);
  const folder = folderOf(deps, version);
  const before = `${folder}.before`;
  const spill = path.join(deps.folders.spill, version.id);
  await mkdir(spill, { recursive: true });
  try {
    const parsed = await deps.parse(
      {
        path: original,
        filename: version.filename,
        spillFolder: spill,
        mapping: JSON.parse(version.mapping) as Mapping,
        limits: deps.parseLimits,
      },
      signal,
    );
    requireSameTables(parsed.tables, version);
    const leftover = keptPath(deps.folders.data, before);
    await recordKept(deps.store, [leftover], timestamp(deps.clock.now()));
    await rename(folder, before).catch(() => {});
    const request = {
      workspaceId: version.workspace_id,
      versionId: version.id,
      folder,
      tables: parsed.tables,
    };
    await buildVersion(deps, request, signal).catch(async (error: unknown) => {
      await rename(before, folder).catch(() => {});
      throw error;
    });
    await rm(before, { recursive: true, force: true });
    await forgetKept(deps.store, [leftover]);
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}

async function requireSameBytes(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== sha256)
    throw new Error('its original has other bytes than were uploaded');
}

/** Another version of Plumbline may read a file otherwise; then its tables are another version of the file. */
function requireSameTables(
  tables: readonly { readonly tableName: string; readonly rowCount: number }[],
  { manifest }: Shown,
): void {
  const told = (JSON.parse(manifest ?? '{"tables":[]}') as CommitManifest).tables;
  const same =
    told.length === tables.length &&
    told.every(({ table_name, row_count }) =>
      tables.some((one) => one.tableName === table_name && one.rowCount === row_count),
    );
  if (!same)
    throw new Error(
      'this release reads other tables out of it than the one that took it: upload it again with force=true',
    );
}
