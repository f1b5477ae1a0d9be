import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  markedSensitive,
  markedThroughViews,
  readOverrides,
} from '#src/catalog/generations/overrides.ts';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import {
  attachmentName,
  engineFileName,
  VALUES_FILE,
  writeProfile,
} from '#src/files/version-folder.ts';
import { writeChecksums } from '#src/objects/checksums.ts';
import { syncToDisk } from '#src/objects/sync-to-disk.ts';
import type { CatalogTable, ViewReads } from '#src/plugin-api/catalog.ts';
import type { EngineLoad, SourceScope, TabularEngine } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { forgetKept, keptPath, recordKept } from '#src/store/kept-files.ts';
import type { ParsedTable } from '#workers/protocol.ts';

type BuildDeps = Pick<
  FilesDeps,
  | 'store'
  | 'clock'
  | 'folders'
  | 'objects'
  | 'engine'
  | 'profileVersion'
  | 'catalogLimits'
  | 'atCrashPoint'
>;

export interface BuildRequest {
  readonly workspaceId: string;
  readonly versionId: string;
  /** Does not exist yet. */
  readonly folder: string;
  readonly tables: readonly ParsedTable[];
  /** By the name of its dialect; null: the configured one. */
  readonly engine: string | null;
  /** Its folder and its load, where they were begun before its tables were known. */
  readonly begun?: BegunVersion | null;
  onStage?(stage: 'profiling'): void;
  /** Rows that the engine has taken so far. */
  onBuilt?(rows: number): void;
}

/** The folder of a version whose tables are still being read, and the load that waits for them. */
export interface BegunVersion {
  readonly engine: TabularEngine;
  readonly file: string;
  readonly loading: EngineLoad;
  /** Rows of its only table, where they are in it already. */
  readonly loadedRows?: number;
  /** Ends the load and removes the folder. */
  abort(): Promise<void>;
}

/** Makes the folder of a version and starts its load: an engine takes a while to get ready, and files one to be read. */
export async function beginVersion(
  deps: BuildDeps,
  request: Pick<BuildRequest, 'folder' | 'engine'>,
  signal: AbortSignal,
): Promise<BegunVersion> {
  const { folder } = request;
  const kept = [keptPath(deps.folders.data, folder)];
  await recordKept(deps.store, kept, timestamp(deps.clock.now()));
  await mkdir(folder, { recursive: true });
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    // What isn't removed everywhere stays recorded, and is swept.
    await Promise.all(kept.map((key) => deps.objects.remove(key)))
      .then(() => forgetKept(deps.store, kept))
      .catch(() => {});
  };
  try {
    const engine = await deps.engine(request.engine);
    const file = path.join(folder, engineFileName(engine.dialect.name));
    const loading = await engine.beginLoad(file, signal);
    const abort = async () => {
      await loading.abort().catch(() => {});
      await remove();
    };
    return { engine, file, loading, abort };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Makes the immutable folder of a file version: the engine file, the value index and what discovery learnt. Nothing
 * names the folder yet; it is removed when this fails.
 */
export async function buildVersion(
  deps: BuildDeps,
  request: BuildRequest,
  signal: AbortSignal,
): Promise<VersionProfile> {
  const { folder, versionId } = request;
  const begun = request.begun ?? (await beginVersion(deps, request, signal));
  const { engine, file } = begun;
  try {
    await load(begun, request);
    deps.atCrashPoint('engine-committed');
    request.onStage?.('profiling');
    const scope: SourceScope = {
      workspaceId: request.workspaceId,
      attachments: [{ name: attachmentName(versionId), path: file }],
    };
    const found = await deps.profileVersion({
      source: engine,
      scope,
      tables: request.tables.map(({ tableName }) => ({
        physical: { database: attachmentName(versionId), schema: 'main', table: tableName },
        name: tableName,
      })),
      marked: markedThroughViews(
        markedSensitive(await readOverrides(deps.store, request.workspaceId)),
        request.tables.map((table) => ({
          name: table.tableName,
          physical: {
            database: attachmentName(versionId),
            schema: 'main',
            table: table.tableName,
          },
          reads: readsOf(table),
        })),
      ),
      valueIndexPath: path.join(folder, VALUES_FILE),
      limits: deps.catalogLimits,
      signal,
    });
    requireWhole(found, request.tables);
    const profile = withFileFacts(found, request.tables);
    await writeProfile(folder, profile);
    await writeChecksums(folder);
    await syncToDisk(path.dirname(folder));
    await deps.objects.keep(keptPath(deps.folders.data, folder));
    deps.atCrashPoint('profiled');
    return profile;
  } catch (error) {
    await begun.abort();
    throw error;
  }
}

async function load(
  { loading, loadedRows }: BegunVersion,
  { tables, onBuilt }: Pick<BuildRequest, 'tables' | 'onBuilt'>,
): Promise<void> {
  try {
    let built = 0;
    for (const table of tables) {
      const rows = loadedRows ?? (await loading.append(table));
      built += rows;
      onBuilt?.(built);
      if (rows !== table.rowCount)
        throw new Error(
          `the engine loaded ${rows} rows of table "${table.tableName}", the file has ${table.rowCount}`,
        );
    }
    await loading.commit();
  } catch (error) {
    // The file is too large for the engine: no fault of the service.
    if (error instanceof SourceError && error.kind === 'too_large')
      throw new AppError('upload_unreadable', error.message, { cause: error });
    throw error;
  }
}

/** A table that discovery does not see would silently be missing from answers. */
function requireWhole(profile: VersionProfile, tables: readonly ParsedTable[]): void {
  for (const { tableName, rowCount, columns } of tables) {
    const seen = profile.tables.find(({ table }) => table.name === tableName)?.table;
    if (seen?.rowCount !== rowCount || seen.columns.length !== columns.length)
      throw new Error(`the engine does not show table "${tableName}" as it was loaded`);
  }
}

/** What only the file shows of tables and columns: units of cells, guesses, rows of sums, what was made of what. */
function withFileFacts(profile: VersionProfile, parsed: readonly ParsedTable[]): VersionProfile {
  const byName = new Map(parsed.map((table) => [table.tableName, table]));
  return {
    ...profile,
    tables: profile.tables.map(({ table, ...rest }) => {
      const known = byName.get(table.name);
      return { ...rest, table: known ? factsOf(table, known) : table };
    }),
  };
}

function factsOf(table: CatalogTable, parsed: ParsedTable): CatalogTable {
  const details = new Map(parsed.columnDetails.map((detail) => [detail.name, detail]));
  const reads = readsOf(parsed);
  const { totalRows, doubtfulRows, coveredBy, derived } = parsed;
  return {
    ...table,
    ...(totalRows ? { totalRows } : {}),
    ...(doubtfulRows ? { doubtfulRows } : {}),
    ...(coveredBy === undefined ? {} : { coveredBy }),
    ...(derived ? { derived: { kind: derived.kind, of: derived.of } } : {}),
    ...(reads ? { reads } : {}),
    ...(parsed.decisions.union === false ? { apart: true as const } : {}),
    columns: table.columns.map((column) => {
      const detail = details.get(column.name);
      return {
        ...column,
        // Units that the cells carried (`$5`, `12 %`) are better evidence than names.
        unit: detail?.unit ?? column.unit,
        ...(detail?.guess ? { guess: detail.guess } : {}),
        ...(detail?.unread ? { unread: detail.unread } : {}),
        ...(detail?.addsUp ? { additive: true, additiveSaid: true as const } : {}),
      };
    }),
  };
}

/** Which columns others are made of, so that what people close there is closed here, too; undefined: none. */
function readsOf({ tableName, columnDetails, derived }: ParsedTable): ViewReads | undefined {
  const own = columnDetails.flatMap(({ name, asWrittenOf }) =>
    asWrittenOf === null ? [] : [[name, [{ table: tableName, column: asWrittenOf }]] as const],
  );
  const all = [...Object.entries(derived?.reads ?? {}), ...own];
  if (all.length === 0) return undefined;
  const columns = all.map(
    ([name, reads]) => [name, reads.map((read) => ({ schema: 'main', ...read }))] as const,
  );
  return { columns: Object.fromEntries(columns), elsewhere: [] };
}
