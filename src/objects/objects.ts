import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoredObject } from '#src/plugin-api/object-store.ts';

/**
 * What a data folder has under keys, as `kept_files` names them: `originals/<aa>/<sha256>`, a file;
 * `engine/<owner>/<version>`, a folder with the files that its checksums name; `spool/<name>`, the rows of a result and
 * their index. Where an object store keeps them, the data folder has copies of those that are used.
 */
export interface Objects {
  /** Whether an object store keeps them, so that they have to be put and fetched. */
  readonly isRemote: boolean;
  /** Keeps what was written at its place in the data folder; it is there for all gateways when this returns. */
  keep(key: string): Promise<void>;
  /**
   * Has things at their places until the returned function is called. What is nowhere, or damaged, isn't there then. Fails
   * with `unavailable` where the store doesn't respond.
   */
  pin(keys: readonly string[]): Promise<Unpin>;
  /** Whether a pin would fetch nothing. */
  isHere(key: string): boolean;
  /** Puts the kept bytes in the place of damaged ones, where they are kept elsewhere. */
  renew(key: string): Promise<void>;
  /** Removes it for all. Other gateways that still have copies drop them after a while. */
  remove(key: string): Promise<void>;
  /** What the store has below a prefix; nothing where the data folder is the store. */
  list(prefix: string): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

export type Unpin = () => void;

/** Places of a file of its own, or of rows and their index, below the data folder; null: a folder. */
export function filesOf(key: string): readonly string[] | null {
  if (key.startsWith('engine/')) return null;
  return key.startsWith('spool/') ? [`${key}.jsonl`, `${key}.idx`] : [key];
}

/** Removes what is at its place in a data folder. */
export async function removeHere(dataDir: string, key: string): Promise<void> {
  // A build of a workspace that is being removed may still write there (ENOTEMPTY).
  for (const one of filesOf(key) ?? [key])
    await rm(path.join(dataDir, one), { recursive: true, force: true, maxRetries: 5 });
}

const nothing: Unpin = () => {};

/** The data folder is the store: what is written there is kept, and read where it lies. */
export function localObjects(dataDir: string): Objects {
  const folder = path.resolve(dataDir);
  return {
    isRemote: false,
    keep: () => Promise.resolve(),
    pin: () => Promise.resolve(nothing),
    isHere: () => true,
    renew: () => Promise.resolve(),
    remove: (key) => removeHere(folder, key),
    async *list() {},
    close: () => Promise.resolve(),
  };
}
