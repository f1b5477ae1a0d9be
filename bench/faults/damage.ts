import { open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';

/** What is done to a file. */
export const HARMS = ['truncated', 'flipped', 'emptied', 'removed'] as const;
export type Harm = (typeof HARMS)[number];

/** Bytes that `flipped` changes. */
const FLIPS = 32;

/** Damages a file in its place. */
export async function harm(file: string, how: Harm, random: () => number): Promise<void> {
  if (how === 'removed') return rm(file);
  if (how === 'emptied') return truncate(file, 0);
  const { size } = await stat(file);
  if (how === 'truncated') return truncate(file, Math.floor(size * random()));
  const handle = await open(file, 'r+');
  try {
    for (let n = 0; n < FLIPS; n++) {
      const at = Math.floor(random() * size);
      const byte = Buffer.alloc(1);
      await handle.read(byte, 0, 1, at);
      byte[0] = (byte[0] ?? 0) ^ (1 + Math.floor(random() * 255));
      await handle.write(byte, 0, 1, at);
    }
  } finally {
    await handle.close();
  }
}

/** The folder of the version in which an engine file names a table. */
export async function folderWith(dataDir: string, workspaceId: string, table: string) {
  const workspace = path.join(dataDir, 'engine', workspaceId);
  for (const name of await readdir(workspace).catch(() => [])) {
    const profile = path.join(workspace, name, 'profile.json');
    const text = await readFile(profile, 'utf8').catch(() => '');
    if (text.includes(`"name":"${table}"`)) return path.join(workspace, name);
  }
  throw new Error(`no version has a table ${table}`);
}

/** All originals below a data folder. */
export async function originalsOf(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(dataDir, 'originals'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The original that holds a text. */
export async function originalWith(dataDir: string, text: string): Promise<string> {
  for (const file of await originalsOf(dataDir))
    if ((await readFile(file, 'utf8')).includes(text)) return file;
  throw new Error('no original holds the text');
}
