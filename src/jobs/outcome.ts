import type { UpdateObject } from 'kysely';
import type { JobOutcome } from '#src/metrics/job-meter.ts';
import type { JobRow, StoreSchema } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';
import { StoreUnavailable } from '#src/store/unavailable.ts';
import { JobRefused, LeaseLost, TryAgain } from './types.ts';

/** What becomes of a job whose attempt failed. */
export interface Failure {
  readonly outcome: JobOutcome;
  /** Of its row; null where it is not this holder's any more. */
  readonly change: UpdateObject<StoreSchema, 'jobs'> | null;
  /** Whether the log tells of it: not where nothing went wrong with the job. */
  readonly isTold: boolean;
}

export interface FailureOptions {
  readonly time: StoreTime;
  /** Longest wait before the next attempt (milliseconds). */
  readonly maxRetryMs: number;
  /** The service is stopping. */
  readonly stops: boolean;
}

const FIRST_RETRY_MS = 1_000;
const RELEASED = { lease_owner: null, lease_until: null } as const;

export function failureOf(
  job: JobRow,
  error: unknown,
  { time, maxRetryMs, stops }: FailureOptions,
): Failure {
  if (error instanceof LeaseLost) return { outcome: 'given_back', change: null, isTold: false };
  const queued = { ...RELEASED, status: 'queued' } as const;
  // Given back as it was: a stop is no failure of the job.
  if (stops)
    return {
      outcome: 'given_back',
      change: { ...queued, attempts: job.attempts - 1 },
      isTold: false,
    };
  // Nor is it one that the store was away.
  const again =
    error instanceof StoreUnavailable ? new TryAgain(FIRST_RETRY_MS, error.message, false) : error;
  const message = again instanceof Error ? again.message : String(again);
  if (again instanceof TryAgain) {
    const attempts = again.counts ? job.attempts : job.attempts - 1;
    const change = { ...queued, attempts, run_at: time.at(again.afterMs), error: message };
    return { outcome: 'again', change, isTold: false };
  }
  if (error instanceof JobRefused || job.attempts >= job.max_attempts)
    return {
      outcome: 'failed',
      change: { ...RELEASED, status: 'failed', error: message },
      isTold: true,
    };
  const pause = Math.min(maxRetryMs, FIRST_RETRY_MS * 2 ** (job.attempts - 1));
  const change = { ...queued, error: message, run_at: time.at(pause) };
  return { outcome: 'again', change, isTold: true };
}

/** What becomes of a job that succeeded. */
export const success = (
  result: Readonly<Record<string, unknown>> | undefined,
): UpdateObject<StoreSchema, 'jobs'> => ({
  ...RELEASED,
  status: 'succeeded',
  result: JSON.stringify(result ?? {}),
  error: null,
});
