import { REMOVE_JOB } from '#src/accounts/remove.ts';
import { TRANSLATE_JOB } from '#src/ask/translations/open.ts';
import {
  type createEnrichment,
  ENRICH_JOB,
  type EnqueueEnrichment,
  type EnrichJob,
} from '#src/catalog/generations/enrich.ts';
import { DISCOVER_JOB } from '#src/databases/discovery-state.ts';
import type { OpenDatabases } from '#src/databases/open.ts';
import { EVAL_JOB } from '#src/evals/service.ts';
import { INGEST_JOB } from '#src/files/background.ts';
import { ingestPlaces } from '#src/files/ingest-places.ts';
import type { OpenFiles } from '#src/files/open.ts';
import type { OpenFileUrls } from '#src/files/urls/open.ts';
import { REFRESH_JOB } from '#src/files/urls/refresh.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import type { JobHandler, RunningJob } from '#src/jobs/types.ts';
import { createJobMeter } from '#src/metrics/job-meter.ts';
import { createWebhookMeter } from '#src/metrics/webhook-meter.ts';
import type { OpenSchedules } from '#src/schedules/open.ts';
import { SCHEDULE_JOB } from '#src/schedules/ticker.ts';
import { type OpenWebhooks, openWebhooks } from '#src/webhooks/open.ts';
import { createOutbox, DELIVER_JOB, type OutboxDeps } from '#src/webhooks/outbox.ts';
import type { Base } from './base.ts';
import type { Closers } from './ground.ts';

/** Kinds of jobs, as measurements name them. */
export const JOB_KINDS = [
  ENRICH_JOB,
  DISCOVER_JOB,
  DELIVER_JOB,
  REMOVE_JOB,
  INGEST_JOB,
  TRANSLATE_JOB,
  SCHEDULE_JOB,
  REFRESH_JOB,
] as const;

type Enrichment = ReturnType<typeof createEnrichment>;

/**
 * What jobs are done by. The queue and the features know each other (a publication adds a job that reads what was
 * published), so that these are filled in as the features open; no job runs before `jobs.start`.
 */
interface Workers {
  enrichment: Enrichment;
  databases: OpenDatabases;
  webhooks: OpenWebhooks;
  files: OpenFiles;
  removeRest: JobHandler;
  evals: JobHandler;
  translate: JobHandler;
  schedules: OpenSchedules;
  fileUrls: OpenFileUrls;
}

/** The queue of jobs, and events on their way to webhooks. */
export type Work = Awaited<ReturnType<typeof openWork>>;

export async function openWork(
  { config, clock, log, store, kind, gateway, metrics }: Base,
  closers: Closers,
) {
  const workers = {} as Workers;
  const jobs = createJobQueue({
    store,
    kind,
    clock,
    log,
    handlers: {
      [ENRICH_JOB]: (job) => runEnrichment(workers.enrichment, job),
      [DISCOVER_JOB]: (job) => workers.databases.discover(job),
      [DELIVER_JOB]: (job) => workers.webhooks.deliver(job),
      [REMOVE_JOB]: (job) => workers.removeRest(job),
      [INGEST_JOB]: (job) => workers.files.ingest(job),
      [EVAL_JOB]: (job) => workers.evals(job),
      [TRANSLATE_JOB]: (job) => workers.translate(job),
      [SCHEDULE_JOB]: (job) => workers.schedules.run(job),
      [REFRESH_JOB]: (job) => workers.fileUrls.refresh(job),
    },
    abandoned: { [INGEST_JOB]: (job) => workers.files.abandon(job) },
    leaseMs: config.jobs.lease_ms,
    pollMs: config.jobs.poll_ms,
    concurrency: config.jobs.concurrency,
    maxRetryMs: config.jobs.max_retry_ms,
    limits: {
      [DISCOVER_JOB]: config.databases.concurrent_discoveries,
      [DELIVER_JOB]: config.webhooks.concurrency,
      [ENRICH_JOB]: 2,
      [EVAL_JOB]: 1,
      [TRANSLATE_JOB]: 1,
      [SCHEDULE_JOB]: config.schedules.concurrency,
      [REFRESH_JOB]: config.schedules.concurrency,
      [INGEST_JOB]: ingestPlaces(config).background,
    },
    alone: kind === 'sqlite',
    // A small part of the time that the whole stop may take.
    stopMs: config.shutdown_ms / 10,
    keepMs: config.jobs.keep_days * 24 * 60 * 60_000,
    meter: createJobMeter(metrics),
  });
  gateway.onEnded((id) => jobs.adopt(id));
  const enqueueEnrichment: EnqueueEnrichment = async (trx, generationId, workspaceId) => {
    await jobs.enqueue(trx, { kind: ENRICH_JOB, workspaceId, payload: { generationId } });
  };
  const outbox: OutboxDeps = {
    clock,
    retryWindowMs: config.webhooks.retry_window_ms,
    enqueue: jobs.enqueue,
  };
  const publishEvent = createOutbox(outbox);
  workers.webhooks = await openWebhooks({
    ...{ config, clock, log, store, outbox },
    meter: createWebhookMeter(metrics),
  });
  closers.push(() => workers.webhooks.close());
  return { jobs, workers, enqueueEnrichment, publishEvent };
}

async function runEnrichment(enrichment: Enrichment, job: RunningJob): Promise<undefined> {
  const about = job.payload as unknown as EnrichJob;
  try {
    await enrichment.run(about, job.signal);
  } catch (error) {
    if (job.isLastAttempt && !job.signal.aborted) await enrichment.giveUp(about);
    throw error;
  }
}
