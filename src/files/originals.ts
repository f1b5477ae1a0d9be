import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Folders } from '#src/files/folders.ts';
import type { Trash } from '#src/files/trash.ts';
import { sha256Of } from '#src/objects/checksums.ts';
import type { Objects, Unpin } from '#src/objects/objects.ts';
import { syncToDisk } from '#src/objects/sync-to-disk.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import { heldPaths, InMaking } from '#src/store/in-making.ts';
import { forgetKept, keptPath, recordKept } from '#src/store/kept-files.ts';
import type { Store } from '#src/store/schema.ts';
import { Turns } from '#src/turns.ts';

export interface OriginalsDeps {
  readonly folders: Pick<Folders, 'data' | 'originals'>;
  readonly objects: Objects;
  readonly store: Store;
  readonly clock: Clock;
}

/** Uploaded files as they came, one for each content: `<aa>/<sha256>`, shared by all versions with these bytes. */
export class Originals {
  readonly #folders: OriginalsDeps['folders'];
  readonly #objects: Objects;
  readonly #store: Store;
  readonly #clock: Clock;
  /** Originals that an upload in progress counts on though no row names them yet. */
  readonly #inMaking: InMaking;
  /** By hash: one takes a file over or removes it, not both. */
  readonly #turns = new Turns();

  constructor({ folders, objects, store, clock }: OriginalsDeps) {
    this.#objects = objects;
    this.#folders = folders;
    this.#store = store;
    this.#clock = clock;
    this.#inMaking = new InMaking({ store, clock });
  }

  path(sha256: string): string {
    return path.join(this.#folders.originals, sha256.slice(0, 2), sha256);
  }

  /** Keeps the original of a hash from being removed until the returned function is called. */
  hold(sha256: string): Promise<() => Promise<void>> {
    return this.#inMaking.hold(this.#recordOf(sha256));
  }

  /** Has the original of a hash at its path, where it is kept at all, until the returned function is called. */
  pin(sha256: string): Promise<Unpin> {
    return this.#objects.pin([this.#recordOf(sha256)]);
  }

  /** Keeps it from being removed, and has it at its path, until the returned function is called. */
  async use(sha256: string): Promise<() => Promise<void>> {
    const release = await this.hold(sha256);
    try {
      const unpin = await this.pin(sha256);
      return async () => {
        unpin();
        await release();
      };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Takes a received file over; where its content is there already, the received one is removed. */
  take(received: string, sha256: string, byteSize: number): Promise<string> {
    return this.#turns.take(sha256, async () => {
      const target = await this.#takeInTurn(received, sha256, byteSize);
      await this.#objects.keep(this.#recordOf(sha256));
      return target;
    });
  }

  async #takeInTurn(received: string, sha256: string, byteSize: number): Promise<string> {
    const target = this.path(sha256);
    await recordKept(this.#store, [this.#recordOf(sha256)], timestamp(this.#clock.now()));
    const there = await stat(target).catch(() => null);
    if (there?.size === byteSize && (await sha256Of(target)) === sha256) {
      await rm(received, { force: true });
      return target;
    }
    await mkdir(path.dirname(target), { recursive: true });
    await rename(received, target);
    await syncToDisk(path.dirname(target));
    await syncToDisk(this.#folders.originals);
    return target;
  }

  /** Removes the original of a hash that no living version names. */
  removeUnused(sha256: string): Promise<void> {
    return this.#turns.take(sha256, () =>
      this.#unlessUsed(sha256, () => this.#objects.remove(this.#recordOf(sha256))),
    );
  }

  async #unlessUsed(sha256: string, remove: () => Promise<unknown>): Promise<void> {
    const record = this.#recordOf(sha256);
    const isUsed = async (db: Store) =>
      this.#inMaking.isHeldHere(record) ||
      (await this.#isNamed(db, sha256)) ||
      this.#inMaking.isHeldHere(record);
    if (!gatewayOf(this.#store).isShared) {
      if (await isUsed(this.#store)) return;
      await remove();
      return forgetKept(this.#store, [record]);
    }
    await this.#store.transaction().execute(async (trx) => {
      // Whoever begins to count on it on another gateway waits for this row, or had it before.
      const kept = await trx
        .selectFrom('kept_files')
        .select('path')
        .where('path', '=', record)
        .forUpdate()
        .executeTakeFirst();
      if (!kept || (await heldPaths(trx, record)).size > 0 || (await isUsed(trx))) return;
      await remove();
      await forgetKept(trx, [record]);
    });
  }

  async #isNamed(db: Store, sha256: string): Promise<boolean> {
    const named = await db
      .selectFrom('file_versions')
      .select('id')
      .where('sha256', '=', sha256)
      .where('retired_at', 'is', null)
      .where('status', '!=', 'failed')
      .limit(1)
      .executeTakeFirst();
    if (named) return true;
    const kept = await db
      .selectFrom('kept_uploads')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    return kept !== undefined;
  }

  #recordOf(sha256: string): string {
    return keptPath(this.#folders.data, this.path(sha256));
  }

  /**
   * Moves every original that a process of this store wrote and no living version names to the trash; gives how many
   * others there are, which are nobody's here to remove.
   */
  async sweep(trash: Trash): Promise<{ readonly swept: number; readonly unknown: number }> {
    const recorded = await this.#store
      .selectFrom('kept_files')
      .select('path')
      .where('path', 'like', 'originals/%')
      .execute();
    const ours = new Set(recorded.map(({ path: one }) => one));
    let [swept, unknown] = [0, 0];
    for (const one of ours) {
      const sha256 = path.posix.basename(one);
      await this.#turns.take(sha256, () =>
        this.#unlessUsed(sha256, async () => {
          if (await trash.take(one)) swept++;
        }),
      );
    }
    // Where an object store has them, these are copies.
    if (this.#objects.isRemote) return { swept, unknown };
    for (const group of await readdir(this.#folders.originals))
      for (const name of await readdir(path.join(this.#folders.originals, group)))
        if (!ours.has(`originals/${group}/${name}`)) unknown++;
    return { swept, unknown };
  }
}
