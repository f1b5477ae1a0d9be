import { statSync } from 'node:fs';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import { Refusal } from '#workers/ingest/refusal.ts';
import { ZipBytes } from '#workers/ingest/xlsx/zip-bytes.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** Smaller parts may be packed as tightly as they like. */
export const RATIO_FROM_BYTES = 16 * 1024 * 1024;
/** Bytes at the most that the rows of a file take when they are written as a text. */
export const mostConverted = (file: string, { maxUnzippedBytes, maxZipRatio }: ParseLimits) =>
  Math.min(maxUnzippedBytes, Math.max(RATIO_FROM_BYTES, maxZipRatio * statSync(file).size));

/** Bytes that are unpacked at once. */
const CHUNK_BYTES = 256 * 1024;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** An archive whose directory was looked through; its parts are unpacked one by one. */
export interface Zip {
  /** In the order of the directory. */
  readonly names: readonly string[];
  /** Bytes of a part as its directory states them. */
  statedBytes(name: string): number;
  /** Bytes of a part in the archive. */
  packedBytes(name: string): number;
  /** The unpacked bytes of a part, in pieces; refuses what becomes larger than allowed. */
  unpacked(name: string): AsyncIterable<Buffer>;
  close(): void;
}

/**
 * Opens an archive after a look at its directory alone: no part is unpacked whose stated sizes are beyond the limits,
 * and none becomes larger than they say. `what` is how its sender calls it (`workbook`, `archive`).
 */
export async function openZip(path: string, limits: ParseLimits, what: string): Promise<Zip> {
  const zip = await opened(path, what);
  try {
    const entries = await directory(zip, what, limits.maxZipEntries);
    refuseOverlaps(entries.values(), what);
    let stated = 0;
    for (const entry of entries.values()) {
      if (entry.isEncrypted()) throw encrypted(what);
      if (isBomb(entry, limits))
        throw tooComplex(
          what,
          `unpacks "${entry.fileName.slice(0, 100)}" to more than ${limits.maxZipRatio} times its size`,
        );
      stated += entry.uncompressedSize;
    }
    if (stated > limits.maxUnzippedBytes) throw tooLarge(what);
    let left = limits.maxUnzippedBytes;
    const entryOf = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw damaged(what, new Error(`"${name.slice(0, 100)}" is missing`));
      return entry;
    };
    return {
      names: [...entries.keys()],
      statedBytes: (name) => entryOf(name).uncompressedSize,
      packedBytes: (name) => entryOf(name).compressedSize,
      unpacked: async function* (name) {
        const entry = entryOf(name);
        let size = 0;
        let sum = 0;
        for await (const chunk of bytesOf(zip, entry, what)) {
          size += chunk.length;
          left -= chunk.length;
          if (size > entry.uncompressedSize)
            throw damaged(what, new Error('a part is larger than its directory says'));
          if (left < 0) throw tooLarge(what);
          sum = crc32(chunk, sum);
          yield chunk;
        }
        if (size !== entry.uncompressedSize)
          throw damaged(what, new Error('a part is smaller than its directory says'));
        // What is stored as it is shows no other sign of changed bytes.
        if (sum !== entry.crc32)
          throw damaged(what, new Error("a part doesn't match its checksum"));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

export const encrypted = (what: string) =>
  new Refusal(
    'upload_unreadable',
    `The ${what} is protected with a password. Save it without one and upload it again.`,
  );

export const damaged = (what: string, error: unknown) =>
  new Refusal(
    'upload_unreadable',
    `The ${what} is damaged or cut off (${error instanceof Error ? error.message : 'no directory'}). Save it again and upload that.`,
  );

export const tooComplex = (what: string, why: string) =>
  new Refusal('upload_too_complex', `The ${what} ${why}. Split it, or export its tables as CSV.`);

export const tooLarge = (what: string) => tooComplex(what, 'is too large when it is unpacked');

function opened(path: string, what: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const { size } = statSync(path);
    const bytes = new ZipBytes(path, size);
    yauzl.fromRandomAccessReader(
      bytes,
      size,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true },
      (error, zip) => {
        if (!error && zip) return resolve(zip);
        bytes.close(() => {});
        reject(damaged(what, error));
      },
    );
  });
}

/** The parts by their names. A name that occurs twice would be read by one program so, by another otherwise. */
function directory(
  zip: yauzl.ZipFile,
  what: string,
  maxEntries: number,
): Promise<Map<string, yauzl.Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>();
    let count = 0;
    zip.on('error', (error) => reject(damaged(what, error)));
    zip.once('end', () => resolve(entries));
    zip.on('entry', (entry: yauzl.Entry) => {
      if (++count > maxEntries)
        return reject(tooComplex(what, `has more than ${maxEntries} parts`));
      if (entries.has(entry.fileName))
        return reject(damaged(what, new Error('two of its parts have the same name')));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Parts that share bytes unpack to many times what the archive is, each within its own ratio. */
function refuseOverlaps(entries: Iterable<yauzl.Entry>, what: string): void {
  const places = [...entries].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of places) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw damaged(what, new Error('its parts overlap'));
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize;
  }
}

function isBomb(entry: yauzl.Entry, limits: ParseLimits): boolean {
  return (
    entry.uncompressedSize >= RATIO_FROM_BYTES &&
    entry.uncompressedSize > limits.maxZipRatio * Math.max(entry.compressedSize, 1)
  );
}

/** The bytes of a part as they come out of the archive, without a bound. */
async function* bytesOf(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  what: string,
): AsyncGenerator<Buffer> {
  if (entry.fileName.endsWith('/')) return;
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED)
    throw damaged(what, new Error(`its compression method ${method} isn't supported`));
  const packed = await new Promise<NodeJS.ReadableStream & { destroy(): void }>(
    (resolve, reject) => {
      zip.openReadStream(
        entry,
        method === DEFLATED ? { decompress: false } : {},
        (error, stream) => {
          if (error || !stream) reject(damaged(what, error));
          else resolve(stream);
        },
      );
    },
  );
  const inflate = method === DEFLATED ? createInflateRaw({ chunkSize: CHUNK_BYTES }) : null;
  packed.on('error', (error) => inflate?.destroy(error));
  try {
    yield* (inflate ? packed.pipe(inflate) : packed) as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(what, error);
  } finally {
    inflate?.destroy();
    packed.destroy();
  }
}
