import type { ChildProcess } from 'node:child_process';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type {
  FromQueryProcess,
  QueryProcessLimits,
  QueryTask,
  ToQueryProcess,
  WireError,
} from '#workers/engine/protocol.ts';
import { stderrTail } from '#workers/spawn-walled.ts';
import { type SpawnOptions, spawnEngine } from './spawn.ts';

/** The process of a task ended before the task did. */
export class ProcessLost extends Error {
  /** Whether this task is held to be the reason. */
  readonly blamed: boolean;
  /** Whether the process was ended as it used too much memory. */
  readonly forMemory: boolean;

  constructor(blamed: boolean, message: string, forMemory = false) {
    super(message);
    this.name = 'ProcessLost';
    this.blamed = blamed;
    this.forMemory = forMemory;
  }
}

/** The engine ran out of the memory that it may use for a task. */
export class OutOfMemory extends SourceError {
  constructor(message: string, options?: ErrorOptions) {
    super('too_large', message, options);
    this.name = 'OutOfMemory';
  }
}

/** How a task runs. */
export interface RunAs {
  /** It runs again after its process was lost, and may have been the reason. */
  readonly suspect: boolean;
  /** It has more memory than others; one such task runs at a time. */
  readonly wide: boolean;
}

/** A task under way in a process. */
export class RunningTask {
  readonly id: number;
  readonly #send: (message: ToQueryProcess) => void;
  readonly #messages: (readonly unknown[])[] = [];
  #end: { readonly error: Error | null } | null = null;
  #wake: () => void = () => {};
  readonly #settled = Promise.withResolvers<void>();
  /** A suspect is run again after its process was lost. */
  readonly suspect: boolean;

  constructor(id: number, suspect: boolean, send: (message: ToQueryProcess) => void) {
    this.id = id;
    this.suspect = suspect;
    this.#send = send;
  }

  /** Whether the process has nothing left to do for the task. */
  get isOver(): boolean {
    return this.#end !== null;
  }

  /** Resolves when the process has nothing left to do for the task. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** The next items, or null at the end. Fails with a `SourceError` or `ProcessLost`. */
  async next(): Promise<readonly unknown[] | null> {
    while (this.#messages.length === 0) {
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    if (this.#end === null) this.#send({ kind: 'pull', id: this.id });
    return this.#messages.shift()!;
  }

  stop(): void {
    if (this.#end === null) this.#send({ kind: 'stop', id: this.id });
  }

  put(items: readonly unknown[]): void {
    this.#messages.push(items);
    this.#wake();
  }

  finish(error: Error | null): void {
    if (this.#end !== null) return;
    this.#end = { error };
    this.#wake();
    this.#settled.resolve();
  }
}

export interface QueryProcessEvents {
  /** The process is gone; `healthy`: it had answered something. */
  exited(exit: {
    readonly healthy: boolean;
    readonly reason: string;
    readonly stderr: string;
  }): void;
}

/** One forked query process and the tasks in it. It ends once and is not started again. */
export class QueryProcess {
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  readonly #running = new Map<number, RunningTask>();
  readonly #events: QueryProcessEvents;
  readonly #stderr: () => string;
  #nextId = 1;
  #healthy = false;
  #blamed: RunningTask | null = null;
  #killed: string | null = null;
  #forMemory = false;
  #ended = false;
  #isReady = false;

  constructor(
    limits: QueryProcessLimits,
    spawn: Pick<SpawnOptions, 'poolThreads' | 'tag'>,
    events: QueryProcessEvents,
  ) {
    this.#events = events;
    this.#ready.promise.catch(() => {});
    this.#child = spawnEngine({
      script: 'query-process',
      argument: limits,
      wallMb: limits.processMemoryMb,
      ...spawn,
    });
    this.#stderr = stderrTail(this.#child);
    this.#child.on('message', (message) => this.#receive(message as FromQueryProcess));
    this.#child.on('error', (error) => this.#exit(error.message));
    this.#child.once('exit', (code, signal) => this.#exit(`exit ${signal ?? code}`));
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether it takes tasks: it has said so, and neither ended nor was killed. */
  get isReady(): boolean {
    return this.#isReady && !this.#ended && this.#killed === null;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Starts a task; the process must be ready. */
  start(task: QueryTask, { suspect, wide }: RunAs): RunningTask {
    const running = new RunningTask(this.#nextId++, suspect, (message) => this.#send(message));
    this.#running.set(running.id, running);
    if (this.#ended) running.finish(new ProcessLost(false, 'the engine process has ended'));
    else this.#send({ kind: 'start', id: running.id, task, wide });
    return running;
  }

  /** Ends the process at once; `blamed` is the task for which that is done. */
  kill(reason: string, blamed: RunningTask | null): void {
    this.#killed ??= reason;
    this.#blamed ??= blamed;
    this.#child.kill('SIGKILL');
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    this.kill('closed', null);
    await this.#gone.promise;
  }

  #send(message: ToQueryProcess): void {
    // A broken channel shows itself as the exit of the process.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #receive(message: FromQueryProcess): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (message.kind === 'memory') {
      this.#forMemory = true;
      this.kill(`${Math.round(message.rss / 1024 / 1024)} MiB of memory in use`, this.#suspect());
    } else if (message.kind === 'items') {
      this.#running.get(message.id)?.put(message.items);
      if (message.last) this.#finish(message.id, null);
    } else this.#fail(message.id, message.error);
  }

  /** A broken instance ends with its process: the task that broke it has failed, those that only met it run again. */
  #fail(id: number, error: WireError): void {
    const { broken, message } = error;
    if (broken) this.kill(`broken: ${message}`, this.#running.get(id) ?? null);
    this.#finish(id, broken === 'before' ? new ProcessLost(false, message) : failureOf(error));
  }

  #finish(id: number, error: Error | null): void {
    this.#healthy = true;
    const running = this.#running.get(id);
    this.#running.delete(id);
    running?.finish(error);
  }

  /** The task that a crash is held against: the only one, or the only one that was there at a crash before. */
  #suspect(): RunningTask | null {
    const all = [...this.#running.values()];
    const suspects = all.filter((task) => task.suspect);
    return all.length === 1 ? all[0]! : suspects.length === 1 ? suspects[0]! : null;
  }

  #exit(how: string): void {
    if (this.#ended) return;
    this.#ended = true;
    const reason = this.#killed ?? how;
    const blamed = this.#blamed ?? this.#suspect();
    this.#ready.reject(new ProcessLost(false, reason));
    for (const running of this.#running.values())
      running.finish(new ProcessLost(running === blamed, reason, this.#forMemory));
    this.#running.clear();
    this.#gone.resolve();
    this.#events.exited({
      healthy: this.#healthy || this.#killed !== null,
      reason,
      stderr: this.#stderr(),
    });
  }
}

const failureOf = ({ kind, message, outOfMemory }: WireError): SourceError =>
  outOfMemory ? new OutOfMemory(message) : new SourceError(kind, message);
