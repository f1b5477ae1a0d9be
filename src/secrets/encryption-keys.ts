import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EncryptionKey } from '#src/secrets/secret-box.ts';

/** Where a key is kept that the service made itself, below the data folder. */
export const KEY_FILE = 'encryption.key';
const KEY_BYTES = 32;

export interface ConfiguredKey {
  readonly id: string;
  /** 32 bytes in base64. */
  readonly key: string;
}

/**
 * The keys that passwords are encrypted with, the newest first: those of the configuration, then the one in the data
 * folder. Where the configuration names none, that one is made at the first start (readable by its owner only).
 */
export async function encryptionKeys(
  configured: readonly ConfiguredKey[],
  dataDir: string,
): Promise<[EncryptionKey, ...EncryptionKey[]]> {
  const file = path.join(dataDir, KEY_FILE);
  const known = configured.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
  const kept = (await readKey(file)) ?? (known.length > 0 ? null : await makeKey(file));
  const [first, ...others] = kept ? [...known, kept] : known;
  return [first!, ...others];
}

async function readKey(file: string): Promise<EncryptionKey | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [id, key = ''] = text.trim().split(':');
  const bytes = Buffer.from(key, 'base64');
  if (!id || bytes.length !== KEY_BYTES)
    throw new Error(
      `The encryption key in ${file} is damaged. Restore it from a backup, or delete it and connect the databases again.`,
    );
  return { id, key: bytes };
}

/** Appears whole or not at all, also where two processes make it at once: the first one's stays. */
async function makeKey(file: string): Promise<EncryptionKey> {
  await mkdir(path.dirname(file), { recursive: true });
  const id = `own-${randomBytes(4).toString('hex')}`;
  const draft = `${file}.${id}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${id}:${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readKey(file))!;
}
