import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExpressionBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { LoadCatalog } from '#src/catalog/generations/catalogs.ts';
import { shownCatalog, type Viewer } from '#src/catalog/generations/shown-catalog.ts';
import type { Clock } from '#src/clock.ts';
import type { Objects } from '#src/objects/objects.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import { heldPaths, InMaking } from '#src/store/in-making.ts';
import { forgetKept, keptPath, recordedBelow, recordedOf } from '#src/store/kept-files.ts';
import { prepared } from '#src/store/prepared.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';
import { type ShownWorkspace, shownWorkspace } from '#src/store/shown-workspaces.ts';
import { type StoreTime, storeTime } from '#src/store/store-time.ts';
import { Turns } from '#src/turns.ts';

/** A generation that is being read: its files stay until `release`. */
export interface PinnedGeneration {
  readonly catalog: Catalog;
  release(): void;
}

/** A catalog that is asked over before it is published: it reads the files of the generation `of`. */
export interface CatalogTrial {
  readonly of: string;
  readonly catalog: Catalog;
}

/** A workspace as the caller has just read it. */
export interface SeenWorkspace extends Viewer {
  /** The database that serves it; null: it shows its files, or nothing. */
  readonly databaseId: string | null;
  readonly generationId: string | null;
}

interface Reader {
  count: number;
  readonly catalog: Catalog;
  /** Looks for unused files before it was first read. */
  readonly since: number;
}

/** Numbers of folders that a sweep took away, and of those that the store knows nothing of. */
export interface Swept {
  readonly swept: number;
  readonly unknown: number;
}

/**
 * Counts who reads which generation, and removes files that no generation in use names. A generation belongs to the
 * workspace whose files it shows, or to a connected database; its owner's files lie in the folder of the owner's id.
 * The counts are of this process. Where the store has several gateways, what readers elsewhere may still read stays for
 * `graceMs` after it was last shown, which is longer than any answer.
 */
export class Generations {
  readonly #store: Store;
  readonly #folder: string;
  readonly #load: LoadCatalog;
  readonly #loadDiscovered: LoadCatalog;
  readonly #log: Logger;
  readonly #objects: Objects;
  readonly #readers = new Map<string, Reader>();
  readonly #inMaking: InMaking;
  readonly #graceMs: number;
  readonly #time: StoreTime;
  /** By owner: the next look, when the grace of what was retired is over. */
  readonly #later = new Map<string, NodeJS.Timeout>();
  /** The generation that was last pinned of an owner; none where its unused files were looked for since. */
  readonly #unswept = new Map<string, string>();
  readonly #turns = new Turns();
  /** How often files were looked through for unused ones: whoever retires a generation has that done. */
  #looks = 0;

  constructor(deps: {
    readonly store: Store;
    /** Holds a folder for each owner, and that one a folder for each version. */
    readonly folder: string;
    readonly loadCatalog: LoadCatalog;
    /** As it was discovered: what people said of it may leave its files out for a while. */
    readonly loadDiscovered: LoadCatalog;
    readonly log: Logger;
    readonly objects: Objects;
    readonly clock: Clock;
    /** How long readers of other gateways keep the files of a generation that is no longer shown (milliseconds). */
    readonly graceMs: number;
  }) {
    this.#store = deps.store;
    this.#folder = deps.folder;
    this.#load = deps.loadCatalog;
    this.#loadDiscovered = deps.loadDiscovered;
    this.#log = deps.log;
    this.#objects = deps.objects;
    this.#inMaking = new InMaking(deps);
    const { isShared } = gatewayOf(deps.store);
    this.#graceMs = isShared ? deps.graceMs : 0;
    this.#time = storeTime(isShared ? 'postgres' : 'sqlite', deps.clock);
  }

  /**
   * Pins what a workspace shows now; null where there is nothing to ask. `known`: the workspace or database whose
   * generation it showed a moment ago, where the caller has just read that.
   */
  async pin(workspaceId: string, known?: string): Promise<PinnedGeneration | null> {
    const read = () => shownWorkspace(this.#store, workspaceId);
    let owner = known ?? ownerIfAny(await read());
    while (owner !== null) {
      const own: string = owner;
      // In turn with the removal of files, which would else take them between the look and the count.
      const pinned = await this.#turns.take(own, async () => {
        const shown = await read();
        owner = ownerIfAny(shown);
        return shown && owner === own ? this.#pinShown(shown) : 'changed';
      });
      if (pinned !== 'changed') return this.#here(pinned);
    }
    return null;
  }

  /**
   * Pins what the caller has read a moment ago that a workspace shows. It is read once more only where unused files
   * were looked for since this generation was pinned last: only such a look removes files.
   */
  async pinSeen(seen: SeenWorkspace): Promise<PinnedGeneration | null> {
    const { workspaceId, databaseId, generationId } = seen;
    const owner = databaseId ?? workspaceId;
    const pinned = await this.#turns.take(owner, async () =>
      generationId !== null && this.#unswept.get(owner) === generationId
        ? this.#hold(generationId, owner, seen)
        : null,
    );
    return pinned ? this.#here(pinned) : this.pin(workspaceId, owner);
  }

  /** Has the files of a pinned generation here; behind the turn, in which others would wait for an object store, too. */
  async #here(pinned: PinnedGeneration | null): Promise<PinnedGeneration | null> {
    if (!pinned || !this.#objects.isRemote) return pinned;
    try {
      const keys = foldersOf(pinned.catalog).map((folder) => this.#keptPath(folder));
      const unpin = await this.#objects.pin(keys);
      const release = () => {
        unpin();
        pinned.release();
      };
      return { catalog: pinned.catalog, release };
    } catch (error) {
      pinned.release();
      throw error;
    }
  }

  /** Pins what a workspace shows, and gives a trial in its place; null where that is of another generation by now. */
  async pinTrial(workspaceId: string, trial: CatalogTrial): Promise<PinnedGeneration | null> {
    const pinned = await this.pin(workspaceId);
    if (!pinned || pinned.catalog.generationId === trial.of)
      return pinned && { ...pinned, catalog: shownCatalog(trial.catalog, pinned.catalog) };
    pinned.release();
    return null;
  }

  async #pinShown(shown: ShownWorkspace): Promise<PinnedGeneration | null> {
    const { id: workspaceId, generation_id: id, timezone, as_of: asOf } = shown;
    return id === null ? null : this.#hold(id, ownerOf(shown), { workspaceId, timezone, asOf });
  }

  /** Counts one more reader of a generation whose files are there; in turn with their removal. */
  async #hold(id: string, owner: string, viewer: Viewer): Promise<PinnedGeneration | null> {
    const catalog = await this.#load(id);
    if (!catalog) return null;
    this.#unswept.set(owner, id);
    const reader = this.#readers.get(id) ?? { count: 0, catalog, since: this.#looks };
    reader.count++;
    this.#readers.set(id, reader);
    let held = true;
    return {
      catalog: shownCatalog(catalog, viewer),
      release: () => {
        if (held) this.#release(id, owner);
        held = false;
      },
    };
  }

  #release(id: string, owner: string): void {
    const reader = this.#readers.get(id)!;
    if (--reader.count > 0) return;
    this.#readers.delete(id);
    // Nobody has looked for its files since it was first read: if it is retired, that look is still to come.
    if (reader.since === this.#looks) return;
    this.#sweepIfRetired(id, owner).catch((error: unknown) =>
      this.#log.warn({ err: error, owner }, "unused files weren't removed"),
    );
  }

  async #sweepIfRetired(id: string, owner: string): Promise<void> {
    if ((await this.#currentOf(owner)) !== id) await this.sweep(owner);
  }

  /** The dialect of what an owner shows now; null where it shows nothing. */
  async dialectOf(owner: string): Promise<string | null> {
    const current = await this.#currentOf(owner);
    const catalog = current === null ? null : await this.#load(current);
    return catalog?.dialect ?? null;
  }

  /** The generation that an owner shows now. */
  async #currentOf(owner: string): Promise<string | null> {
    for (const shownBy of [byWorkspace, byDatabase]) {
      const [row] = await shownBy(this.#store, owner);
      if (row) return row.generation_id;
    }
    return null;
  }

  /** Keeps a folder that is being filled from being removed until the returned function is called. */
  hold(folder: string): Promise<() => Promise<void>> {
    return this.#inMaking.hold(this.#keptPath(folder));
  }

  #keptPath(folder: string): string {
    return keptPath(path.dirname(this.#folder), folder);
  }

  /** Removes files and generations of an owner that nobody reads and that it does not show. */
  async sweep(owner: string): Promise<void> {
    await this.moveUnused(owner, async (one) => {
      await this.#objects.remove(one);
      return true;
    });
  }

  /**
   * Takes away files and generations of an owner that nobody reads and that it does not show. Of the files only those
   * that a process of this store wrote: others are counted and stay. `take` moves a folder elsewhere; it gets its path
   * below the data folder and says whether it was there.
   */
  async moveUnused(owner: string, take: (path: string) => Promise<boolean>): Promise<Swept> {
    const { isRemote } = this.#objects;
    const left = await this.#turns.take(owner, async () => {
      this.#looks++;
      this.#unswept.delete(owner);
      // In this order: a folder that is there belongs to a version that is being made, or was published since, so that
      // it is in one of the looks that follow.
      const folder = path.join(this.#folder, owner);
      const versions = await this.#versionsIn(folder);
      const held = await heldPaths(this.#store, `${this.#keptPath(folder)}/`);
      const ingesting = await this.#ingesting(owner);
      const isMade = (one: string) =>
        this.#inMaking.isHeldHere(this.#keptPath(one)) ||
        held.has(this.#keptPath(one)) ||
        ingesting.some(
          (id) => path.basename(one) === id || path.basename(one).startsWith(`${id}-`),
        );
      await this.#retire(owner);
      const used = new Set<string>();
      for (const { catalog } of this.#readers.values())
        for (const folder of foldersOf(catalog)) used.add(folder);
      for (const id of await this.#inUse(owner)) {
        const found = await this.#loadDiscovered(id);
        if (found) for (const folder of foldersOf(found)) used.add(folder);
      }
      const unused = versions
        .map((version) => path.join(folder, version))
        .filter((one) => !used.has(one) && !isMade(one));
      const swept = isRemote ? null : await this.#takeAway(unused, take);
      await this.#removeRows(owner);
      return swept ?? unused;
    });
    // No folder's name is used twice: nobody has to wait for an object store before he may read others.
    return Array.isArray(left) ? this.#takeAway(left, take) : left;
  }

  /** Names of the folders of an owner: where others have some of them, those that the store knows. */
  async #versionsIn(folder: string): Promise<readonly string[]> {
    if (!this.#objects.isRemote) return readdir(folder).catch(() => []);
    const recorded = await recordedBelow(this.#store, `${this.#keptPath(folder)}/`);
    return recorded.map((one) => path.posix.basename(one));
  }

  /** Notes that generations of an owner are not shown any more, and looks again when the time of their readers is over. */
  async #retire(owner: string): Promise<void> {
    if (this.#graceMs === 0) return;
    await this.#store
      .updateTable('generations')
      .set({ retired_at: this.#time.at(0) })
      .where((e) => e.or([e('workspace_id', '=', owner), e('database_id', '=', owner)]))
      .where('retired_at', 'is', null)
      .where((e) => notShown(e))
      .execute();
  }

  /** The generations of an owner that are shown, or were until a moment ago, so that readers elsewhere may read them. */
  async #inUse(owner: string): Promise<readonly string[]> {
    const current = await this.#currentOf(owner);
    if (this.#graceMs === 0) return current === null ? [] : [current];
    const retired = await this.#store
      .selectFrom('generations')
      .select('id')
      .where((e) => e.or([e('workspace_id', '=', owner), e('database_id', '=', owner)]))
      .where((e) =>
        e.or([e('retired_at', 'is', null), e('retired_at', '>', this.#time.at(-this.#graceMs))]),
      )
      .execute();
    const resting = retired.map(({ id }) => id).filter((id) => id !== current);
    if (resting.length > 0) this.#lookLater(owner);
    return current === null ? resting : [current, ...resting];
  }

  #lookLater(owner: string): void {
    if (this.#later.has(owner)) return;
    const look = () => {
      this.#later.delete(owner);
      this.sweep(owner).catch((error: unknown) =>
        this.#log.warn({ err: error, owner }, "unused files weren't removed"),
      );
    };
    this.#later.set(owner, setTimeout(look, this.#graceMs + LOOK_LATER_MS).unref());
  }

  /** Ends looks that are still to come. */
  close(): void {
    for (const timer of this.#later.values()) clearTimeout(timer);
    this.#later.clear();
  }

  async #takeAway(
    folders: readonly string[],
    take: (path: string) => Promise<boolean>,
  ): Promise<Swept> {
    const dataDir = path.dirname(this.#folder);
    const paths = folders.map((one) => keptPath(dataDir, one));
    const recorded = await recordedOf(this.#store, paths);
    let swept = 0;
    for (const one of recorded) if (await take(one)) swept++;
    await forgetKept(this.#store, [...recorded]);
    return { swept, unknown: paths.length - recorded.size };
  }

  /** Ids of file versions on their way to be published, also by another gateway; their folders begin with them. */
  async #ingesting(workspaceId: string): Promise<readonly string[]> {
    const rows = await this.#store
      .selectFrom('file_versions')
      .innerJoin('files', 'files.id', 'file_versions.file_id')
      .select('file_versions.id')
      .where('files.workspace_id', '=', workspaceId)
      .where('file_versions.status', '=', 'ingesting')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** One statement, so that a generation that is published meanwhile is not taken for an old one. */
  async #removeRows(owner: string): Promise<void> {
    const read = [...this.#readers.keys()];
    await this.#store
      .deleteFrom('generations')
      .where((e) => e.or([e('workspace_id', '=', owner), e('database_id', '=', owner)]))
      .where((e) => notShown(e))
      .$if(this.#graceMs > 0, (query) =>
        query.where('retired_at', '<=', this.#time.at(-this.#graceMs)),
      )
      .$if(read.length > 0, (query) => query.where('id', 'not in', read))
      .execute();
  }
}

/** Whether nothing shows a generation. */
const notShown = (e: ExpressionBuilder<StoreSchema, 'generations'>) =>
  e.and(
    (['workspaces', 'databases'] as const).map((table) =>
      e.not(
        e.exists(
          e
            .selectFrom(table)
            .select(`${table}.id`)
            .whereRef(`${table}.generation_id`, '=', 'generations.id'),
        ),
      ),
    ),
  );

/** Milliseconds after the time of readers is over. */
const LOOK_LATER_MS = 1_000;

const byWorkspace = prepared((db) =>
  db.selectFrom('workspaces').select('generation_id').where('id', '=', ''),
);
const byDatabase = prepared((db) =>
  db.selectFrom('databases').select('generation_id').where('id', '=', ''),
);

const ownerIfAny = (shown: ShownWorkspace | null) => shown && ownerOf(shown);
const ownerOf = (shown: ShownWorkspace) => shown.database_id ?? shown.id;

const foldersOf = (catalog: Catalog) =>
  [...catalog.attachments.map(({ path: file }) => file), ...catalog.valueIndexes].map((file) =>
    path.dirname(path.resolve(file)),
  );
