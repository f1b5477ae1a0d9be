import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { abortable } from '#src/abortable.ts';
import type { JobMeter } from '#src/metrics/job-meter.ts';
import type { JobRow, Store } from '#src/store/schema.ts';
import { StoreUnavailable } from '#src/store/unavailable.ts';
import { failureOf, success } from './outcome.ts';
import type { JobRows } from './rows.ts';
import {
  type AbandonedJob,
  type JobHandler,
  JobRefused,
  LeaseLost,
  type RunningJob,
} from './types.ts';

export interface AttemptOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly abandoned?: Readonly<Record<string, AbandonedJob>>;
  /** Milliseconds that a job is held without a sign of life. */
  readonly leaseMs: number;
  /** Milliseconds after which a store that is away is asked again. */
  readonly pollMs: number;
  /** Longest wait before a job that failed runs again (milliseconds); ten minutes where absent. */
  readonly maxRetryMs?: number;
  readonly meter?: JobMeter;
}

export interface AttemptSignals {
  /** The service stops: the job is told to end. */
  readonly stopping: AbortSignal;
  /** The stop waits no longer for it. */
  readonly leaving: AbortSignal;
}

const MAX_RETRY_MS = 10 * 60_000;

/** Does a claimed job once and records how that ended. Fails where it cannot be recorded. */
export async function attempt(
  job: JobRow,
  rows: JobRows,
  options: AttemptOptions,
  { stopping, leaving }: AttemptSignals,
): Promise<void> {
  const { log, pollMs, handlers } = options;
  const lost = new AbortController();
  const running = runningJob(job, rows, options.store, AbortSignal.any([lost.signal, stopping]));
  const heartbeat = setInterval(() => {
    void rows
      .renew(job)
      .then((isHeld) => isHeld || lost.abort(new LeaseLost(job.id)))
      .catch((error: unknown) =>
        log.warn({ err: error, job: job.id }, "a job's lease wasn't renewed"),
      );
  }, options.leaseMs / 3);
  const began = performance.now();
  const recorded = (record: () => Promise<unknown>) => untilStored(record, pollMs, stopping);
  try {
    if (job.attempts > job.max_attempts) throw await abandon(job, running, options);
    const result = await abortable(handlers[job.kind]!(running), leaving);
    await recorded(() => rows.change(job, success(result)));
    options.meter?.(job.kind, 'succeeded', performance.now() - began);
  } catch (error) {
    const { maxRetryMs = MAX_RETRY_MS } = options;
    const stops = stopping.aborted;
    const failure = failureOf(job, error, { time: rows.time, maxRetryMs, stops });
    options.meter?.(job.kind, failure.outcome, performance.now() - began);
    if (failure.isTold)
      log.warn(
        { err: error, job: job.id, kind: job.kind, attempt: job.attempts },
        failure.outcome === 'failed'
          ? "a job failed and won't be retried"
          : 'a job failed and will be retried',
      );
    const { change } = failure;
    if (change) await recorded(() => rows.change(job, change));
  } finally {
    clearInterval(heartbeat);
  }
}

/** A job that takes its process along each time would do so for ever. */
async function abandon(
  job: JobRow,
  running: RunningJob,
  { abandoned }: AttemptOptions,
): Promise<JobRefused> {
  await abandoned?.[job.kind]?.(running);
  return new JobRefused(`Plumbline crashed in each of ${job.max_attempts} attempts.`);
}

const runningJob = (job: JobRow, rows: JobRows, store: Store, signal: AbortSignal): RunningJob => ({
  id: job.id,
  kind: job.kind,
  workspaceId: job.workspace_id,
  payload: JSON.parse(job.payload) as Record<string, unknown>,
  attempt: job.attempts,
  isLastAttempt: job.attempts >= job.max_attempts,
  signal,
  async progress(state) {
    if (!(await rows.change(job, { progress: JSON.stringify(state) }))) throw new LeaseLost(job.id);
  },
  async publish(work) {
    await store.transaction().execute(async (trx) => {
      if (!(await rows.change(job, {}, trx))) throw new LeaseLost(job.id);
      await work(trx);
    });
  },
});

/** Waits for a store that is away: until the outcome of a job is recorded, nobody else takes it. */
async function untilStored(
  record: () => Promise<unknown>,
  pollMs: number,
  stopping: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await record();
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || stopping.aborted) throw error;
      await wait(pollMs, null, { signal: stopping }).catch(() => {});
    }
  }
}
