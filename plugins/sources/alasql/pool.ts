import { createHash } from 'node:crypto';
import { Piscina } from 'piscina';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import type { AlasqlResults, AlasqlTask, TaskReply } from '#workers/alasql/protocol.ts';
import { HeapWatch } from './heap-watch.ts';
import type { AlasqlSettings } from './settings.ts';

export interface RunOptions {
  /** Keeps to one thread, which has its tables loaded, as long as that is free. */
  readonly workspaceId: string;
  /** From the call on: waiting for a turn counts. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Lane {
  readonly pool: Piscina;
  /** Tasks that run or wait here, the one that runs first. */
  readonly tasks: AbortController[];
  readonly watch: HeapWatch;
}

const MIB = 1024 * 1024;
/** Share of V8's own limit at which a query is ended. */
const WATCHED_SHARE = 0.75;

/**
 * Worker threads, each a Piscina pool of its own, so that a workspace can keep to one: a pool's own choice among its
 * threads cannot wait for a busy one. A task past its time, or whose reader left, ends with its thread, which is
 * replaced; other tasks wait elsewhere or run next.
 */
export class WorkerLanes {
  readonly #settings: AlasqlSettings;
  #lanes: readonly Lane[] = [];

  constructor(settings: AlasqlSettings) {
    this.#settings = settings;
  }

  open(): void {
    if (this.#lanes.length > 0) return;
    this.#lanes = Array.from({ length: this.#settings.threads }, () => laneOf(this.#settings));
  }

  async close(): Promise<void> {
    const lanes = this.#lanes;
    this.#lanes = [];
    await Promise.all(lanes.map(({ pool }) => pool.destroy()));
  }

  /** Runs a task to its end. Fails with a `SourceError`. */
  async run<T extends AlasqlTask['type']>(
    task: Extract<AlasqlTask, { type: T }>,
    options: RunOptions,
  ): Promise<AlasqlResults[T]> {
    const limit = new TimeLimit(options);
    const lane = this.#laneOf(options.workspaceId);
    const tooLarge = new AbortController();
    lane.tasks.push(tooLarge);
    lane.watch.enter();
    try {
      const signal = AbortSignal.any([limit.signal, tooLarge.signal]);
      const reply: TaskReply<T> = await lane.pool.run(task, { signal });
      if (reply.ok) return reply.result;
      throw new SourceError(reply.kind, reply.message);
    } catch (error) {
      throw tooLarge.signal.aborted ? needsMore(error) : failureOf(error, limit);
    } finally {
      lane.tasks.splice(lane.tasks.indexOf(tooLarge), 1);
      lane.watch.leave();
      limit.clear();
    }
  }

  /**
   * Rendezvous hashing (Thaler, Ravishankar 1998): a workspace prefers the threads in an order of its own and takes the
   * first that is free; where all are busy it waits for its favourite.
   */
  #laneOf(workspaceId: string): Lane {
    const weight = (index: number) =>
      createHash('sha1').update(`${index}\0${workspaceId}`).digest('hex');
    const ordered = this.#lanes
      .map((lane, index) => ({ lane, weight: weight(index) }))
      .sort((a, b) => (a.weight < b.weight ? 1 : -1))
      .map(({ lane }) => lane);
    const [favourite] = ordered;
    if (!favourite) throw new SourceError('unavailable', 'The engine is closed.');
    return ordered.find(({ tasks }) => tasks.length === 0) ?? favourite;
  }
}

function laneOf(settings: AlasqlSettings): Lane {
  const pool = poolOf(settings);
  const tasks: AbortController[] = [];
  // One task at a time runs in a lane, in their order.
  const watch = new HeapWatch(pool, settings.heap_mb * MIB * WATCHED_SHARE, () =>
    tasks[0]?.abort(),
  );
  return { pool, tasks, watch };
}

function poolOf({ heap_mb: heap, cache_mb: cache }: AlasqlSettings): Piscina {
  return new Piscina({
    filename: new URL('../../../workers/alasql/task.ts', import.meta.url).href,
    name: 'run',
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    env: {},
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: heap },
    workerData: { cacheBytes: cache * MIB },
  });
}

function failureOf(error: unknown, limit: TimeLimit): SourceError {
  if (error instanceof SourceError) return error;
  if (limit.signal.aborted) return limit.signal.reason as SourceError;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return needsMore(error);
  return new SourceError('unavailable', `The engine's worker failed (${message ?? error}).`, {
    cause: error,
  });
}

function needsMore(cause: unknown): SourceError {
  return new SourceError(
    'too_large',
    'The query needs more memory than it may use; ask for less or aggregate more.',
    { cause },
  );
}
