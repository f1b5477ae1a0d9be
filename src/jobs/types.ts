import type { Transaction } from 'kysely';
import type { StoreSchema } from '#src/store/schema.ts';

/** The job was taken over by another holder. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`the lease of job ${jobId} was lost`);
    this.name = 'LeaseLost';
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

/** Does a job; what it gives is kept as its result. A failure is retried with backoff. */
export type JobHandler = (
  job: RunningJob,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

export interface NewJob {
  readonly kind: string;
  readonly workspaceId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly maxAttempts?: number;
}

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists exactly if the transaction commits. */
  enqueue(trx: Transaction<StoreSchema>, job: NewJob): Promise<string>;
  /** Looks for due jobs now instead of at the next poll. */
  nudge(): void;
  start(): void;
  /** Aborts what runs and gives it back at once. */
  stop(): Promise<void>;
}
