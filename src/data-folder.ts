import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { isDiskFull } from './errors.ts';
import { StartError } from './start-error.ts';

/** The file whose lock says that a process uses the data folder. */
export const LOCK_FILE = 'lock.db';
/** Where several processes ask for the lock at the same moment, SQLite may refuse all of them at first. */
const LOCK_PATIENCE_MS = 1_000;
/** Keys, uploads and answers are in there: its owner alone reads it. */
const OWNER_ONLY = 0o700;

/**
 * Makes the data folder and keeps it for this process until `release`. The lock is SQLite's on a file in it, which the
 * operating system gives back however the process ends. Fails with a `StartError`.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  try {
    makeFolder(path.resolve(dataDir));
    const lock = new SQLite(path.join(dataDir, LOCK_FILE), { timeout: LOCK_PATIENCE_MS });
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw error;
    }
    closeToOthers(dataDir);
    return { release: () => void lock.close() };
  } catch (error) {
    throw new StartError(explain(dataDir, error), { cause: error });
  }
}

/**
 * Makes a folder and those above it, one by one: Node's own recursive `mkdir` never comes back from places whose file
 * system says that a folder that is there is not, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    // Another process made it a moment ago.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Folders of releases that made them readable for all are closed; one that belongs to another user stays as it is. */
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, OWNER_ONLY);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const NOT_WRITABLE = [
  ...['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'],
  ...['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY'],
];

function explain(dataDir: string, error: unknown): string {
  const code = codeOf(error);
  const folder = path.resolve(dataDir);
  if (code.startsWith('SQLITE_BUSY'))
    return `Another Plumbline runs on the data folder ${folder}. Stop it, or name another folder with PLUMBLINE_DATA_DIR.`;
  if (isDiskFull(error))
    return `The disk of the data folder ${folder} is full. Free some space and start again.`;
  const reason = error instanceof Error ? error.message : String(error);
  if (NOT_WRITABLE.includes(code))
    return `The data folder ${folder} cannot be written (${reason}). Change its permissions, or name another folder with PLUMBLINE_DATA_DIR.`;
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `${path.join(folder, LOCK_FILE)} is damaged. It holds nothing: remove it and start again.`;
  return `The data folder ${folder} cannot be used: ${reason}. Name another one with PLUMBLINE_DATA_DIR.`;
}
