import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { AssembleInput } from '#src/catalog/assemble.ts';
import { readCatalog } from '#src/catalog/generations/catalogs.ts';
import type { EnqueueEnrichment } from '#src/catalog/generations/enrich.ts';
import {
  markedSensitive,
  markedThroughViews,
  readOverrides,
} from '#src/catalog/generations/overrides.ts';
import { writeGeneration } from '#src/catalog/generations/write.ts';
import type { ProfileVersionInput } from '#src/catalog/profile-version.ts';
import type { CatalogLimits, VersionProfile } from '#src/catalog/version-profile.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { asSourceError, type Connections, type DatabaseLease } from '#src/databases/connections.ts';
import {
  type DiscoverJob,
  DiscoveryFailed,
  failDiscovery,
  isPassing,
} from '#src/databases/discovery-state.ts';
import { catalogNames, physicalKey, tableChoice } from '#src/databases/table-choice.ts';
import type { TableFilter } from '#src/databases/types.ts';
import type { PublishEvent } from '#src/events/types.ts';
import { newId } from '#src/ids.ts';
import { LeaseLost, type RunningJob } from '#src/jobs/types.ts';
import type { Objects } from '#src/objects/objects.ts';
import type { Catalog, PhysicalName } from '#src/plugin-api/catalog.ts';
import type { DataSource, SourceScope, SourceTable } from '#src/plugin-api/data-source.ts';
import { keptPath, recordKept } from '#src/store/kept-files.ts';
import type { DatabaseRow, Store } from '#src/store/schema.ts';

export interface DiscoveryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly connections: Connections;
  /** Holds a folder for each database. */
  readonly folder: string;
  readonly dataDir: string;
  readonly objects: Objects;
  /** Keeps a folder from being removed while it is filled. */
  readonly hold: (folder: string) => Promise<() => Promise<void>>;
  /** Removes what no generation of a database in use names. */
  readonly sweep: (databaseId: string) => Promise<void>;
  readonly profileVersion: (input: ProfileVersionInput) => Promise<VersionProfile>;
  readonly assembleCatalog: (input: AssembleInput) => Promise<Catalog>;
  readonly enqueueEnrichment: EnqueueEnrichment;
  readonly publishEvent: PublishEvent;
  readonly catalogLimits: CatalogLimits;
  readonly maxTables: number;
  readonly timeoutMs: number;
}

/**
 * The handler of the job that discovers a database: tables, profile, value index and relationships become a generation
 * that is shown by one transaction. What was shown before answers until then, and goes on when the discovery fails. A
 * discovery that was asked for anew, or whose database was disconnected, publishes nothing.
 */
export function createDiscovery(
  deps: DiscoveryDeps,
): (job: RunningJob) => Promise<Readonly<Record<string, unknown>>> {
  return async (job) => {
    const about = job.payload as unknown as DiscoverJob;
    const row = await readRow(deps.store, about);
    if (!row) return { superseded: true };
    const timeout = AbortSignal.timeout(deps.timeoutMs);
    try {
      const tables = await discover(deps, job, row, AbortSignal.any([job.signal, timeout]));
      return { tables };
    } catch (error) {
      job.signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      if (error instanceof Superseded) return { superseded: true };
      const known = timeout.aborted ? tookTooLong(deps.timeoutMs) : asSourceError(error);
      if (isPassing(known) && !job.isLastAttempt) throw known;
      deps.log.warn({ err: known, database_id: row.id }, "a database couldn't be read");
      await failDiscovery(deps, about, known);
      return { failed: true };
    }
  };
}

/** The database is gone, or a newer discovery of it was asked for. */
class Superseded extends Error {}

const tookTooLong = (ms: number) =>
  new DiscoveryFailed(
    `Reading the database took longer than ${Math.round(ms / 60_000)} minutes. Choose fewer schemas or tables in "schemas" and "tables".`,
  );

async function readRow(
  store: Store,
  { databaseId, discovery }: DiscoverJob,
): Promise<DatabaseRow | null> {
  const row = await store
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', databaseId)
    .where('discovery', '=', discovery)
    .executeTakeFirst();
  return row ?? null;
}

async function discover(
  deps: DiscoveryDeps,
  job: RunningJob,
  row: DatabaseRow,
  signal: AbortSignal,
): Promise<number> {
  const folder = path.join(deps.folder, row.id, newId('ver'));
  const release = await deps.hold(folder);
  let lease: DatabaseLease | null = null;
  try {
    lease = await deps.connections.take(row.id);
    const { catalog, leftOut } = await read(deps, lease.source, row, folder, signal);
    await publish(deps, job, row, catalog, leftOut);
    return catalog.tables.length;
  } finally {
    lease?.release();
    await release();
    await deps
      .sweep(row.id)
      .catch((error: unknown) =>
        deps.log.warn({ err: error, database_id: row.id }, "old value indexes weren't removed"),
      );
  }
}

/** The catalog as the database shows it now. */
async function read(
  deps: DiscoveryDeps,
  source: DataSource,
  row: DatabaseRow,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly catalog: Catalog; readonly leftOut: readonly string[] }> {
  const scope: SourceScope = { workspaceId: row.workspace_id ?? row.client_id, attachments: [] };
  const { found, leftOut } = await readable(
    source,
    scope,
    chosen(await source.introspect(scope, signal), row, deps.maxTables),
    signal,
  );
  const overrides = await readOverrides(deps.store, row.scope_id);
  await recordKept(deps.store, [keptPath(deps.dataDir, folder)], timestamp(deps.clock.now()));
  await mkdir(folder, { recursive: true });
  const names = catalogNames(
    found.map(({ physical }) => physical),
    await namesBefore(deps, row),
  );
  const limits = deps.catalogLimits;
  const profile = await deps.profileVersion({
    source: looked(source, found),
    scope,
    tables: names,
    marked: markedThroughViews(
      markedSensitive(overrides),
      names.map((named) => ({ ...named, ...readsOf(found, named.physical) })),
    ),
    valueIndexPath: path.join(folder, 'values.sqlite'),
    limits,
    signal,
  });
  await deps.objects.keep(keptPath(deps.dataDir, folder));
  const catalog = await deps.assembleCatalog({
    workspace: {
      clientId: row.client_id,
      workspaceId: row.workspace_id ?? '',
      timezone: 'UTC',
      asOf: null,
    },
    generationId: newId('gen'),
    dialect: source.dialect.name,
    versions: [profile],
    source,
    scope,
    limits,
    signal,
  });
  return { catalog: { ...catalog, databaseId: row.id }, leftOut };
}

/** Tables without those that cannot be read, and what is to be said of these. */
async function readable(
  source: DataSource,
  scope: SourceScope,
  tables: readonly SourceTable[],
  signal: AbortSignal,
): Promise<{ readonly found: readonly SourceTable[]; readonly leftOut: readonly string[] }> {
  const physical = tables.map((table) => table.physical);
  const why = (await source.unreadable?.(scope, physical, signal)) ?? [];
  const found = tables.filter((_, index) => typeof why[index] !== 'string');
  const leftOut = tables.flatMap(({ physical: { schema, table }, isView }, index) => {
    const reason = why[index];
    if (typeof reason !== 'string') return [];
    const name = schema === null ? table : `${schema}.${table}`;
    return `The ${isView ? 'view' : 'table'} "${name}" was left out, because the database can't read it: ${reason}`;
  });
  if (found.length === 0)
    throw new DiscoveryFailed(`None of the tables can be read. ${leftOut[0] ?? ''}`);
  return { found, leftOut };
}

/** What a view among the tables that were found reads. */
function readsOf(found: readonly SourceTable[], physical: PhysicalName) {
  const key = physicalKey(physical);
  const reads = found.find((table) => physicalKey(table.physical) === key)?.reads;
  return reads ? { reads } : {};
}

function chosen(
  found: readonly SourceTable[],
  row: DatabaseRow,
  maxTables: number,
): readonly SourceTable[] {
  const isChosen = tableChoice(JSON.parse(row.tables) as TableFilter);
  const tables = found.filter(({ physical }) => isChosen(physical));
  if (found.length === 0)
    throw new DiscoveryFailed(
      `The user "${row.user_name}" can't see any tables in "${row.database_name}". Grant it SELECT, or set "schemas".`,
    );
  if (tables.length === 0)
    throw new DiscoveryFailed(
      `"tables" matches none of the ${found.length} tables in "${row.database_name}". Correct include and exclude.`,
    );
  if (tables.length > maxTables)
    throw new DiscoveryFailed(
      `"${row.database_name}" has ${tables.length} tables, but the limit is ${maxTables} (databases.max_tables). Choose some with "tables": {"include": […]} or "exclude".`,
    );
  return tables;
}

/** The source with its tables looked up already. */
function looked(source: DataSource, found: readonly SourceTable[]): ProfileVersionInput['source'] {
  return {
    introspect: () => Promise.resolve(found),
    profile: (...args) => source.profile(...args),
    values: (...args) => source.values(...args),
    ...(source.countDistinct ? { countDistinct: (...args) => source.countDistinct!(...args) } : {}),
  };
}

async function namesBefore(
  { store, dataDir }: DiscoveryDeps,
  { generation_id }: DatabaseRow,
): Promise<ReadonlyMap<string, string>> {
  const before =
    generation_id === null ? null : await readCatalog(store, generation_id, dataDir, 'discovered');
  return new Map(before?.tables.map(({ physical, name }) => [physicalKey(physical), name]));
}

async function publish(
  deps: DiscoveryDeps,
  job: RunningJob,
  row: DatabaseRow,
  discovered: Catalog,
  leftOut: readonly string[],
): Promise<void> {
  const at = timestamp(deps.clock.now());
  await job.publish(async (trx) => {
    const moved = await trx
      .updateTable('databases')
      .set({
        generation_id: discovered.generationId,
        table_count: discovered.tables.length,
        left_out: JSON.stringify(leftOut),
        schema_status: 'enriching',
        schema_error: null,
        discovered_at: at,
        schema_updated_at: at,
      })
      .where('id', '=', row.id)
      .where('discovery', '=', row.discovery)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) throw new Superseded();
    await writeGeneration(trx, {
      discovered,
      owner: { databaseId: row.id },
      scopeId: row.scope_id,
      dataDir: deps.dataDir,
      at,
    });
    await deps.enqueueEnrichment(trx, discovered.generationId, row.workspace_id);
  });
}
