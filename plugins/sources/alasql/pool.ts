import { createHash } from 'node:crypto';
import { Piscina } from 'piscina';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import type { AlasqlResults, AlasqlTask, TaskReply } from '#workers/alasql/protocol.ts';
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
  /** Tasks that run or wait here. */
  load: number;
}

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
    this.#lanes = Array.from({ length: this.#settings.threads }, () => ({
      pool: poolOf(this.#settings),
      load: 0,
    }));
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
    lane.load += 1;
    try {
      const reply: TaskReply<T> = await lane.pool.run(task, { signal: limit.signal });
      if (reply.ok) return reply.result;
      throw new SourceError(reply.kind, reply.message);
    } catch (error) {
      throw failureOf(error, limit);
    } finally {
      lane.load -= 1;
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
    return ordered.find(({ load }) => load === 0) ?? favourite;
  }
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
    workerData: { cacheBytes: cache * 1024 * 1024 },
  });
}

function failureOf(error: unknown, limit: TimeLimit): SourceError {
  if (error instanceof SourceError) return error;
  if (limit.signal.aborted) return limit.signal.reason as SourceError;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new SourceError(
      'too_large',
      'The query needs more memory than it may use; ask for less or aggregate more.',
      { cause: error },
    );
  return new SourceError('unavailable', `The engine's worker failed (${message ?? error}).`, {
    cause: error,
  });
}
