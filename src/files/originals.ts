import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncToDisk } from '#src/files/folders.ts';
import type { Store } from '#src/store/schema.ts';
import { Turns } from '#src/turns.ts';

/** Uploaded files as they came, one for each content: `<aa>/<sha256>`, shared by all versions with these bytes. */
export class Originals {
  readonly #folder: string;
  readonly #store: Store;
  /** Hashes that an upload in progress counts on though no row names them yet. */
  readonly #held = new Map<string, number>();
  /** By hash: one takes a file over or removes it, not both. */
  readonly #turns = new Turns();

  constructor(folder: string, store: Store) {
    this.#folder = folder;
    this.#store = store;
  }

  path(sha256: string): string {
    return path.join(this.#folder, sha256.slice(0, 2), sha256);
  }

  /** Keeps the original of a hash from being removed until the returned function is called. */
  hold(sha256: string): () => void {
    this.#held.set(sha256, (this.#held.get(sha256) ?? 0) + 1);
    return () => {
      const left = this.#held.get(sha256)! - 1;
      if (left === 0) this.#held.delete(sha256);
      else this.#held.set(sha256, left);
    };
  }

  /** Takes a received file over; where its content is there already, the received one is removed. */
  take(received: string, sha256: string, byteSize: number): Promise<string> {
    return this.#turns.take(sha256, () => this.#takeInTurn(received, sha256, byteSize));
  }

  async #takeInTurn(received: string, sha256: string, byteSize: number): Promise<string> {
    const target = this.path(sha256);
    const there = await stat(target).catch(() => null);
    if (there?.size === byteSize) {
      await rm(received, { force: true });
      return target;
    }
    await mkdir(path.dirname(target), { recursive: true });
    await rename(received, target);
    await syncToDisk(path.dirname(target));
    await syncToDisk(this.#folder);
    return target;
  }

  /** Removes the original of a hash that no living version names. */
  removeUnused(sha256: string): Promise<void> {
    return this.#turns.take(sha256, () => this.#removeInTurn(sha256));
  }

  async #removeInTurn(sha256: string): Promise<void> {
    if (this.#held.has(sha256)) return;
    const used = await this.#store
      .selectFrom('file_versions')
      .select('id')
      .where('sha256', '=', sha256)
      .where('retired_at', 'is', null)
      .where('status', '!=', 'failed')
      .limit(1)
      .execute();
    if (used.length === 0 && !this.#held.has(sha256)) await rm(this.path(sha256), { force: true });
  }

  /** Removes every original that no living version names. */
  async sweep(): Promise<void> {
    for (const group of await readdir(this.#folder)) {
      for (const sha256 of await readdir(path.join(this.#folder, group)))
        await this.removeUnused(sha256);
    }
  }
}
