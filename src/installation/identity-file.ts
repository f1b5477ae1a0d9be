import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '#src/start-error.ts';

/** Says in the data folder which store it belongs to. */
export const IDENTITY_FILE = 'installation.json';

const identity = z.object({
  folder_id: z.string().min(1),
  store_id: z.string().min(1),
  /** False until the store knows it, too: a first start may end in between. */
  paired: z.boolean(),
});

export type FolderIdentity = z.infer<typeof identity>;

/** The identity of a data folder; null where it has none yet. Fails with a `StartError` where it cannot be read. */
export async function readIdentity(dataDir: string): Promise<FolderIdentity | null> {
  const file = path.join(dataDir, IDENTITY_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : parseIdentity(text, file);
}

/** `place`: where the text was, for whoever has to mend it. */
export function parseIdentity(text: string, place: string): FolderIdentity {
  try {
    return identity.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError(
      `${place} is damaged. Restore it from a backup, or delete it and run "plumbline attach" to pair store and folder again.`,
      { cause: error },
    );
  }
}

export const identityText = (of: FolderIdentity): string => `${JSON.stringify(of, null, 2)}\n`;

/** Appears whole or not at all. */
export async function writeIdentity(dataDir: string, to: FolderIdentity): Promise<void> {
  const file = path.join(dataDir, IDENTITY_FILE);
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, identityText(to), { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The folders whose content only the store can explain. */
export const KEPT_TREES = ['originals', 'engine'] as const;

/** Uploaded files and versions below a data folder, as `kept_files` names them. */
export async function keptBelow(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const tree of KEPT_TREES)
    for (const group of await namesIn(path.join(dataDir, tree)))
      for (const name of await namesIn(path.join(dataDir, tree, group)))
        found.push(`${tree}/${group}/${name}`);
  return found;
}

/** None where it is not there, or no folder. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
