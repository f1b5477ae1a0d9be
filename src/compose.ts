import path from 'node:path';
import type { Express } from 'express';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '#config/schema.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { ensureLocalAccount } from '#src/accounts/local-account.ts';
import { ensureSampleAccount, readSample } from '#src/accounts/sample-account.ts';
import { createAccountsService } from '#src/accounts/service.ts';
import type { AskDeps, ModelDeps } from '#src/ask/deps.ts';
import { openAsk } from '#src/ask/open.ts';
import { createBudgetList } from '#src/budgets/budget-list.ts';
import { createBudgetPolicy } from '#src/budgets/policy.ts';
import { createUsage } from '#src/budgets/usage.ts';
import { createSchemaEdits } from '#src/catalog/generations/edit.ts';
import {
  createEnrichment,
  ENRICH_JOB,
  type EnqueueEnrichment,
  type EnrichJob,
} from '#src/catalog/generations/enrich.ts';
import { openGenerations } from '#src/catalog/generations/open.ts';
import { shownCatalog } from '#src/catalog/generations/shown-catalog.ts';
import { schemaView } from '#src/catalog/schema-view.ts';
import { createSemantics } from '#src/catalog/semantics/service.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import type { Clock } from '#src/clock.ts';
import { openConversations } from '#src/conversations/open.ts';
import { databaseServers } from '#src/database-servers.ts';
import { DISCOVER_JOB } from '#src/databases/discovery-state.ts';
import { type OpenDatabases, openDatabases } from '#src/databases/open.ts';
import { AppError } from '#src/errors.ts';
import { type OpenFiles, openFiles } from '#src/files/open.ts';
import { createPreview } from '#src/files/preview.ts';
import { createApp } from '#src/http/app.ts';
import { serviceStops } from '#src/http/dispatch.ts';
import { serviceRoutes } from '#src/http/service-routes.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import type { RunningJob } from '#src/jobs/types.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import { createPluginHost, type HostedPlugin, type PluginHost } from '#src/plugin-host.ts';
import { readRows } from '#src/read-rows.ts';
import { openResults } from '#src/results/open.ts';
import { ingestSample } from '#src/sample/ingest.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openStore } from '#src/store/open.ts';
import type { Store } from '#src/store/schema.ts';
import { createSchemaReads } from '#src/store/schema-reads.ts';

/** Plugins that ship with the service. */
const BUILT_IN = {
  source: ['duckdb', 'alasql'],
  database: ['postgres', 'mysql'],
  model: ['ai-sdk'],
} as const;

export interface ComposeDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where users reach the service; known when it listens. */
  readonly serverUrl: () => string;
}

/** The whole service, ready for requests. */
export interface Service {
  readonly app: Express;
  /** The key of the local account on the first start of a data folder, for the only time. */
  readonly firstKey: string | null;
  /** The public sample key; null where the sample is switched off. */
  readonly sampleKey: string | null;
  /** Ends open streams with `error` and `done`, cancels calls in flight, refuses new ones. */
  stop(): void;
  /** Gives jobs back and closes everything, in the reverse order of opening. */
  close(): Promise<void>;
}

/** Constructs everything, in one place. What it opened is closed again where a later part fails. */
export async function compose(deps: ComposeDeps): Promise<Service> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse())
      await one().catch((error: unknown) => deps.log.warn({ err: error }, 'a part did not close'));
  };
  try {
    return await open(deps, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  deps: ComposeDeps,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Service> {
  const { config, clock, log } = deps;
  const stopping = new AbortController();
  const common = { config, clock, log };

  const opened = await openStore({
    url: config.store.url,
    path: path.join(config.data_dir, 'plumbline.db'),
    pool: config.store.pool,
    log,
  });
  closers.push(() => opened.close());
  const store = opened.db;

  const host = createPluginHost({ log, clock, dataDir: config.data_dir, builtIn: BUILT_IN });
  closers.push(() => host.close());
  const engine = (await host.load(
    'source',
    config.files.engine,
    settingsOf(config, config.files.engine),
  )) as HostedPlugin<'source'> & {
    readonly open: () => Promise<TabularEngine>;
  };
  const engineOpening = engine.open();
  engineOpening.catch(() => undefined);

  const authenticator = createAuthenticator(store, clock);
  closers.push(() => authenticator.close());
  const accounts = createAccountsService({
    store,
    clock,
    config,
    authenticator,
    sample: () => readSample(store, config.sample),
  });

  // The queue and the features know each other: a publication adds a job that reads what was published.
  let enrich: ReturnType<typeof createEnrichment> | null = null;
  let databases: OpenDatabases | null = null;
  const jobs = createJobQueue({
    store,
    kind: opened.kind,
    clock,
    log,
    handlers: {
      [ENRICH_JOB]: (job) => runEnrichment(enrich!, job),
      [DISCOVER_JOB]: (job) => databases!.discover(job),
    },
    leaseMs: config.jobs.lease_ms,
    pollMs: config.jobs.poll_ms,
    concurrency: config.jobs.concurrency,
    limits: { [DISCOVER_JOB]: config.databases.concurrent_discoveries },
  });
  const enqueueEnrichment: EnqueueEnrichment = async (trx, generationId, workspaceId) => {
    await jobs.enqueue(trx, { kind: ENRICH_JOB, workspaceId, payload: { generationId } });
  };
  const opening = openGenerations({ ...common, store });
  const { generations, loadCatalog } = opening;
  const files = await openFiles({
    ...common,
    store,
    generations,
    engine: engine.open,
    enqueueEnrichment,
  });
  closers.push(() => files.close());
  const connected = await openDatabases({
    ...common,
    store,
    generations: opening,
    server: await databaseServers({
      types: config.databases.types,
      builtIn: BUILT_IN.database,
      load: (type) => host.load('database', type, settingsOf(config, type)),
    }),
    enqueue: (trx, job) => jobs.enqueue(trx, job),
    enqueueEnrichment,
  });
  databases = connected;
  closers.push(() => connected.close());

  const results = openResults({ ...common, store });
  closers.push(() => results.close());
  const conversations = openConversations({ ...common, store });
  closers.push(() => conversations.close());
  const guard = createGuard({
    maxSqlBytes: config.guard.max_sql_bytes,
    maxDepth: config.guard.max_depth,
    keptVerdicts: config.guard.kept_verdicts,
  });
  const model = await openModel(host, config);
  const sourceOf: AskDeps['sourceOf'] = async ({ databaseId }) =>
    databaseId === undefined ? engine.open() : connected.sourceOf(databaseId);
  const ask = openAsk({
    ...common,
    store,
    workspace: accounts.workspace,
    conversations,
    results,
    budget: createBudgetPolicy({ store, clock, config }),
    pinGeneration: ({ workspaceId }) => generations.pin(workspaceId),
    guard,
    model,
    sourceOf,
  });
  closers.push(() => ask.close());

  enrich = createEnrichment({
    store,
    clock,
    loadCatalog,
    questions: (catalog, signal) => ask.answerable(catalog, starterQuestions(catalog), signal),
  });
  jobs.start();
  closers.push(() => jobs.stop());

  const republishing = {
    store,
    clock,
    dataDir: path.resolve(config.data_dir),
    enqueueEnrichment,
    sweep: (owner: string) => generations.sweep(owner),
  };
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const routes = serviceRoutes({
    ...common,
    ask: ask.service,
    trace: ask.trace,
    accounts,
    results,
    files: files.service,
    databases: connected.service,
    budgets: createBudgetList({ store, clock, maxBudgets: config.budgets.max_budgets }),
    usage: createUsage(store, opened.kind),
    receive: files.receive,
    preview: createPreview({
      store,
      pin: (workspaceId) => generations.pin(workspaceId),
      readRows: (request) => readRows({ guard, source: engine.open, config }, request),
    }),
    ...createSchemaReads(store),
    schemaView: async (principal, workspace, generationId) => {
      const catalog = await loadCatalog(generationId);
      if (!catalog)
        throw new AppError('conflict', 'The data of this workspace has just changed: ask again.');
      return schemaView(shownCatalog(catalog, workspace), principal.policy);
    },
    editSchema: createSchemaEdits(republishing),
    semantics: createSemantics({
      ...republishing,
      loadCatalog,
      guard,
      dialectOf: async (catalog) => (await sourceOf(catalog)).dialect,
    }),
    readiness: async () => ({
      store: await answers(store),
      engine: engine.isOpen(),
    }),
    metrics,
    serverUrl: deps.serverUrl,
  });
  const app = createApp({ config, log, accounts, routes, metrics, stopping: stopping.signal });

  await Promise.all([engineOpening, ask.ready()]);
  const firstKey = await ensureLocalAccount(store, clock);
  const sampleKey = config.sample.enabled ? await openSample(deps, store, files) : null;
  return { app, firstKey, sampleKey, stop: () => stopping.abort(serviceStops()), close };
}

/** The configured model; null where there is none. */
async function openModel(host: PluginHost, { model }: Config): Promise<ModelDeps | null> {
  if (model.provider === null) return null;
  const hosted = await host.load('model', 'ai-sdk', model);
  const { prices } = model;
  return {
    service: await hosted.open(),
    planning: model.planning,
    explanations: model.explanations,
    maxOutputTokens: model.max_output_tokens,
    estimateUsd: model.estimate_usd,
    prices: prices && {
      input: prices.input,
      cachedInput: prices.cached_input,
      output: prices.output,
    },
  };
}

/** The section of the configuration that bears the plugin's name. */
function settingsOf(config: Config, plugin: string): unknown {
  return (config as unknown as Record<string, unknown>)[plugin] ?? {};
}

async function runEnrichment(
  enrich: ReturnType<typeof createEnrichment>,
  job: RunningJob,
): Promise<undefined> {
  const about = job.payload as unknown as EnrichJob;
  try {
    await enrich.run(about, job.signal);
  } catch (error) {
    if (job.isLastAttempt && !job.signal.aborted) await enrich.giveUp(about);
    throw error;
  }
}

async function openSample(
  { config, clock }: ComposeDeps,
  store: Store,
  files: OpenFiles,
): Promise<string | null> {
  const sample = await ensureSampleAccount(store, clock, config.sample);
  await ingestSample(files.service, sample, path.join(config.data_dir, 'uploads', 'sample'));
  return (await readSample(store, config.sample))?.api_key ?? null;
}

async function answers(store: Store): Promise<boolean> {
  return sql`select 1`.execute(store).then(
    () => true,
    () => false,
  );
}
