import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ObjectStore,
  ObjectStoreError,
  type StoredObject,
} from '#src/plugin-api/object-store.ts';

/** Objects as files below a folder. A file that lies at its place already is kept as it is. */
export function createFolderStore(root: string): ObjectStore {
  const folder = path.resolve(root);
  const placeOf = (key: string) => path.join(folder, key);
  return {
    name: folder,
    isLocal: true,

    async put(key, file, _sha256, signal) {
      signal.throwIfAborted();
      const target = placeOf(key);
      if (path.resolve(file) === target) return;
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const draft = `${target}.${randomUUID()}.new`;
      try {
        // Two names of one file where the disk has that; else a copy.
        await link(file, draft).catch(() => copyFile(file, draft));
        await sync(draft);
        await rename(draft, target);
        await sync(path.dirname(target));
      } finally {
        await rm(draft, { force: true });
      }
    },

    async get(key, file, signal) {
      const hash = createHash('sha256');
      const hashing = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
      const writing = createWriteStream(file, { mode: 0o600 });
      await pipeline(createReadStream(placeOf(key)), hashing, writing, { signal }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' && error.path === placeOf(key)) throw missing(key, error);
          throw error;
        },
      );
      return hash.digest('hex');
    },

    has: (key) =>
      stat(placeOf(key)).then(
        (found) => found.isFile(),
        () => false,
      ),

    list: (prefix, signal) => filesBelow(folder, prefix, signal),

    async delete(keys) {
      for (const key of keys) await rm(placeOf(key), { force: true });
    },

    close: () => Promise.resolve(),
  };
}

/** The files whose paths begin so; what goes meanwhile is left out. */
async function* filesBelow(
  folder: string,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<StoredObject> {
  const entries = await readdir(path.join(folder, path.posix.dirname(`${prefix}-`)), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  for (const entry of entries) {
    signal.throwIfAborted();
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(folder, file).split(path.sep).join('/');
    const found = key.startsWith(prefix) ? await stat(file).catch(() => null) : null;
    if (found?.isFile()) yield { key, bytes: found.size, modifiedAt: found.mtime };
  }
}

const missing = (key: string, cause: Error) =>
  new ObjectStoreError('missing', `${key} isn't in the folder`, { cause });

async function sync(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
