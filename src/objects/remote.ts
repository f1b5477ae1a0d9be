import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { AppError } from '#src/errors.ts';
import { type ObjectStore, ObjectStoreError } from '#src/plugin-api/object-store.ts';
import { recordedOf } from '#src/store/kept-files.ts';
import type { Store } from '#src/store/schema.ts';
import { Turns } from '#src/turns.ts';
import {
  acceptTimes,
  CHECKSUMS_FILE,
  type Checksums,
  readChecksums,
  sha256Of,
  writeChecksums,
} from './checksums.ts';
import { filesOf, type Objects, removeHere, type Unpin } from './objects.ts';

export interface RemoteObjectsDeps {
  readonly objects: ObjectStore;
  readonly store: Store;
  readonly log: Logger;
  /** Has the copies; this process alone writes there. */
  readonly dataDir: string;
  /** Where things lie on their way here, on the same disk. */
  readonly scratch: string;
  readonly cacheBytes: number;
  /** Between two looks for copies of what is gone (milliseconds). */
  readonly checkMs: number;
}

/** A thing of which there is a copy here, or is about to be. */
interface Copy {
  readonly key: string;
  /** `unchecked`: an earlier process left it. */
  state: 'absent' | 'unchecked' | 'here';
  bytes: number;
  pins: number;
}

/** Seconds after which a store that did not respond likely does. */
const RETRY_S = 5;
/** A version's folder may be written anew while it is fetched. */
const FETCHES = 2;

/**
 * Things that an object store keeps, with copies of those that are used. Copies take up to `cacheBytes`; those that were
 * used longest ago go first, and none that is pinned.
 */
export class RemoteObjects implements Objects {
  readonly isRemote = true;
  readonly #deps: RemoteObjectsDeps;
  /** By key, those used last at the end. */
  readonly #copies = new Map<string, Copy>();
  /** By key: copies come, go and are looked at one after the other. */
  readonly #turns = new Turns();
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #evicting: Promise<void> = Promise.resolve();
  /** Whether pins keep more here than there should be. */
  #isOver = false;

  private constructor(deps: RemoteObjectsDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => {
      this.dropForgotten().catch((error: unknown) =>
        deps.log.warn({ err: error }, "copies of deleted objects weren't removed"),
      );
    }, deps.checkMs);
    this.#timer.unref();
  }

  /** Takes over the copies that an earlier process left; rows of results are fetched anew. */
  static async open(deps: RemoteObjectsDeps): Promise<RemoteObjects> {
    const objects = new RemoteObjects(deps);
    await rm(path.join(deps.dataDir, 'spool'), { recursive: true, force: true });
    for (const tree of ['engine', 'originals'])
      for (const group of await namesIn(path.join(deps.dataDir, tree)))
        for (const name of await namesIn(path.join(deps.dataDir, tree, group))) {
          const copy = objects.#copyOf(`${tree}/${group}/${name}`);
          copy.state = 'unchecked';
          copy.bytes = await objects.#bytesOf(copy.key);
        }
    await objects.#evict();
    return objects;
  }

  async keep(key: string): Promise<void> {
    await this.#turns.take(key, () => this.#reaching(() => this.#put(key)));
    const copy = this.#copyOf(key);
    copy.state = 'here';
    copy.bytes = await this.#bytesOf(key);
    await this.#evict();
  }

  async #put(key: string): Promise<void> {
    const put = async (file: string, sha256: string) =>
      this.#deps.objects.put(file, this.#place(file), sha256, this.#stopping.signal);
    const files = filesOf(key);
    if (files) {
      for (const file of files) await put(file, await sha256Of(this.#place(file)));
      return;
    }
    const folder = this.#place(key);
    if ((await readChecksums(folder)) === 'unknown') await writeChecksums(folder);
    const checksums = await readChecksums(folder);
    if (typeof checksums === 'string') throw new Error(`${key} has no checksums`);
    for (const [name, { sha256 }] of Object.entries(checksums.files))
      await put(`${key}/${name}`, sha256);
    // Last: what it names is there.
    await put(`${key}/${CHECKSUMS_FILE}`, await sha256Of(path.join(folder, CHECKSUMS_FILE)));
  }

  async pin(keys: readonly string[]): Promise<Unpin> {
    const copies = [...new Set(keys)].map((key) => this.#copyOf(key));
    for (const copy of copies) copy.pins++;
    let isHeld = true;
    const unpin = () => {
      if (!isHeld) return;
      isHeld = false;
      for (const copy of copies) copy.pins--;
      if (this.#isOver) void this.#evict();
    };
    try {
      await Promise.all(copies.map((copy) => this.#arrive(copy)));
      return unpin;
    } catch (error) {
      unpin();
      throw error;
    }
  }

  isHere(key: string): boolean {
    return this.#copies.get(key)?.state === 'here';
  }

  async renew(key: string): Promise<void> {
    const copy = this.#copyOf(key);
    copy.state = 'absent';
    await this.#arrive(copy);
  }

  async remove(key: string): Promise<void> {
    const { objects, dataDir } = this.#deps;
    const { signal } = this.#stopping;
    await this.#turns.take(key, async () => {
      const copy = this.#copies.get(key);
      if (copy) copy.state = 'absent';
      this.#copies.delete(key);
      await removeHere(dataDir, key);
      await this.#reaching(async () => {
        const files = [...(filesOf(key) ?? [])];
        if (files.length === 0)
          for await (const one of objects.list(`${key}/`, signal)) files.push(one.key);
        await objects.delete(files, signal);
      });
    });
  }

  list(prefix: string) {
    return this.#deps.objects.list(prefix, this.#stopping.signal);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new Error('the service is stopping'));
    await this.#evicting;
  }

  /** Removes copies of what was deleted on another gateway. */
  async dropForgotten(): Promise<void> {
    const { store } = this.#deps;
    const idle = [...this.#copies.values()].filter(({ pins }) => pins === 0);
    const keys = idle.map(({ key }) => key);
    const known = new Set(await recordedOf(store, keys));
    const spools = keys.filter((key) => key.startsWith('spool/')).map((key) => key.slice(6));
    if (spools.length > 0)
      for (const { spool } of await store.selectFrom('results').select('spool').execute())
        known.add(`spool/${spool}`);
    for (const copy of idle) if (!known.has(copy.key)) await this.#drop(copy);
  }

  #copyOf(key: string): Copy {
    const copy = this.#copies.get(key) ?? { key, state: 'absent', bytes: 0, pins: 0 };
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    return copy;
  }

  /** What is read waits for its turn only where it isn't here. */
  async #arrive(copy: Copy): Promise<void> {
    if (copy.state === 'here') return;
    await this.#turns.take(copy.key, async () => {
      if (copy.state === 'here') return;
      const way = path.join(this.#deps.scratch, 'fetched', randomUUID());
      await mkdir(way, { recursive: true, mode: 0o700 });
      const began = performance.now();
      try {
        await this.#reaching(() => this.#fetch(copy, way));
        copy.state = 'here';
        copy.bytes = await this.#bytesOf(copy.key);
        const ms = Math.round(performance.now() - began);
        this.#deps.log.debug(
          { key: copy.key, bytes: copy.bytes, ms },
          'fetched from the object store',
        );
      } catch (error) {
        if (!(error instanceof ObjectStoreError)) throw error;
        // Whoever reads it finds out, and says what that means there.
        this.#deps.log.error({ err: error, key: copy.key }, 'the object store has lost an object');
        await removeHere(this.#deps.dataDir, copy.key);
        copy.state = 'absent';
        copy.bytes = 0;
      } finally {
        await rm(way, { recursive: true, force: true });
      }
    });
    await this.#evict();
  }

  async #fetch(copy: Copy, way: string): Promise<void> {
    const files = filesOf(copy.key);
    if (!files) return this.#fetchFolder(copy, way);
    if (copy.state === 'unchecked' && (await this.#isOriginal(copy.key))) return;
    for (const [index, file] of files.entries()) {
      const draft = path.join(way, String(index));
      const sha256 = await this.#deps.objects.get(file, draft, this.#stopping.signal);
      if (file.startsWith('originals/') && sha256 !== path.basename(file))
        throw new ObjectStoreError('damaged', `the content of ${file} doesn't match its name`);
      await mkdir(path.dirname(this.#place(file)), { recursive: true });
      await rm(this.#place(file), { force: true });
      await rename(draft, this.#place(file));
    }
  }

  /** Whether an original that an earlier process left has the bytes that it is named for. */
  async #isOriginal(key: string): Promise<boolean> {
    return (await sha256Of(this.#place(key)).catch(() => '')) === path.basename(key);
  }

  async #fetchFolder(copy: Copy, way: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const checksums = await this.#fetchChecksums(copy.key, way);
      if (copy.state === 'unchecked' && (await this.#isAsKept(copy.key, checksums))) return;
      const damaged = await this.#fetchInto(way, copy.key, checksums);
      if (damaged === null) {
        await acceptTimes(way, checksums);
        // A new folder: what is open of an old one stays as it is.
        await removeHere(this.#deps.dataDir, copy.key);
        await mkdir(path.dirname(this.#place(copy.key)), { recursive: true });
        return rename(way, this.#place(copy.key));
      }
      if (attempt === FETCHES)
        throw new ObjectStoreError('damaged', `${damaged} doesn't match its checksum`);
    }
  }

  async #fetchChecksums(key: string, way: string): Promise<Checksums> {
    const file = `${key}/${CHECKSUMS_FILE}`;
    await this.#deps.objects.get(file, path.join(way, CHECKSUMS_FILE), this.#stopping.signal);
    const checksums = await readChecksums(way);
    if (typeof checksums === 'string')
      throw new ObjectStoreError('damaged', `${file} can't be read`);
    return checksums;
  }

  /** Gives the file whose bytes are others than its checksum says; null: all are right. */
  async #fetchInto(way: string, key: string, { files }: Checksums): Promise<string | null> {
    const { objects } = this.#deps;
    for (const [name, expected] of Object.entries(files)) {
      const file = `${key}/${name}`;
      const sha256 = await objects.get(file, path.join(way, name), this.#stopping.signal);
      if (sha256 !== expected.sha256) return file;
    }
    return null;
  }

  /** Whether a folder that an earlier process left is of the kept checksums, as far as sizes tell; engines tell the rest. */
  async #isAsKept(key: string, kept: Checksums): Promise<boolean> {
    const here = await readChecksums(this.#place(key));
    if (typeof here === 'string') return false;
    for (const [name, { sha256, bytes }] of Object.entries(kept.files)) {
      const found = await stat(path.join(this.#place(key), name)).catch(() => null);
      if (here.files[name]?.sha256 !== sha256 || found?.size !== bytes) return false;
    }
    return true;
  }

  /** Removes what was used longest ago until the rest is within bounds. */
  #evict(): Promise<void> {
    this.#evicting = this.#evicting.then(async () => {
      let bytes = 0;
      for (const copy of this.#copies.values()) bytes += copy.bytes;
      for (const copy of [...this.#copies.values()]) {
        if (bytes <= this.#deps.cacheBytes) break;
        const { bytes: of } = copy;
        if (copy.pins === 0 && (await this.#drop(copy))) bytes -= of;
      }
      this.#isOver = bytes > this.#deps.cacheBytes;
    });
    return this.#evicting;
  }

  /** Removes a copy that nobody reads; false where somebody began to. */
  #drop(copy: Copy): Promise<boolean> {
    return this.#turns.take(copy.key, async () => {
      if (copy.pins > 0 || copy.state === 'absent') return false;
      copy.state = 'absent';
      copy.bytes = 0;
      try {
        await removeHere(this.#deps.dataDir, copy.key);
      } catch (error) {
        // Windows removes nothing that is open.
        this.#deps.log.warn({ err: error, key: copy.key }, "a local copy wasn't removed");
      }
      if (copy.pins === 0) this.#copies.delete(copy.key);
      return true;
    });
  }

  #place(key: string): string {
    return path.join(this.#deps.dataDir, key);
  }

  async #bytesOf(key: string): Promise<number> {
    const files = filesOf(key) ?? (await namesIn(this.#place(key))).map((name) => `${key}/${name}`);
    let bytes = 0;
    for (const file of files)
      bytes += await stat(this.#place(file)).then(
        ({ size }) => size,
        () => 0,
      );
    return bytes;
  }

  /** What people are told where the store isn't there, or refuses; what it lacks stays as it is. */
  async #reaching<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      if (error.kind === 'missing' || error.kind === 'damaged') throw error;
      this.#deps.log.error({ err: error }, 'the object store failed');
      throw error.kind === 'unavailable'
        ? new AppError('unavailable', "The object store isn't responding. Try again in a moment.", {
            cause: error,
            retryAfter: RETRY_S,
          })
        : new AppError(
            'unavailable',
            'The object store refused a request. Ask your admin to check its settings.',
            { cause: error },
          );
    }
  }
}

/** None where it isn't there. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
