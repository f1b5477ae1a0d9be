import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { LoadCatalog } from '#src/files/catalogs.ts';
import type { Folders } from '#src/files/folders.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store } from '#src/store/schema.ts';
import { Turns } from '#src/turns.ts';

/** A generation that is being read: its files stay until `release`. */
export interface PinnedGeneration {
  readonly catalog: Catalog;
  release(): void;
}

/**
 * Counts who reads which generation, and removes engine files that no generation in use names. The counts live in
 * this process: one gateway owns a data folder.
 */
export class Generations {
  readonly #store: Store;
  readonly #folders: Folders;
  readonly #load: LoadCatalog;
  readonly #log: Logger;
  readonly #readers = new Map<string, { count: number; readonly catalog: Catalog }>();
  readonly #turns = new Turns();

  constructor(deps: {
    readonly store: Store;
    readonly folders: Folders;
    readonly loadCatalog: LoadCatalog;
    readonly log: Logger;
  }) {
    this.#store = deps.store;
    this.#folders = deps.folders;
    this.#load = deps.loadCatalog;
    this.#log = deps.log;
  }

  /** Pins what a workspace shows now; null where there is nothing to ask. */
  pin(workspaceId: string): Promise<PinnedGeneration | null> {
    // In turn with the removal of files, which would else take them between the look and the count.
    return this.#turns.take(workspaceId, async () => {
      const row = await this.#store
        .selectFrom('workspaces')
        .select('generation_id')
        .where('id', '=', workspaceId)
        .executeTakeFirst();
      const id = row?.generation_id;
      const catalog = id ? await this.#load(id) : null;
      if (!id || !catalog) return null;
      const reader = this.#readers.get(id) ?? { count: 0, catalog };
      reader.count++;
      this.#readers.set(id, reader);
      let held = true;
      return {
        catalog,
        release: () => {
          if (held) this.#release(id, workspaceId);
          held = false;
        },
      };
    });
  }

  #release(id: string, workspaceId: string): void {
    const reader = this.#readers.get(id)!;
    if (--reader.count > 0) return;
    this.#readers.delete(id);
    this.#sweepIfRetired(id, workspaceId).catch((error: unknown) =>
      this.#log.warn({ err: error, workspaceId }, 'engine files without readers were not removed'),
    );
  }

  async #sweepIfRetired(id: string, workspaceId: string): Promise<void> {
    const current = await this.#store
      .selectFrom('workspaces')
      .select('id')
      .where('generation_id', '=', id)
      .executeTakeFirst();
    if (!current) await this.sweep(workspaceId);
  }

  /** Removes engine files and generations of a workspace that nobody reads and that it does not show. */
  sweep(workspaceId: string): Promise<void> {
    return this.#turns.take(workspaceId, async () => {
      // In this order: a folder that is there belongs to a version that is being made, or was published since, so that
      // it is in one of the two looks that follow.
      const folder = path.join(this.#folders.engine, workspaceId);
      const versions = await readdir(folder).catch(() => []);
      const used = new Set(await this.#inMaking(workspaceId));
      for (const { catalog } of this.#readers.values())
        for (const folder of foldersOf(catalog)) used.add(folder);
      const workspace = await this.#store
        .selectFrom('workspaces')
        .select('generation_id')
        .where('id', '=', workspaceId)
        .executeTakeFirst();
      const current = workspace?.generation_id ?? null;
      const shown = current === null ? null : await this.#load(current);
      if (shown) for (const folder of foldersOf(shown)) used.add(folder);
      await removeUnused(folder, versions, used);
      await this.#removeRows(workspaceId);
    });
  }

  /** Folders of versions on their way to be published, also by another gateway. */
  async #inMaking(workspaceId: string): Promise<string[]> {
    const rows = await this.#store
      .selectFrom('file_versions')
      .innerJoin('files', 'files.id', 'file_versions.file_id')
      .select('file_versions.id')
      .where('files.workspace_id', '=', workspaceId)
      .where('file_versions.status', '=', 'ingesting')
      .execute();
    return rows.map(({ id }) => path.join(this.#folders.engine, workspaceId, id));
  }

  /** One statement, so that a generation that is published meanwhile is not taken for an old one. */
  async #removeRows(workspaceId: string): Promise<void> {
    const read = [...this.#readers.keys()];
    await this.#store
      .deleteFrom('generations')
      .where('workspace_id', '=', workspaceId)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('workspaces')
              .select('workspaces.id')
              .whereRef('workspaces.generation_id', '=', 'generations.id'),
          ),
        ),
      )
      .$if(read.length > 0, (query) => query.where('id', 'not in', read))
      .execute();
  }
}

async function removeUnused(
  folder: string,
  versions: readonly string[],
  used: ReadonlySet<string>,
): Promise<void> {
  for (const version of versions) {
    const full = path.join(folder, version);
    if (!used.has(full)) await rm(full, { recursive: true, force: true });
  }
}

const foldersOf = (catalog: Catalog) =>
  catalog.attachments.map(({ path: file }) => path.dirname(path.resolve(file)));
