import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { type OpenAsk, openAsk } from '#src/ask/open.ts';
import type { Answer, AskEvent, AskRequest } from '#src/ask/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openTestDuckdb } from '../../../fakes/duckdb-parser.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../../fakes/offline-catalog.ts';
import { sharedPlanners } from '../../../fakes/planners.ts';
import { sqliteStore } from '../../../fakes/stores.ts';
import { request, world } from '../harness.ts';
import { chunksOf } from '../memory-source.ts';
import { seedWorkspaces } from '../store.ts';

/** The pipeline over CSV files of ours: planner, guard, checks and engine are the real ones. */
export interface CompanyWorld {
  readonly data: OfflineCatalog;
  /** SQL that ran, oldest first; set its length to 0 to forget it. */
  readonly ran: string[];
  readonly open: OpenAsk;
  /** The plan of an answer that was given in a chat. */
  queryOf(traceId: string): Promise<Query | null>;
  ask(question: string, over?: Partial<AskRequest>, signal?: AbortSignal): Promise<Answer>;
  events(question: string, over?: Partial<AskRequest>): Promise<readonly AskEvent[]>;
  close(): Promise<void>;
}

export async function openCompany(
  generate: (folder: string) => Promise<unknown>,
  asOf: string,
  settings: Readonly<Record<string, unknown>> = {},
  change: (catalog: Catalog) => Catalog = (catalog) => catalog,
): Promise<CompanyWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-analytics-'));
  await generate(folder);
  const data = await catalogFromCsvFolder(folder);
  const catalog = change({ ...data.catalog, asOf });
  const duckdb = await openTestDuckdb();
  const store = await sqliteStore();
  await seedWorkspaces(store.db);
  const { deps } = world(store.db, path.join(folder, 'spool'));
  const dialect = createDuckdbDialect(duckdb);
  const ran: string[] = [];
  const service = openAsk({
    ...deps,
    planners: sharedPlanners(),
    store: store.db,
    config: configSchema.parse({ ask: settings }),
    log: pino({ level: 'silent' }),
    pinGeneration: async () => ({ catalog, release: () => {} }),
    guard: createGuard({
      maxSqlBytes: 65_536,
      maxDepth: 50,
      maxWeight: 100_000,
      keptVerdicts: 100,
    }),
    sourceOf: async () => ({
      dialect,
      query: ({ sql }) => {
        ran.push(sql);
        return chunksOf(data, sql);
      },
    }),
  });
  // As the service does before it takes questions.
  await service.ready();
  const run = async (
    question: string,
    over: Partial<AskRequest> = {},
    signal = new AbortController().signal,
  ) => {
    const prepared = await service.service.prepare(request({ question, ...over }));
    const running = service.service.run(prepared, signal);
    const events: AskEvent[] = [];
    for (;;) {
      const step = await running.next();
      if (step.done) return { answer: step.value, events };
      events.push(step.value);
    }
  };
  return {
    data,
    ran,
    open: service,
    queryOf: (traceId) => deps.conversations.queryOf(traceId),
    ask: async (...args) => (await run(...args)).answer,
    events: async (question, over) => (await run(question, over)).events,
    async close() {
      await service.close();
      await store.dispose();
      await data.close();
      duckdb.close();
      await rm(folder, { recursive: true });
    },
  };
}
