import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { isDiskFull } from './errors.ts';
import { notAFolder, StartError } from './start-error.ts';

/** The file whose lock says that a process uses the data folder. */
export const LOCK_FILE = 'lock.db';
/** Who holds the lock, for texts and for whoever comes next; the lock itself never depends on it. */
const HOLDER_FILE = 'lock.json';
/** What features keep in folders of the data folder; each is made when it is first needed. */
const FOLDERS = [
  ...['duckdb', 'engine', 'exports', 'gateways', 'originals', 'spill', 'spool', 'trash', 'uploads'],
];
/** Where several processes ask for the lock at the same moment, SQLite may refuse all of them at first. */
const LOCK_PATIENCE_MS = 1_000;
/** A holder may be about to stop: the end of what started it is noticed within this time. */
const HOLDER_PATIENCE_MS = 1_500;
const LOOK_MS = 100;
/** Keys, uploads and answers are in there: its owner alone reads it. */
const OWNER_ONLY = 0o700;

export interface DataFolderLock {
  /** Says that the folder will be given back within so many milliseconds: the next start waits for it. */
  stopping(withinMs: number): void;
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970; null: it does not stop. */
  readonly stopsBy: number | null;
}

/**
 * Makes the data folder and keeps it for this process until `release`; `shared`, together with others that share it,
 * which only keeps out who wants it alone. The lock is SQLite's on a file in it, which the operating system gives back
 * however the process ends. A holder that is stopping is waited for. Fails with a `StartError`.
 */
export async function lockDataFolder(
  dataDir: string,
  { shared = false } = {},
): Promise<DataFolderLock> {
  const patience = Date.now() + HOLDER_PATIENCE_MS;
  for (;;) {
    try {
      return takeLock(dataDir, shared);
    } catch (error) {
      if (error instanceof StartError) throw error;
      const holder = isHeld(error) ? readHolder(dataDir) : null;
      const end = Math.max(patience, (holder?.stopsBy ?? 0) + HOLDER_PATIENCE_MS);
      if (!isHeld(error) || Date.now() > end)
        throw new StartError(explain(dataDir, error, holder), { cause: error });
      await sleep(LOOK_MS);
    }
  }
}

function takeLock(dataDir: string, shared: boolean): DataFolderLock {
  makeFolder(path.resolve(dataDir));
  for (const place of [dataDir, ...FOLDERS.map((name) => path.join(dataDir, name))])
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === false)
      throw notAFolder(path.resolve(place));
  const lock = new SQLite(path.join(dataDir, LOCK_FILE), { timeout: LOCK_PATIENCE_MS });
  try {
    lock.exec(shared ? 'BEGIN' : 'BEGIN EXCLUSIVE');
    // Only a read takes the lock of readers.
    if (shared) lock.prepare('select count(*) from sqlite_schema').get();
    closeToOthers(dataDir);
    if (!shared) writeHolder(dataDir, null);
  } catch (error) {
    lock.close();
    throw error;
  }
  return {
    stopping(withinMs) {
      if (!shared) writeHolder(dataDir, Date.now() + withinMs);
    },
    release() {
      if (!shared) rmSync(path.join(dataDir, HOLDER_FILE), { force: true });
      lock.close();
    },
  };
}

function writeHolder(dataDir: string, stopsBy: number | null): void {
  const holder: Holder = { pid: process.pid, host: hostname(), stopsBy };
  writeFileSync(path.join(dataDir, HOLDER_FILE), JSON.stringify(holder), { mode: 0o600 });
}

function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    // Of an earlier release, or written at this moment.
    return null;
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

const isHeld = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY');

function explain(dataDir: string, error: unknown, holder: Holder | null): string {
  const code = codeOf(error);
  const folder = path.resolve(dataDir);
  if (isHeld(error))
    return `Another Plumbline${nameOf(holder)} is using the data folder ${folder}. Stop it, or set another folder with PLUMBLINE_DATA_DIR.`;
  if (isDiskFull(error))
    return `The disk with the data folder ${folder} is full. Free some space and start again.`;
  const reason = error instanceof Error ? error.message : String(error);
  if (NOT_WRITABLE.includes(code))
    return `Plumbline can't write to the data folder ${folder} (${reason}). Change its permissions, or set another folder with PLUMBLINE_DATA_DIR.`;
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `${path.join(folder, LOCK_FILE)} is damaged. Delete it and start again; it contains no data.`;
  return `Plumbline can't use the data folder ${folder}: ${reason}. Set another one with PLUMBLINE_DATA_DIR.`;
}

/** A process id says something on its own machine only. */
function nameOf(holder: Holder | null): string {
  if (!holder) return '';
  return ` (process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`})`;
}
