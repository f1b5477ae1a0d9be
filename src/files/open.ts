import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { assembleCatalog } from '#src/catalog/assemble.ts';
import type { Generations } from '#src/catalog/generations/generations.ts';
import { profileVersion } from '#src/catalog/profile-version.ts';
import type { Clock } from '#src/clock.ts';
import { crashPointFrom } from '#src/crash-point.ts';
import type { AtCrashPoint } from '#src/files/crash-point.ts';
import type { FilesDeps } from '#src/files/deps.ts';
import { foldersOf } from '#src/files/folders.ts';
import { ingestPlaces } from '#src/files/ingest-places.ts';
import { createParsing, type Parsing } from '#src/files/parsing.ts';
import { receiveUpload } from '#src/files/receive.ts';
import { recoverEnded } from '#src/files/recover.ts';
import { createFilesService, type OpenFilesService } from '#src/files/service.ts';
import type { FilesService, ReceivedUpload } from '#src/files/types.ts';
import { LARGE_BYTES } from '#src/files/upload.ts';
import type { AbandonedJob, JobHandler } from '#src/jobs/types.ts';
import { localObjects, type Objects } from '#src/objects/objects.ts';
import type { WaitingLimits } from '#src/places.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import type { Store } from '#src/store/schema.ts';

export interface OpenFilesDeps {
  readonly config: Pick<Config, 'data_dir' | 'files' | 'workers' | 'catalog' | 'plans'>;
  readonly store: Store;
  readonly generations: Generations;
  readonly clock: Clock;
  readonly log: Logger;
  readonly waiting: WaitingLimits;
  readonly engine: FilesDeps['engine'];
  readonly enqueueEnrichment: FilesDeps['enqueueEnrichment'];
  readonly publishEvent: FilesDeps['publishEvent'];
  readonly enqueue: FilesDeps['enqueue'];
  /** Marks the processes that it starts (`src/child-processes.ts`). */
  readonly processTag: string;
  /** The data folder alone where absent. */
  readonly objects?: Objects;
  /** Where work in progress lies; the data folder where absent. */
  readonly scratch?: string;
  /** Of several features that tests open after each other, which end it; absent: one of its own. */
  readonly parsing?: Parsing;
  /** Tests end the process at named moments with it. */
  readonly atCrashPoint?: AtCrashPoint;
}

/** The files feature, ready for requests. */
export interface OpenFiles {
  readonly service: FilesService;
  /** The handler of `INGEST_JOB`, and what is done where the process ended in each of its attempts. */
  readonly ingest: JobHandler;
  readonly abandon: AbandonedJob;
  /** Builds engine files from originals again; for a data folder that no service uses. */
  readonly rebuild: OpenFilesService['rebuild'];
  /** Reads the form of an upload to disk. */
  receive(request: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<ReceivedUpload>;
  /** The engine that answers for a catalog of files; it reads whole versions only. */
  source(catalog: Pick<Catalog, 'dialect'>): Promise<TabularEngine>;
  /** What an operator should know of stored files; empty where all is well. */
  warnings(): readonly string[];
  /** Begins to look for damaged files, in the background. */
  check(): void;
  /** Gives up what another gateway left in the making that has ended. */
  recoverEnded(gatewayId: string): Promise<void>;
  /** Removes what workspaces left whose rows are gone. */
  forget(workspaceIds: readonly string[]): Promise<void>;
  /** Gives up uploads in progress and ends the workers; what was published stays. */
  close(): Promise<void>;
}

/** Opens the files feature: puts the data folder in order, then takes requests. */
export async function openFiles(deps: OpenFilesDeps): Promise<OpenFiles> {
  const { config, store, clock, log } = deps;
  const folders = foldersOf(config.data_dir, deps.scratch);
  const parsing = deps.parsing ?? parsingOf(config, deps.processTag);
  const service = createFilesService({
    store,
    clock,
    log,
    folders,
    objects: deps.objects ?? localObjects(folders.data),
    generations: deps.generations,
    parse: parsing.parse,
    engine: deps.engine,
    profileVersion,
    assembleCatalog,
    enqueueEnrichment: deps.enqueueEnrichment,
    publishEvent: deps.publishEvent,
    enqueue: deps.enqueue,
    ...limitsOf(config),
    ingestLimits: { ...ingestPlaces(config), waiting: deps.waiting },
    trashHours: config.files.trash_hours,
    checkIntervalMs: config.files.check_interval_ms,
    atCrashPoint: deps.atCrashPoint ?? crashPointFrom(process.env),
  });
  await service.recover();
  const stopSweeping = await keepSwept(service, config.files, log);
  return {
    service,
    ingest: service.ingest,
    abandon: service.abandon,
    rebuild: service.rebuild,
    receive: (request, maxBytes, signal) => {
      if (Number(request.headers['content-length'] ?? 0) >= LARGE_BYTES) parsing.getReady();
      return receiveUpload(request, {
        folder: folders.uploads,
        maxBytes,
        lingerMs: config.files.reject_linger_ms,
        signal,
      });
    },
    source: service.source,
    warnings: () => service.integrity.warnings(),
    check: () => service.integrity.start(),
    recoverEnded: (gatewayId) => recoverEnded(store, gatewayId),
    forget: (workspaceIds) => service.forget(workspaceIds),
    close: async () => {
      await stopSweeping();
      service.close();
      await service.integrity.stop();
      deps.generations.close();
      if (!deps.parsing) await parsing.close();
    },
  };
}

export const parsingOf = (
  { workers, files }: Pick<Config, 'workers' | 'files'>,
  processTag: string,
): Parsing =>
  createParsing({
    threads: workers.parsing_threads,
    heapMb: files.parse_heap_mb,
    timeoutMs: files.parse_timeout_ms,
    processTag,
  });

/**
 * Sweeps every `files.sweep_ms`, first `files.sweep_delay_ms` after the start: until then somebody may see that
 * something is wrong. Gives what ends it.
 */
async function keepSwept(
  service: Pick<OpenFilesService, 'sweep'>,
  { sweep_delay_ms, sweep_ms }: Config['files'],
  log: Logger,
): Promise<() => Promise<void>> {
  const sweep = () =>
    service.sweep().catch((error: unknown) => log.warn({ err: error }, "files weren't cleaned up"));
  if (sweep_delay_ms === 0) await sweep();
  let sweeping = Promise.resolve();
  const go = () => {
    sweeping = sweep();
    timer = setTimeout(go, sweep_ms).unref();
  };
  let timer = setTimeout(go, sweep_delay_ms || sweep_ms).unref();
  return async () => {
    clearTimeout(timer);
    await sweeping;
  };
}

function limitsOf({
  files,
  catalog,
  plans,
}: OpenFilesDeps['config']): Pick<
  FilesDeps,
  'planLimits' | 'parseLimits' | 'catalogLimits' | 'maxAppendedBytes' | 'keptUploads'
> {
  return {
    maxAppendedBytes: files.max_appended_bytes,
    keptUploads: { ms: files.kept_upload_ms, most: files.max_kept_uploads },
    planLimits: (plan) => ({
      maxFiles: plans[plan]?.max_files ?? null,
      maxRows: plans[plan]?.max_rows_per_workspace ?? null,
    }),
    parseLimits: {
      kinds: files.kinds,
      maxTables: files.max_tables_per_file,
      maxColumns: files.max_columns,
      maxRows: files.max_rows,
      maxCellBytes: files.max_cell_bytes,
      maxUnzippedBytes: files.max_unzipped_bytes,
      maxZipRatio: files.max_zip_ratio,
      maxZipEntries: files.max_zip_entries,
      maxHeldWorkbookBytes: files.max_held_workbook_bytes,
      maxJsonDepth: files.max_json_depth,
      readerMemoryMb: files.reader_memory_mb,
    },
    catalogLimits: {
      maxIndexedValues: catalog.max_indexed_values,
      maxIndexedLength: catalog.max_indexed_length,
      maxKeyChecks: catalog.max_key_checks,
      maxContainmentChecks: catalog.max_containment_checks,
    },
  };
}
