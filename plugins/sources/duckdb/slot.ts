import type { Logger } from 'pino';
import { Places, type WaitingLimits } from '#src/places.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { QueryProcessLimits } from '#workers/engine/protocol.ts';
import { QueryProcess } from './query-process.ts';
import type { DuckdbSettings } from './settings.ts';

/**
 * Wait before the second start in a row of a process that ends without an answer (milliseconds), doubled each time;
 * the first start is at once.
 */
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** Tasks wait for a restart as soon as this (milliseconds), and fail at once where it takes longer. */
const PATIENCE_MS = 1_000;
/** Threads of libuv that stay free for files. */
const SPARE_POOL_THREADS = 4;

/** What a task needs beside a place. */
export interface TaskNeeds {
  /** Engine files that it shows; tasks of the same key share an instance and so its memory. */
  readonly key: string;
  /** Suspects run one at a time, so that a crash can be held against one of them. */
  readonly suspect: boolean;
  /** Wide tasks run one at a time: each needs much memory of the process. */
  readonly wide: boolean;
}

/** What a process belongs to. */
export interface SlotPlace {
  /** The folder below which engine files lie. */
  readonly root: string;
  readonly log: Logger;
  /** Marks its processes (`PluginContext.processTag`). */
  readonly tag: string;
  /** How tasks wait for a place in it. */
  readonly waiting: WaitingLimits;
}

/** The place of one query process: when the process ends, the next one is started in it. */
export class Slot {
  /** Places of tasks that read data. */
  readonly places: Places<TaskNeeds>;
  /** Places of the parser. */
  readonly parsing: Places;
  readonly #settings: DuckdbSettings;
  readonly #limits: QueryProcessLimits;
  readonly #log: Logger;
  readonly #tag: string;
  #process: QueryProcess | null = null;
  #next = expected();
  #closed = true;
  #failures = 0;
  #restarts = 0;
  #backoff: NodeJS.Timeout | null = null;

  constructor(settings: DuckdbSettings, { root, log, tag, waiting }: SlotPlace) {
    this.#settings = settings;
    this.#log = log;
    this.#tag = tag;
    this.#limits = {
      threads: settings.threads,
      memoryMb: settings.memory_mb,
      wideMemoryMb: settings.wide_memory_mb,
      processMemoryMb: settings.process_memory_mb,
      maxOpenFiles: settings.max_open_files,
      giveWayMs: settings.give_way_ms,
      root,
    };
    const instances = Math.max(1, Math.floor(settings.process_memory_mb / settings.memory_mb));
    this.places = new Places({
      queue: 'duckdb',
      places: settings.concurrent_queries,
      limits: waiting,
      fits: (need, inside) => fitsMemory(need, inside, instances),
    });
    this.parsing = new Places({
      queue: 'duckdb-parser',
      places: settings.concurrent_parses,
      limits: waiting,
    });
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** How often its process ended and another one took its place. */
  get restarts(): number {
    return this.#restarts;
  }

  open(): void {
    if (!this.#closed) return;
    this.#closed = false;
    this.#failures = 0;
    this.#next = expected();
    this.#start();
  }

  /** The process where it answers already. */
  get current(): QueryProcess | null {
    return this.#process?.isReady ? this.#process : null;
  }

  /** The process when it answers; waits while it starts. */
  ready(): Promise<QueryProcess> {
    return this.#next.promise;
  }

  async close(): Promise<void> {
    const closed = new SourceError('unavailable', 'The engine is closed.');
    this.#closed = true;
    this.#next.reject(closed);
    this.places.refuseAll(closed);
    this.parsing.refuseAll(closed);
    if (this.#backoff) clearTimeout(this.#backoff);
    await this.#process?.close();
    this.#next = expected();
    this.#next.reject(closed);
  }

  #start(): void {
    const { concurrent_queries: queries, concurrent_parses: parses } = this.#settings;
    const poolThreads = queries + parses + SPARE_POOL_THREADS;
    const process = new QueryProcess(
      this.#limits,
      { poolThreads, tag: this.#tag },
      {
        exited: (exit) => this.#exited(exit),
      },
    );
    const next = this.#next;
    this.#process = process;
    process.ready.then(() => next.resolve(process), next.reject);
  }

  #exited(exit: { healthy: boolean; reason: string; stderr: string }): void {
    if (this.#closed) return;
    this.#log.warn({ reason: exit.reason, stderr: exit.stderr }, 'engine process ended');
    this.#restarts += 1;
    this.#failures = exit.healthy ? 0 : this.#failures + 1;
    this.#next = expected();
    if (this.#failures <= 1) {
      this.#start();
      return;
    }
    const wait = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.#failures - 2));
    if (wait > PATIENCE_MS)
      this.#next.reject(
        new SourceError('unavailable', "The engine couldn't start. Try again in a moment."),
      );
    this.#backoff = setTimeout(() => {
      if (wait > PATIENCE_MS) this.#next = expected();
      this.#start();
    }, wait);
  }
}

/** A process that is to come; nobody may be waiting when it does not. */
function expected(): PromiseWithResolvers<QueryProcess> {
  const next = Promise.withResolvers<QueryProcess>();
  next.promise.catch(() => {});
  return next;
}

/** Whether a process of so many instances has room for a task beside those in it. */
function fitsMemory(
  { key, suspect, wide }: TaskNeeds,
  inside: readonly TaskNeeds[],
  instances: number,
): boolean {
  if (suspect && inside.some((task) => task.suspect)) return false;
  if (wide) return !inside.some((task) => task.wide);
  const keys = new Set(inside.filter((task) => !task.wide).map((task) => task.key));
  return keys.has(key) || keys.size < instances;
}
