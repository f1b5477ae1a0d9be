import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { toldBytes } from '#workers/ingest/progress.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { damaged, RATIO_FROM_BYTES, tooComplex, tooLarge } from '#workers/ingest/xlsx/zip.ts';
import type { ParseTask } from '#workers/protocol.ts';

const CHUNK_BYTES = 256 * 1024;
const WHAT = 'gzip file';

/** Unpacks a gzip file into the folder of spilled files, within the limits on size and ratio; gives its path. */
export async function unpackGzip({ path: file, spillFolder, limits }: ParseTask): Promise<string> {
  const target = path.join(spillFolder, 'unpacked');
  const { size: packed } = await stat(file);
  let read = 0;
  let size = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limits.maxUnzippedBytes) return done(tooLarge(WHAT));
      // What is read in pieces is ahead of what came out: the ratio is that of the whole file.
      if (size >= RATIO_FROM_BYTES && size > limits.maxZipRatio * packed)
        return done(tooComplex(WHAT, `unpacks to more than ${limits.maxZipRatio} times its size`));
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(file).on('data', (chunk) => {
        read += chunk.length;
        toldBytes(read);
      }),
      createGunzip({ chunkSize: CHUNK_BYTES }),
      bounded,
      createWriteStream(target, { flags: 'wx' }),
    );
  } catch (error) {
    throw error instanceof Refusal || isOfDisk(error) ? error : damaged(WHAT, error);
  }
  return target;
}

/** A full disk is no fault of the file. */
const isOfDisk = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined;
