import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { CLOSING_RULES, closedTable } from '#src/catalog/close-secrets.ts';
import { readCatalog } from '#src/catalog/generations/catalogs.ts';
import { generationTexts } from '#src/catalog/generations/write.ts';
import { isPersonallyIndexed } from '#src/catalog/personal-columns.ts';
import { indexedValues, scrubValueIndex } from '#src/catalog/scrub-value-index.ts';
import { fieldKey } from '#src/catalog/value-index-file.ts';
import type { Objects } from '#src/objects/objects.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import { revokeResults } from '#src/store/closings.ts';
import { keptPath } from '#src/store/kept-files.ts';
import type { Store } from '#src/store/schema.ts';

export interface CloseStoredDeps {
  readonly store: Store;
  readonly dataDir: string;
  readonly log: Logger;
  readonly objects: Objects;
  /** Writes anew what is kept beside the value index in a version's folder, with its tables changed. */
  readonly rewriteFolder: (
    folder: string,
    change: (table: CatalogTable) => CatalogTable,
  ) => Promise<void>;
}

/**
 * Closes the secret and personal columns of what earlier rules discovered: in the catalogs that are shown, their value
 * indexes and the profiles beside them. Kept results and starter questions go, since they may have values. Before the
 * first question: nobody reads the files yet. What a crash leaves undone is done at the next start.
 */
export async function closeStored(deps: CloseStoredDeps): Promise<void> {
  const { store, log } = deps;
  for (const owner of await outdatedOwners(store)) {
    const hidden = await closeOne(deps, owner);
    if (hidden > 0)
      log.info(
        { owner: owner.id, columns: hidden },
        'columns with secrets are now hidden: GET /clients/{client_id}/schema/status lists them',
      );
  }
}

interface Owner {
  readonly kind: 'workspaces' | 'databases';
  readonly id: string;
  readonly clientId: string;
  /** The workspace whose results and saved questions are of it; null: all workspaces of the tenant. */
  readonly workspaceId: string | null;
  readonly scopeId: string;
  readonly generationId: string;
}

async function outdatedOwners(store: Store): Promise<readonly Owner[]> {
  const workspaces = await store
    .selectFrom('workspaces')
    .innerJoin('generations', 'generations.id', 'workspaces.generation_id')
    .select(['workspaces.id', 'workspaces.client_id', 'generations.id as generation'])
    .where('closing_rules', '<', CLOSING_RULES)
    .execute();
  const databases = await store
    .selectFrom('databases')
    .innerJoin('generations', 'generations.id', 'databases.generation_id')
    .select(['databases.id', 'databases.client_id', 'databases.workspace_id', 'scope_id'])
    .select('generations.id as generation')
    .where('closing_rules', '<', CLOSING_RULES)
    .execute();
  return [
    ...workspaces.map(
      ({ id, client_id: clientId, generation: generationId }): Owner => ({
        ...{ kind: 'workspaces', id, clientId, workspaceId: id, scopeId: id, generationId },
      }),
    ),
    ...databases.map(
      ({ id, client_id, workspace_id, scope_id, generation: generationId }): Owner => ({
        ...{ kind: 'databases', id, clientId: client_id, workspaceId: workspace_id },
        ...{ scopeId: scope_id, generationId },
      }),
    ),
  ];
}

/** Gives the number of columns that are hidden by it. */
async function closeOne(deps: CloseStoredDeps, owner: Owner): Promise<number> {
  const before = await readCatalog(deps.store, owner.generationId, deps.dataDir, 'discovered');
  if (!before) return 0;
  const keys = before.valueIndexes.map((file) => keptPath(deps.dataDir, path.dirname(file)));
  const unpin = await deps.objects.pin(keys);
  try {
    return await closeIn(deps, owner, before);
  } finally {
    unpin();
  }
}

async function closeIn(deps: CloseStoredDeps, owner: Owner, before: Catalog): Promise<number> {
  const indexes = before.valueIndexes.filter((file) => existsSync(file));
  const values = new Map(indexes.flatMap((file) => [...valuesOf(deps, file)]));
  const closed = (table: CatalogTable) =>
    closedTable(table, (column) => values.get(fieldKey(table.name, column)) ?? []);
  const discovered: Catalog = { ...before, tables: before.tables.map(closed) };
  const open = new Set(
    discovered.tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) =>
        !column.hidden && !column.sensitive && isPersonallyIndexed(column.personal)
          ? [fieldKey(name, column.name)]
          : [],
      ),
    ),
  );
  for (const file of indexes) {
    await scrub(deps, file, ({ table, column }) => open.has(fieldKey(table, column)));
    await deps.rewriteFolder(path.dirname(file), closed);
    await deps.objects.keep(keptPath(deps.dataDir, path.dirname(file)));
  }
  await show(deps, owner, discovered);
  const wasHidden = new Set(
    before.tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) => (column.hidden ? [fieldKey(name, column.name)] : [])),
    ),
  );
  return discovered.tables
    .flatMap(({ name, columns }) => columns.map((column) => ({ name, column })))
    .filter(({ name, column }) => column.hidden && !wasHidden.has(fieldKey(name, column.name)))
    .length;
}

/** A damaged index is found, and built again by these rules, elsewhere. */
function valuesOf({ log }: CloseStoredDeps, file: string): ReturnType<typeof indexedValues> {
  try {
    return indexedValues(file);
  } catch (error) {
    log.warn({ err: error, file }, "a value index couldn't be read");
    return new Map();
  }
}

async function scrub(
  { log }: CloseStoredDeps,
  file: string,
  isKept: Parameters<typeof scrubValueIndex>[1],
): Promise<void> {
  await scrubValueIndex(file, isKept).catch((error: unknown) =>
    log.warn({ err: error, file }, "a value index couldn't be rewritten"),
  );
}

async function show({ store, dataDir }: CloseStoredDeps, owner: Owner, discovered: Catalog) {
  const { kind, id, clientId, workspaceId, scopeId, generationId } = owner;
  await store.transaction().execute(async (trx) => {
    const { texts } = await generationTexts(trx, { discovered, scopeId, dataDir });
    await trx
      .updateTable('generations')
      .set({ ...texts, closing_rules: CLOSING_RULES })
      .where('id', '=', generationId)
      .execute();
    // Starter questions name values.
    await trx.updateTable(kind).set({ suggestions: '[]' }).where('id', '=', id).execute();
    await revokeResults(trx, clientId, workspaceId);
  });
}
