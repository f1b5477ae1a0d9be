import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createSchemaEdits } from '#src/catalog/generations/edit.ts';
import {
  createEnrichment,
  ENRICH_JOB,
  type EnqueueEnrichment,
  type EnrichJob,
} from '#src/catalog/generations/enrich.ts';
import { openGenerations } from '#src/catalog/generations/open.ts';
import { republish } from '#src/catalog/generations/republish.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { saveSemantics } from '#src/catalog/semantics/stored.ts';
import { systemClock } from '#src/clock.ts';
import { DISCOVER_JOB } from '#src/databases/discovery-state.ts';
import { openDatabases } from '#src/databases/open.ts';
import type { ServiceEvent } from '#src/events/types.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import type { RunningJob } from '#src/jobs/types.ts';
import type { OpenedStore } from '#src/store/open.ts';
import { createSchemaReads } from '#src/store/schema-reads.ts';
import { shownWorkspace } from '#src/store/shown-workspaces.ts';
import { openFakeServer } from '../../fakes/database-server.ts';
import { eventually } from '../../fakes/eventually.ts';
import { addTenant } from './rows.ts';

export const SHOP = {
  type: 'postgres',
  host: 'db.example.com',
  database: 'shop',
  user: 'ann',
  password: 'tops3cret',
} as const;
export const OWN = { clientId: 't', workspaceId: 'w1' } as const;
export const TENANT = { clientId: 't', workspaceId: null } as const;

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The databases feature with its jobs over a store and a server in memory that holds `orders` and `customers`. */
export async function openHarness(opened: OpenedStore, settings: Record<string, unknown> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-databases-'));
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const config = configSchema.parse({
    data_dir: dataDir,
    databases: settings,
    jobs: { poll_ms: 20 },
  });
  const store = opened.db;
  await addTenant(store);
  const server = await openFakeServer();
  await server.db.run('create table orders (id integer primary key, city text, amount integer)');
  await server.db.run("insert into orders values (1,'Berlin',5), (2,'Paris',7), (3,'Berlin',9)");
  await server.db.run('create table customers (id integer primary key, name text)');
  await server.db.run("insert into customers values (1,'Ann'), (2,'Bob')");
  const generations = openGenerations({ config, store, clock: systemClock, log });
  let discover: (job: RunningJob) => Promise<Readonly<Record<string, unknown>>>;
  const jobs = createJobQueue({
    store,
    kind: opened.kind,
    clock: systemClock,
    log,
    handlers: {
      [DISCOVER_JOB]: (job) => discover(job),
      [ENRICH_JOB]: async (job) => {
        await enrichment.run(job.payload as unknown as EnrichJob, job.signal);
        return undefined;
      },
    },
    leaseMs: 5_000,
    pollMs: 20,
    concurrency: 2,
  });
  const enqueueEnrichment: EnqueueEnrichment = async (trx, generationId, workspaceId) => {
    await jobs.enqueue(trx, { kind: ENRICH_JOB, workspaceId, payload: { generationId } });
  };
  const events: ServiceEvent[] = [];
  const publishEvent = async (_trx: unknown, event: ServiceEvent) => void events.push(event);
  const enrichment = createEnrichment({
    store,
    clock: systemClock,
    loadCatalog: generations.loadCatalog,
    byModel: null,
    publishEvent,
    questions: async ({ tables }) => tables.map(({ label }) => `how many ${label} are there`),
  });
  const addresses = { current: ['93.184.216.34'] as readonly string[] };
  const databases = await openDatabases({
    config,
    store,
    clock: systemClock,
    log,
    generations,
    server: async () => server,
    enqueue: (trx, job) => jobs.enqueue(trx, job),
    enqueueEnrichment,
    publishEvent,
    lookup: async () => addresses.current,
  });
  discover = databases.discover;
  jobs.start();
  const reads = createSchemaReads(store);
  const republishing = {
    store,
    clock: systemClock,
    dataDir,
    enqueueEnrichment,
    sweep: (owner: string) => generations.generations.sweep(owner),
  };
  return {
    ...databases,
    dataDir,
    lines,
    /** What others are told of, in order. */
    events,
    server,
    store,
    jobs,
    config,
    addresses,
    pin: (workspaceId: string) => generations.generations.pin(workspaceId),
    shown: async (workspaceId: string) => (await shownWorkspace(store, workspaceId))!,
    status: (workspaceId: string) => reads.schemaStatus(workspaceId),
    /** Publishes what a workspace shows with a row filter, or without one. */
    filter: (workspaceId: string, row_filter: string | null) =>
      republish(
        republishing,
        { workspaceId, reachesTenant: true },
        {
          closes: true,
          find: () => [],
          save: (trx, { scopeId, clientId }, dropped, at) =>
            saveSemantics(
              trx,
              { scopeId, clientId, createdBy: 'key', at },
              { document: semanticsDocument.parse({ row_filter }), dropped },
            ),
          result: () => undefined,
        },
      ),
    edit: createSchemaEdits(republishing),
    /** Waits until the discovery of what a workspace shows has come to an end. */
    settled: (workspaceId: string): Promise<string> =>
      eventually(
        async () => {
          const { status } = await reads.schemaStatus(workspaceId);
          return (status === 'ready' || status === 'failed') && status;
        },
        () => reads.schemaStatus(workspaceId),
      ),
    /** Waits until no job waits or is at work. */
    idle: () =>
      eventually(async () => {
        const rows = await store.selectFrom('jobs').select('status').execute();
        return rows.every(({ status }) => status === 'succeeded' || status === 'failed');
      }, 'the end of all jobs'),
    async close() {
      await jobs.stop();
      await databases.close();
      await server.db.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
