import type { Transaction } from 'kysely';
import type { StoreSchema } from '#src/store/schema.ts';

/** The job was taken over by another holder. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`the lease of job ${jobId} was lost`);
    this.name = 'LeaseLost';
  }
}

/** Another attempt cannot help: the job fails with this text. */
export class JobRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JobRefused';
  }
}

/** A handler that sets the time of the next attempt by itself throws it. */
export class TryAgain extends Error {
  readonly afterMs: number;
  /** Whether this attempt counts; not where nothing was tried. */
  readonly counts: boolean;

  constructor(afterMs: number, message: string, counts = true) {
    super(message);
    this.name = 'TryAgain';
    this.afterMs = afterMs;
    this.counts = counts;
  }
}

/** A job as its handler sees it. */
export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Counts from 1. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the lease is lost or the service stops. */
  readonly signal: AbortSignal;
  /** Keeps what a status request shows. */
  progress(state: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Runs the transaction that publishes the job's outcome, if the lease is still held; fails with `LeaseLost`
   * otherwise, so that a holder that was thought dead changes nothing.
   */
  publish(work: (trx: Transaction<StoreSchema>) => Promise<void>): Promise<void>;
}

/**
 * Does a job; what it gives is kept as its result. A failure is tried again after a growing wait, up to the last
 * attempt; `JobRefused` ends it at once, `TryAgain` names the wait. What fails for good stays as a dead letter.
 */
export type JobHandler = (
  job: RunningJob,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** What remains to be done for a job that is not tried any more because the process ended in each of its attempts. */
export type AbandonedJob = (job: RunningJob) => Promise<void>;

export interface NewJob {
  readonly kind: string;
  readonly workspaceId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly maxAttempts?: number;
  /** It is not begun before (milliseconds); absent: at once. */
  readonly delayMs?: number;
}

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists exactly if the transaction commits. */
  enqueue(trx: Transaction<StoreSchema>, job: NewJob): Promise<string>;
  /** Looks for due jobs now instead of at the next poll. */
  nudge(): void;
  start(): void;
  /** Lets go of what a gateway ran that has ended, so that others take it at once. */
  adopt(gatewayId: string): Promise<void>;
  /** Aborts what runs and gives it back, at the latest after `stopMs`. */
  stop(): Promise<void>;
}
