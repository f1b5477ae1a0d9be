import { statfs } from 'node:fs/promises';
import { AppError, isDiskFull } from '#src/errors.ts';

/** The error for a full disk, where `error` says so. */
export function diskFull(error: unknown): AppError | null {
  return isDiskFull(error) ? storageFull(error) : null;
}

/** What an engine may need besides the bytes of a file: its smallest file and a log beside it. */
const ENGINE_BYTES = 4 * 1024 * 1024;

/** The same for an engine that ended without a text, as DuckDB does where its file cannot grow. */
export async function diskTooSmall(
  folder: string,
  byteSize: number,
  cause: unknown,
): Promise<AppError | null> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < byteSize + ENGINE_BYTES ? storageFull(cause) : null;
}

const storageFull = (cause: unknown) =>
  new AppError(
    'storage_full',
    "The server's disk is full, so the upload wasn't stored. Free space in the data folder, then try again.",
    { cause },
  );
