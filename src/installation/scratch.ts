import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { LOCK_FILE, makeFolder } from '#src/data-folder.ts';

/** Below the data folder: a folder for each gateway that shares it, with its work in progress. */
const GATEWAYS_FOLDER = 'gateways';

export const scratchOf = (dataDir: string, gatewayId: string): string =>
  path.join(path.resolve(dataDir), GATEWAYS_FOLDER, gatewayId);

/** The folder of one gateway, with a lock in it that the operating system gives back however the process ends. */
export interface Scratch {
  readonly folder: string;
  /** Names machine, boot and lock: whoever is in the same place can tell whether the lock is still held. */
  readonly place: string;
  /** Gives the lock back, as the end of the process does. */
  unlock(): void;
  /** Gives the lock back and removes the folder. */
  release(): Promise<void>;
}

export function makeScratch(dataDir: string, gatewayId: string): Scratch {
  const folder = scratchOf(dataDir, gatewayId);
  makeFolder(folder);
  const lock = new SQLite(path.join(folder, LOCK_FILE));
  lock.exec('BEGIN EXCLUSIVE');
  return {
    folder,
    place: placeOf(folder)!,
    unlock: () => void lock.close(),
    async release() {
      lock.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Whether the holder of a scratch folder has ended, as far as that can be told from here: only where its lock is a file
 * of this machine, not of a copy of the folder, and nobody holds it.
 */
export function hasEnded(dataDir: string, gateway: { id: string; place: string }): boolean {
  const folder = scratchOf(dataDir, gateway.id);
  if (placeOf(folder) !== gateway.place) return false;
  const lock = new SQLite(path.join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  } finally {
    lock.close();
  }
}

function placeOf(folder: string): string | null {
  const found = statSync(path.join(folder, LOCK_FILE), { bigint: true, throwIfNoEntry: false });
  return found ? [hostname(), bootId(), found.dev, found.ino].join(':') : null;
}

/** Tells machines of one name apart; empty where the system has none. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
