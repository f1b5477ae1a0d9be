import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { isDiskFull } from './errors.ts';

/** Why the service cannot start, in words for the one who starts it. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/**
 * Makes the data folder and keeps it for this process until `release`. The lock is SQLite's on a file in it, which the
 * operating system gives back however the process ends.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  try {
    mkdirSync(dataDir, { recursive: true });
    const lock = new SQLite(path.join(dataDir, 'lock.db'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return { release: () => void lock.close() };
  } catch (error) {
    throw new StartError(explain(dataDir, error), { cause: error });
  }
}

function explain(dataDir: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_BUSY')
    return `Another Plumbline runs on the data folder ${path.resolve(dataDir)}. Stop it, or name another folder with PLUMBLINE_DATA_DIR.`;
  if (isDiskFull(error))
    return `The disk of the data folder ${path.resolve(dataDir)} is full. Free some space and start again.`;
  if (
    code === 'EACCES' ||
    code === 'EROFS' ||
    code === 'SQLITE_CANTOPEN' ||
    code === 'SQLITE_READONLY'
  )
    return `The data folder ${path.resolve(dataDir)} cannot be written. Change its permissions, or name another folder with PLUMBLINE_DATA_DIR.`;
  return `The data folder ${path.resolve(dataDir)} cannot be used: ${error instanceof Error ? error.message : error}`;
}
