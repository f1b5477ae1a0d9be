import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncToDisk } from '#src/objects/sync-to-disk.ts';

/** Names the files of a version's folder with what they hold; written last. */
export const CHECKSUMS_FILE = 'checksums.json';
/** What engines and SQLite put beside a file while they read it. */
const PASSING = /-(?:wal|shm|journal)$|\.(?:wal|tmp|new)$/;

interface Checksum {
  readonly bytes: number;
  /** Changes where somebody writes to the file, and where it is copied. */
  readonly mtimeMs: number;
  /** Hex. */
  readonly sha256: string;
}

export interface Checksums {
  readonly files: Readonly<Record<string, Checksum>>;
}

/**
 * `sound`: the files are as they were made, as far as was looked. `touched`: they have their sizes and were written or
 * copied since: their bytes have to be read. `unknown`: an earlier release made them and kept no checksums.
 */
export type Soundness =
  | { readonly kind: 'sound' | 'touched' | 'unknown' }
  | { readonly kind: 'damaged'; readonly reason: string };

const damaged = (reason: string): Soundness => ({ kind: 'damaged', reason });

/** SHA-256 of a file, hex. */
export async function sha256Of(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal: signal ?? new AbortController().signal });
  return hash.digest('hex');
}

/** Keeps what the files of a version's folder hold, when all of them are made. */
export async function writeChecksums(folder: string): Promise<void> {
  const files: Record<string, Checksum> = {};
  for (const name of await readdir(folder)) {
    if (name === CHECKSUMS_FILE || PASSING.test(name)) continue;
    const file = path.join(folder, name);
    const { size: bytes, mtimeMs } = await stat(file);
    files[name] = { bytes, mtimeMs, sha256: await sha256Of(file) };
  }
  await replaceChecksums(folder, { files });
}

async function replaceChecksums(folder: string, checksums: Checksums): Promise<void> {
  const target = path.join(folder, CHECKSUMS_FILE);
  await writeFile(`${target}.new`, JSON.stringify(checksums), { flush: true });
  await rename(`${target}.new`, target);
  await syncToDisk(folder);
}

/** Takes the times of files as they are now: they were copied here, and their bytes are those that they should be. */
export async function acceptTimes(folder: string, { files }: Checksums): Promise<void> {
  const accepted: Record<string, Checksum> = {};
  for (const [name, checksum] of Object.entries(files))
    accepted[name] = { ...checksum, mtimeMs: (await stat(path.join(folder, name))).mtimeMs };
  await replaceChecksums(folder, { files: accepted });
}

/** Looks at names, sizes and times of the files of a version's folder; with `bytes`, at all of their bytes. */
export async function checkFolder(
  folder: string,
  { bytes, signal }: { readonly bytes: boolean; readonly signal?: AbortSignal },
): Promise<Soundness> {
  const kept = await readChecksums(folder);
  if (kept === 'unknown') return { kind: 'unknown' };
  if (kept === 'damaged') return damaged(`${CHECKSUMS_FILE} can't be read`);
  let touched = false;
  for (const [name, expected] of Object.entries(kept.files)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return damaged(`${name} is missing`);
    if (found.size !== expected.bytes)
      return damaged(`${name} has ${found.size} bytes instead of ${expected.bytes}`);
    if (bytes && (await sha256Of(file, signal).catch(unreadable(signal))) !== expected.sha256)
      return damaged(`${name} doesn't match its checksum`);
    touched ||= found.mtimeMs !== expected.mtimeMs;
  }
  return { kind: touched && !bytes ? 'touched' : 'sound' };
}

/** A file that cannot be read is as good as damaged; a stop is none. */
const unreadable = (signal?: AbortSignal) => (error: unknown) => {
  if (signal?.aborted) throw error;
  return '';
};

export async function readChecksums(folder: string): Promise<Checksums | 'unknown' | 'damaged'> {
  let text: string;
  try {
    text = await readFile(path.join(folder, CHECKSUMS_FILE), 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'unknown' : 'damaged';
  }
  try {
    const { files } = JSON.parse(text) as Partial<Checksums>;
    return files && Object.keys(files).length > 0 ? { files } : 'damaged';
  } catch {
    return 'damaged';
  }
}
