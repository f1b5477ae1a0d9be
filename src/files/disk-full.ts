import { AppError } from '#src/errors.ts';

/** The error for a full disk, where `error` says so; errors from other threads keep only their text. */
export function diskFull(error: unknown): AppError | null {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && !/ENOSPC|EDQUOT|No space left/i.test(message))
    return null;
  return new AppError(
    'storage_full',
    'The disk of the service is full; the upload was not stored. Free space in its data folder and try again.',
    { cause: error },
  );
}
