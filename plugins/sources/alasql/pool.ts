import { createHash } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Asker, Places, type WaitingLimits } from '#src/places.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { askerOf, enterSource } from '#src/sql/enter-source.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import type { AlasqlResults, AlasqlTask, TaskReply } from '#workers/alasql/protocol.ts';
import { compiledCode } from '#workers/compiled-code.ts';
import { HeapWatch } from './heap-watch.ts';
import type { AlasqlSettings } from './settings.ts';

export interface RunOptions {
  /** Keeps to one thread, which has its tables loaded, as long as that is free. */
  readonly workspaceId: string;
  /** On whose behalf it waits for a thread; the workspace as a whole where nobody is named. */
  readonly asker?: Asker | undefined;
  /** From its thread on: waiting for one does not count. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Lane {
  readonly pool: Piscina;
  /** Ends the task that runs here; null: none does. */
  task: AbortController | null;
  readonly watch: HeapWatch;
}

const MIB = 1024 * 1024;
/** Share of V8's own limit at which a query is ended. */
const WATCHED_SHARE = 0.75;

/**
 * Worker threads, each a Piscina pool of its own, so that a workspace can keep to one: a pool's own choice among its
 * threads cannot wait for a busy one. A task past its time, or whose reader left, ends with its thread, which is
 * replaced; other tasks run in other threads, or wait in the queue before all of them.
 */
export class WorkerLanes {
  readonly #settings: AlasqlSettings;
  readonly #places: Places;
  #lanes: readonly Lane[] = [];

  constructor(settings: AlasqlSettings, limits: WaitingLimits) {
    this.#settings = settings;
    this.#places = new Places({ queue: 'alasql', places: settings.threads, limits });
  }

  open(): void {
    if (this.#lanes.length > 0) return;
    this.#lanes = Array.from({ length: this.#settings.threads }, () => laneOf(this.#settings));
  }

  async close(): Promise<void> {
    const lanes = this.#lanes;
    this.#lanes = [];
    this.#places.refuseAll(closed());
    await Promise.all(lanes.map(({ pool }) => pool.destroy()));
  }

  /** Runs a task to its end. Fails with a `SourceError`. `transfer` goes over to the worker. */
  async run<T extends AlasqlTask['type']>(
    task: Extract<AlasqlTask, { type: T }>,
    options: RunOptions,
    transfer: MessagePort[] = [],
  ): Promise<AlasqlResults[T]> {
    const { workspaceId, signal } = options;
    const leave = await enterSource(this.#places, askerOf(options, options), undefined, signal);
    try {
      return await runIn(this.#freeLane(workspaceId), task, options, transfer);
    } finally {
      leave();
    }
  }

  /**
   * Rendezvous hashing (Thaler, Ravishankar 1998): a workspace prefers the threads in an order of its own and takes the
   * first that is free.
   */
  #freeLane(workspaceId: string): Lane {
    const weight = (index: number) =>
      createHash('sha1').update(`${index}\0${workspaceId}`).digest('hex');
    const [best] = this.#lanes
      .map((lane, index) => ({ lane, weight: weight(index) }))
      .filter(({ lane }) => lane.task === null)
      .sort((a, b) => (a.weight < b.weight ? 1 : -1));
    if (!best) throw closed();
    return best.lane;
  }
}

const closed = () => new SourceError('unavailable', 'The engine is closed.');

async function runIn<T extends AlasqlTask['type']>(
  lane: Lane,
  task: Extract<AlasqlTask, { type: T }>,
  options: RunOptions,
  transfer: MessagePort[],
): Promise<AlasqlResults[T]> {
  const limit = new TimeLimit(options);
  const tooLarge = new AbortController();
  lane.task = tooLarge;
  lane.watch.enter();
  try {
    const signal = AbortSignal.any([limit.signal, tooLarge.signal]);
    const reply: TaskReply<T> = await lane.pool.run(task, { signal, transferList: transfer });
    if (reply.ok) return reply.result;
    throw new SourceError(reply.kind, reply.message);
  } catch (error) {
    throw tooLarge.signal.aborted ? needsMore(error) : failureOf(error, limit);
  } finally {
    lane.task = null;
    lane.watch.leave();
    limit.clear();
  }
}

function laneOf(settings: AlasqlSettings): Lane {
  const pool = poolOf(settings);
  const lane: Lane = {
    pool,
    task: null,
    watch: new HeapWatch(pool, settings.heap_mb * MIB * WATCHED_SHARE, () => lane.task?.abort()),
  };
  return lane;
}

function poolOf({ heap_mb: heap, cache_mb: cache }: AlasqlSettings): Piscina {
  return new Piscina({
    filename: new URL('../../../workers/alasql/task.ts', import.meta.url).href,
    name: 'run',
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    env: compiledCode(),
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
    'The query needs too much memory. Ask for fewer rows or columns, or for totals.',
    { cause },
  );
}
