import { AppError, isDiskFull } from '#src/errors.ts';

/** The error for a full disk, where `error` says so. */
export function diskFull(error: unknown): AppError | null {
  if (!isDiskFull(error)) return null;
  return new AppError(
    'storage_full',
    'The disk of the service is full; the upload was not stored. Free space in its data folder and try again.',
    { cause: error },
  );
}
