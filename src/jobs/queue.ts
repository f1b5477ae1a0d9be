import { setMaxListeners } from 'node:events';
import { onCommit } from '#src/store/commits.ts';
import type { JobRow } from '#src/store/schema.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { JobRows, type JobRowsOptions } from './rows.ts';
import type { JobQueue } from './types.ts';

export interface JobQueueOptions extends JobRowsOptions, AttemptOptions {
  readonly concurrency: number;
  /** Jobs of a kind that run at once here, where that is less: long ones leave room for others. */
  readonly limits?: Readonly<Record<string, number>>;
  /** No other process takes jobs of this store, so those that run at the start are nobody's and are taken over at once. */
  readonly alone?: boolean;
  /** Age at which finished jobs are removed (milliseconds); absent: never. */
  readonly keepMs?: number;
  /** How long a stop waits for jobs that were told to end (milliseconds); they are given back then, whatever they do. */
  readonly stopMs?: number;
}

const PRUNE_EVERY_MS = 60 * 60_000;
const STOP_MS = 1_000;

/**
 * Jobs as rows of the store: claimed by one statement, leased, given back at a stop, taken over when the lease runs
 * out. The fencing token grows with each claim (Kleppmann, "How to do distributed locking"), and what publishes a
 * job's outcome checks it.
 */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { log, concurrency, keepMs } = options;
  const rows = new JobRows(options);
  const stopping = new AbortController();
  /** Aborted when a stop waits no longer for jobs that were told to end. */
  const leaving = new AbortController();
  const signals = { stopping: stopping.signal, leaving: leaving.signal };
  // One for each job that runs.
  setMaxListeners(0, stopping.signal, leaving.signal);
  /** The work of each job that runs here, with its kind, and their ids. */
  const running = new Map<Promise<void>, string>();
  const here = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  /** Jobs that are added before the start wait for it. */
  let started = false;
  let claiming = false;
  /** A job may have come since the claim that is under way. */
  let missed = false;

  const hasRoom = (kind: string) => {
    const limit = options.limits?.[kind] ?? concurrency;
    return [...running.values()].filter((other) => other === kind).length < limit;
  };

  const begin = (job: JobRow): void => {
    here.add(job.id);
    const work: Promise<void> = attempt(job, rows, options, signals)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.id }, "a job's outcome wasn't recorded"),
      )
      .finally(() => {
        running.delete(work);
        here.delete(job.id);
        void pump();
      });
    running.set(work, job.kind);
  };

  /** Begins the jobs that are due, as many as there is room for. */
  const pump = async (): Promise<void> => {
    missed = claiming;
    if (!started || claiming || stopping.signal.aborted) return;
    claiming = true;
    try {
      while (running.size < concurrency && !stopping.signal.aborted) {
        missed = false;
        const job = await rows.claim(Object.keys(options.handlers).filter(hasRoom), here);
        if (job) begin(job);
        else if (!missed) return;
      }
    } catch (error) {
      log.warn({ err: error }, "pending jobs couldn't be loaded");
    } finally {
      claiming = false;
    }
  };

  const prune = async () => {
    if (keepMs !== undefined) await rows.prune(keepMs);
  };

  return {
    async enqueue(trx, job) {
      const id = await rows.insert(trx, job);
      await onCommit(trx, () => void pump());
      return id;
    },
    nudge: () => void pump(),
    async adopt(gatewayId) {
      await rows.adopt(gatewayId);
      void pump();
    },
    start() {
      timers.push(setInterval(() => void pump(), options.pollMs));
      timers.push(setInterval(() => void prune(), PRUNE_EVERY_MS).unref());
      started = true;
      void (options.alone ? rows.adopt() : Promise.resolve()).then(pump).then(prune);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort(new Error('the service is stopping'));
      const timer = setTimeout(() => {
        log.warn(
          { kinds: [...running.values()] },
          "jobs didn't stop in time, so others can take them over",
        );
        leaving.abort(new Error("the job didn't stop in time"));
      }, options.stopMs ?? STOP_MS);
      await Promise.all(running.keys());
      clearTimeout(timer);
    },
  };
}
