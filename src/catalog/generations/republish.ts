import type { Transaction } from 'kysely';
import { readCatalog } from '#src/catalog/generations/catalogs.ts';
import type { EnqueueEnrichment } from '#src/catalog/generations/enrich.ts';
import { writeGeneration } from '#src/catalog/generations/write.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { closingsOf, revokeResults } from '#src/store/closings.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';
import { type ShownWorkspace, shownWorkspace } from '#src/store/shown-workspaces.ts';

export interface RepublishDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly enqueueEnrichment: EnqueueEnrichment;
  /** Removes what no generation in use names. */
  readonly sweep: (owner: string) => Promise<void>;
}

export interface RepublishTarget {
  readonly workspaceId: string;
  /** Whether the caller may change what other workspaces of the tenant see too. */
  readonly reachesTenant: boolean;
}

/** Where what people say is kept. */
export interface SemanticScope {
  /** The workspace, or the tenant for a database of all its workspaces. */
  readonly scopeId: string;
  readonly clientId: string;
  /** Null: all workspaces of the tenant. */
  readonly workspaceId: string | null;
}

/** A change to what is said of the data, for a catalog as it was discovered; `find` throws where it does not fit. */
export interface Change<Found, Result> {
  find(discovered: Catalog): Found;
  /** Whether something is no longer to be seen: kept results and starter questions go. */
  readonly closes: boolean;
  save(
    trx: Transaction<StoreSchema>,
    scope: SemanticScope,
    found: Found,
    at: string,
  ): Promise<void>;
  result(made: Catalog, found: Found): Result;
  readonly settle?: Settle<Result> | undefined;
}

/** Attempts against others that publish to the same workspace. */
const MAX_ATTEMPTS = 5;

/**
 * Publishes a generation with a change to what is said of the data, for questions that are asked from now on. Fails
 * with `no_data`, `forbidden`, `conflict`, and what `find` throws.
 */
export async function republish<Found, Result>(
  deps: RepublishDeps,
  target: RepublishTarget,
  change: Change<Found, Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const shown = await shownWorkspace(deps.store, target.workspaceId);
    if (!shown?.generation_id)
      throw new AppError('no_data', 'There are no tables to describe yet. Add data first.');
    const done = await deps.store
      .transaction()
      .execute((trx) => publishIn(trx, deps, shown, target, change));
    if (done === 'outdated') continue;
    await closingsOf(deps.store).close({ workspaceIds: done.closed });
    await deps.sweep(shown.database_id ?? shown.id);
    return done.result;
  }
  throw new AppError('conflict', 'The tables kept changing. Try again in a moment.');
}

async function publishIn<Found, Result>(
  trx: Transaction<StoreSchema>,
  { clock, dataDir, enqueueEnrichment }: RepublishDeps,
  shown: ShownWorkspace,
  target: RepublishTarget,
  change: Change<Found, Result>,
): Promise<{ readonly result: Result; readonly closed: readonly string[] } | 'outdated'> {
  const before = await readCatalog(trx, shown.generation_id!, dataDir, 'discovered');
  if (!before) return 'outdated';
  const found = change.find(before);
  const scope = await semanticScope(trx, shown);
  if (scope.workspaceId === null && !target.reachesTenant) throw ofTheTenant();
  const at = timestamp(clock.now());
  const discovered = { ...before, generationId: newId('gen') };
  const moved = await trx
    .updateTable(shown.database_id === null ? 'workspaces' : 'databases')
    .set({
      generation_id: discovered.generationId,
      schema_updated_at: at,
      // Starter questions name values.
      ...(change.closes ? { suggestions: '[]' } : {}),
    })
    .where('id', '=', shown.database_id ?? shown.id)
    .where('generation_id', '=', shown.generation_id)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return 'outdated';
  await change.save(trx, scope, found, at);
  const owner =
    shown.database_id === null ? { workspaceId: shown.id } : { databaseId: shown.database_id };
  const { scopeId } = scope;
  const made = await writeGeneration(trx, { discovered, owner, scopeId, dataDir, at });
  // Kept results hold the values of columns as they were open.
  const closed = change.closes
    ? await revokeResults(trx, shown.client_id, await servedBy(trx, shown))
    : [];
  await enqueueEnrichment(trx, discovered.generationId, scope.workspaceId);
  const result = change.result(made, found);
  await change.settle?.(trx, result);
  return { result, closed };
}

export const ofTheTenant = () =>
  new AppError(
    'forbidden',
    'This database serves all workspaces of the tenant. Use a tenant-level key to change its tables.',
  );

/** The scope of what a workspace shows: its own, or the tenant's for the database of all its workspaces. */
export async function semanticScope(db: Store, shown: ShownWorkspace): Promise<SemanticScope> {
  const workspaceId = await servedBy(db, shown);
  return { scopeId: workspaceId ?? shown.client_id, clientId: shown.client_id, workspaceId };
}

/** The workspace itself where its data is its own; null where it shows the database of its tenant. */
async function servedBy(db: Store, { id, database_id }: ShownWorkspace): Promise<string | null> {
  if (database_id === null) return id;
  const database = await db
    .selectFrom('databases')
    .select('workspace_id')
    .where('id', '=', database_id)
    .executeTakeFirst();
  return database?.workspace_id === id ? id : null;
}
