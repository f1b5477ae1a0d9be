import { setMaxListeners } from 'node:events';
import path from 'node:path';
import type { Express } from 'express';
import { ensureLocalAccount } from '#src/accounts/local-account.ts';
import { ensureSampleAccount, readSample } from '#src/accounts/sample-account.ts';
import { addWorkers, openAsking } from '#src/compose/asking.ts';
import { type Base, type ComposeDeps, openBase } from '#src/compose/base.ts';
import { closeAll } from '#src/compose/close-all.ts';
import { openData } from '#src/compose/data.ts';
import type { Closers } from '#src/compose/ground.ts';
import { openRoutes } from '#src/compose/routes.ts';
import { openWork } from '#src/compose/work.ts';
import { crashPointFrom } from '#src/crash-point.ts';
import type { OpenFiles } from '#src/files/open.ts';
import { createApp } from '#src/http/app.ts';
import { serviceStops } from '#src/http/dispatch.ts';
import { memoryLimiters, openLimiters } from '#src/http/middleware/limiters.ts';
import { storeLimiters } from '#src/http/middleware/store-limiters.ts';
import { createTraceRequests } from '#src/http/middleware/trace-requests.ts';
import { openIdempotency } from '#src/idempotency/requests.ts';
import { ingestSample } from '#src/sample/ingest.ts';
import type { Say } from '#src/start-progress.ts';
import { storeTime } from '#src/store/store-time.ts';

export type { ComposeDeps } from '#src/compose/base.ts';

/** The whole service, ready for requests. */
export interface Service {
  readonly app: Express;
  /** The key of the local account on the first start of a data folder, for the only time. */
  readonly firstKey: string | null;
  /** The public sample key; null where the sample is switched off. */
  readonly sampleKey: string | null;
  /** Resolves with the reason when this process has to stop: another one has taken the metadata store over. */
  readonly lost: Promise<Error>;
  /** Ends open streams with `error` and `done`, cancels calls in flight, refuses new ones. */
  stop(): void;
  /**
   * Gives jobs back and closes everything, in the reverse order of opening. Takes `withinMs` (milliseconds) at the most
   * where it is given: parts that hang are left as they are.
   */
  close(withinMs?: number): Promise<void>;
}

/** Constructs everything. What it opened is closed again where a later part fails. */
export async function compose(deps: ComposeDeps): Promise<Service> {
  const closers: Closers = [];
  const close = (withinMs?: number) => closeAll(closers, deps.log, withinMs);
  try {
    return { ...(await open(deps, closers)), close };
  } catch (error) {
    await close(deps.config.shutdown_ms);
    throw error;
  }
}

async function open(deps: ComposeDeps, closers: Closers): Promise<Omit<Service, 'close'>> {
  const base = await openBase(deps, closers);
  const work = await openWork(base, closers);
  const data = await openData(base, work, closers);
  const asking = await openAsking(base, work, data, closers, deps.planners);
  addWorkers(base, work, data, asking);

  const { config, clock, log, metrics, store, accounts, tokens, signIns } = base;
  const idempotency = openIdempotency({
    store,
    clock,
    time: storeTime(base.kind, clock),
    log,
    config: config.idempotency,
    atCrashPoint: crashPointFrom(process.env),
  });
  closers.push(() => idempotency.close());
  const limiters = await openLimiters(
    config.redis,
    log,
    base.kind === 'postgres'
      ? storeLimiters(store, storeTime(base.kind, clock), log)
      : memoryLimiters(),
  );
  closers.push(() => limiters.close());
  const routes = await openRoutes(base, work, data, asking, { ...deps, limiters });
  const stopping = new AbortController();
  // One for each request under way.
  setMaxListeners(0, stopping.signal);
  const app = createApp({
    config,
    log,
    accounts,
    routes,
    limiters,
    idempotency,
    answers: asking.answers,
    questionsFill: () => asking.ask.queueFill(),
    page: deps.page,
    tokens,
    signIns,
    metrics,
    stopping: stopping.signal,
    ...(base.telemetry && {
      traceRequest: createTraceRequests({
        telemetry: base.telemetry,
        share: config.telemetry.sample_percent / 100,
        includeContent: config.telemetry.include_content,
        log,
      }),
    }),
  });

  const { say = () => {} } = deps;
  say('Starting the planner and the engine');
  const planner = asking.ask.ready();
  planner.catch(() => undefined);
  await base.engineOpening;
  data.files.check();
  const { gateway } = base;
  await gateway.begin();
  const [firstKey, sampleKey] = await base.inTurn(async () => [
    await ensureLocalAccount(store, clock),
    config.sample.enabled ? await openSample(base, data.files, say) : null,
  ]);
  await planner;
  // Only now: what a start publishes is described once the first questions can be asked.
  work.jobs.start();
  closers.push(() => work.jobs.stop());
  const { schedules } = work.workers;
  schedules.start();
  closers.push(() => schedules.close());
  const { lost } = gateway;
  return { app, firstKey, sampleKey, lost, stop: () => stopping.abort(serviceStops()) };
}

async function openSample(
  { config, clock, store, gateway }: Base,
  files: OpenFiles,
  say: Say,
): Promise<string | null> {
  const sample = await ensureSampleAccount(store, clock, config.sample);
  const folder = path.join(gateway.scratch, 'uploads', 'sample');
  await ingestSample(files.service, sample, { folder, say });
  return (await readSample(store, config.sample))?.api_key ?? null;
}
