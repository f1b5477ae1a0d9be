/** Why the service or a command cannot begin, in words for the one who starts it: what is wrong, and what to do. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

export const notAFolder = (place: string, cause?: unknown): StartError =>
  new StartError(
    `${place} is a file, but Plumbline needs a folder there. Move the file and start again.`,
    { cause },
  );

/** What `mkdir` and `readdir` say where a file stands in the place of a folder; null for any other error. */
export function blockedFolder(error: unknown): StartError | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall, path }: NodeJS.ErrnoException = error;
  const isBlocked =
    (code === 'EEXIST' && syscall === 'mkdir') || (code === 'ENOTDIR' && syscall !== undefined);
  return isBlocked && path !== undefined ? notAFolder(path, error) : null;
}
