import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { writeChecksums } from '#src/objects/checksums.ts';
import { syncToDisk } from '#src/objects/sync-to-disk.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** What is in the folder of a file version. */
/** The engine's own file, named for it: `tables.duckdb`, `tables.alasql`. */
export const engineFileName = (engine: string) => `tables.${engine}`;
export const isEngineFile = (name: string) => /^tables\.[a-z][a-z0-9-]*$/.test(name);
/** The engine that made a version, by the name of its dialect; null where it has no tables. */
export const engineOfVersion = ({ attachments }: VersionProfile): string | null =>
  attachments[0] ? path.extname(attachments[0].path).slice(1) : null;
export const VALUES_FILE = 'values.sqlite';
const PROFILE_FILE = 'profile.json';

/** Name under which the engine attaches a version: letters, digits and underscores. */
export const attachmentName = (versionId: string) => versionId.replaceAll(/[^a-z0-9_]/gi, '_');

/** Keeps what discovery learnt beside the engine file, with file names instead of paths. */
export async function writeProfile(folder: string, profile: VersionProfile): Promise<void> {
  const stored: VersionProfile = {
    ...profile,
    attachments: profile.attachments.map(({ name, path: file }) => ({
      name,
      path: path.basename(file),
    })),
    valueIndex: profile.valueIndex === null ? null : path.basename(profile.valueIndex),
  };
  const target = path.join(folder, PROFILE_FILE);
  await writeFile(`${target}.new`, JSON.stringify(stored), { flush: true });
  await rename(`${target}.new`, target);
  await syncToDisk(folder);
}

/** Reads it back, with paths. */
export async function readProfile(folder: string): Promise<VersionProfile> {
  const stored = JSON.parse(
    await readFile(path.join(folder, PROFILE_FILE), 'utf8'),
  ) as VersionProfile;
  return {
    ...stored,
    attachments: stored.attachments.map(({ name, path: file }) => ({
      name,
      path: path.join(folder, file),
    })),
    valueIndex: stored.valueIndex === null ? null : path.join(folder, stored.valueIndex),
  };
}

/** Changes the tables of what discovery kept in a version's folder; nothing where there is none. */
export async function rewriteProfile(
  folder: string,
  change: (table: CatalogTable) => CatalogTable,
): Promise<void> {
  const profile = await readProfile(folder).catch(() => null);
  if (!profile) return;
  const tables = profile.tables.map((one) => ({ ...one, table: change(one.table) }));
  await writeProfile(folder, { ...profile, tables });
  await writeChecksums(folder);
}
