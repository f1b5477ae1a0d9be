import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { emptyWorkspace } from '#src/accounts/create.ts';
import type { SeenWorkspace } from '#src/catalog/generations/generations.ts';
import { openGenerations } from '#src/catalog/generations/open.ts';
import { systemClock, timestamp } from '#src/clock.ts';
import { crashPointFrom } from '#src/crash-point.ts';
import type { ServiceEvent } from '#src/events/types.ts';
import { INGEST_JOB } from '#src/files/background.ts';
import type { AtCrashPoint } from '#src/files/crash-point.ts';
import { foldersOf } from '#src/files/folders.ts';
import { openFiles as open, parsingOf } from '#src/files/open.ts';
import type { Parsing } from '#src/files/parsing.ts';
import type { ReceivedUpload, WorkspaceAddress } from '#src/files/types.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { openStore } from '#src/store/open.ts';
import type { Store } from '#src/store/schema.ts';
import { createFileDuckDb } from '../../fakes/file-duckdb.ts';
import { layEmptySqlite } from '../../fakes/stores.ts';
import { waitingForTests } from '../../fakes/waiting.ts';

const AT = timestamp(new Date('2026-11-01T00:00:00Z'));

export const ADDRESS: WorkspaceAddress = {
  clientId: 'tenant',
  workspaceId: 'ws_1',
  principal: {
    accountId: 'account',
    accountType: 'standard',
    plan: 'free',
    key: {
      id: 'key',
      name: 'key',
      prefix: 'plumb_live_xxxxx',
      environment: 'live',
      scope: 'full',
      sample: false,
      allowedOrigins: [],
    },
    clientId: 'tenant',
    workspaceId: null,
    endUserId: null,
    policy: NO_ROW_POLICY,
  },
};

export async function addWorkspace(db: Store, id = 'ws_1'): Promise<void> {
  const known = await db.selectFrom('accounts').select('id').execute();
  if (known.length === 0) {
    const account = {
      id: 'account',
      type: 'standard' as const,
      plan: 'free',
      name: 'n',
      email: null,
    };
    await db
      .insertInto('accounts')
      .values({ ...account, created_at: AT })
      .execute();
    const tenant = { id: 'tenant', account_id: 'account', name: 'n', slug: 'n' };
    await db
      .insertInto('tenants')
      .values({ ...tenant, created_at: AT })
      .execute();
  }
  await db
    .insertInto('workspaces')
    .values({
      id,
      client_id: 'tenant',
      name: id,
      slug: id,
      ...emptyWorkspace,
      created_at: AT,
    })
    .execute();
}

const TAG = '--plumbline=test';
const IS_MOCHA = 'after' in globalThis;
/** Threads that read files, for all harnesses of a process that runs tests: they load hundreds of modules. */
let parsing: Parsing | null = null;
globalThis.after?.(() => parsing?.close());
function sharedParsing(config: Parameters<typeof parsingOf>[0]): Parsing {
  parsing ??= parsingOf(config, TAG);
  return parsing;
}

export interface FilesHarness extends Awaited<ReturnType<typeof openFiles>> {}

/** The files feature over a data folder: SQLite (unless a store is given), a parsing pool and DuckDB files. */
export async function openFiles(
  dataDir: string,
  options: {
    readonly plan?: { readonly max_files?: number; readonly max_rows_per_workspace?: number };
    readonly atCrashPoint?: AtCrashPoint;
    readonly store?: Store;
    readonly kind?: 'sqlite' | 'postgres';
    /** How long after the opening nothing is swept; at once where absent. */
    readonly sweepDelayMs?: number;
    /** Awaited before the engine file of a version is begun. */
    readonly beforeLoad?: (file: string) => Promise<void>;
    /** DuckDB in this process where absent. */
    readonly engine?: TabularEngine;
  } = {},
) {
  const log = pino({ level: 'silent' });
  const file = path.join(dataDir, 'plumbline.db');
  if (!options.store) await layEmptySqlite(file);
  const opened = options.store ? null : await openStore({ url: null, path: file, pool: 2, log });
  const store = options.store ?? opened!.db;
  const duckDb = options.engine ?? createFileDuckDb();
  const engine: TabularEngine = {
    ...duckDb,
    async beginLoad(file, signal) {
      await options.beforeLoad?.(file);
      return duckDb.beginLoad(file, signal);
    },
  };
  const config = configSchema.parse({
    data_dir: dataDir,
    files: { parse_heap_mb: 512, sweep_delay_ms: options.sweepDelayMs ?? 0 },
    workers: { parsing_threads: 1 },
    plans: { free: options.plan ?? {} },
  });
  const { generations, loadCatalog } = openGenerations({ config, store, clock: systemClock, log });
  const events: ServiceEvent[] = [];
  let opening: Awaited<ReturnType<typeof open>> | null = null;
  const jobs = createJobQueue({
    store,
    kind: options.kind ?? 'sqlite',
    clock: systemClock,
    log,
    handlers: { [INGEST_JOB]: (job) => opening!.ingest(job) },
    abandoned: { [INGEST_JOB]: (job) => opening!.abandon(job) },
    leaseMs: 5_000,
    pollMs: 20,
    concurrency: 4,
    alone: true,
  });
  const files = await open({
    waiting: waitingForTests(),
    config,
    store,
    generations,
    clock: systemClock,
    log,
    engine: () => Promise.resolve(engine),
    enqueueEnrichment: async (trx, generationId, workspaceId) => {
      await trx.insertInto('jobs').values(enrichmentJob(workspaceId, generationId)).execute();
    },
    publishEvent: async (_trx, event) => void events.push(event),
    enqueue: (trx, job) => jobs.enqueue(trx, job),
    ...(IS_MOCHA && { parsing: sharedParsing(config) }),
    processTag: TAG,
    atCrashPoint: options.atCrashPoint ?? crashPointFrom({}),
  });
  opening = files;
  return {
    ...files,
    /** Not started. */
    jobs,
    /** What others are told of, in order. */
    events,
    loadCatalog,
    pin: (workspaceId: string) => generations.pin(workspaceId),
    pinSeen: (seen: SeenWorkspace) => generations.pinSeen(seen),
    sweep: (owner: string) => generations.sweep(owner),
    store,
    folders: foldersOf(dataDir),
    close: async () => {
      await jobs.stop();
      await files.close();
      await opened?.close();
    },
  };
}

const enrichmentJob = (workspaceId: string | null, generationId: string) => ({
  id: randomUUID(),
  kind: 'schema.enrich',
  workspace_id: workspaceId,
  payload: JSON.stringify({ generationId }),
  status: 'queued' as const,
  attempts: 0,
  max_attempts: 5,
  run_at: AT,
  lease_owner: null,
  lease_until: null,
  fencing_token: 0,
  progress: '{}',
  result: null,
  error: null,
  created_at: AT,
  updated_at: AT,
});

/** What the receiver leaves behind for some content. */
export async function received(
  dataDir: string,
  filename: string,
  content: string | Uint8Array,
  rest: Partial<Pick<ReceivedUpload, 'force' | 'mapping' | 'append'>> = {},
): Promise<ReceivedUpload> {
  const { uploads } = foldersOf(dataDir);
  await mkdir(uploads, { recursive: true });
  const target = path.join(uploads, randomUUID());
  await writeFile(target, content);
  return {
    filename,
    path: target,
    byteSize: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    force: false,
    mapping: null,
    ...rest,
  };
}

/** The files below a folder, relative to it, in order; looked at again where one goes away meanwhile. */
export async function filesBelow(folder: string): Promise<string[]> {
  for (;;) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await access(folder);
    }
  }
}
