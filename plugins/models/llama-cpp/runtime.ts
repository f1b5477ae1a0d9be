import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Logger } from 'pino';
import { NOBODY, Places, PlacesTaken, type WaitingLimits } from '#src/places.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import type { FromLlama, LlamaSetup, LlamaTask, ToLlama } from '#workers/models/llama-protocol.ts';
import { spawnWalled, stderrTail } from '#workers/spawn-walled.ts';

export interface RuntimeOptions {
  readonly log: Logger;
  readonly waiting: WaitingLimits;
  readonly processTag: string;
  readonly loadTimeoutMs: number;
  /** How long an answer may take to stop before the process is ended. */
  readonly stopMs: number;
  /** How long after a failed load the file is not loaded again. */
  readonly pauseMs: number;
}

type Piece = Extract<FromLlama, { kind: 'piece' | 'finish' }>;

/** libuv's threads of the process: it reads one file, once. */
const POOL_THREADS = 2;
/** Environment variables that graphics drivers need; the process gets no others. */
const FOR_GPU = ['LD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES', 'GGML_VK_VISIBLE_DEVICES'] as const;

/**
 * Runs a model file in its own process, which answers one question at a time. If the process dies, the current answer
 * fails and the next question starts another process. After a failed load, the file isn't loaded again for `pauseMs`.
 */
export class LlamaRuntime {
  readonly #setup: LlamaSetup;
  readonly #options: RuntimeOptions;
  readonly #places: Places;
  #process: LlamaProcess | null = null;
  #failed: { readonly error: ModelError; readonly until: number } | null = null;
  #isClosed = false;

  constructor(setup: LlamaSetup, options: RuntimeOptions) {
    this.#setup = setup;
    this.#options = options;
    this.#places = new Places({ queue: 'llama-cpp', places: 1, limits: options.waiting });
  }

  /** Loads the file ahead of the first question. */
  warmUp(): void {
    this.#loaded().catch((error: unknown) =>
      this.#options.log.warn(
        { detail: error instanceof ModelError ? error.detail : error },
        error instanceof Error ? error.message : "the model wasn't loaded",
      ),
    );
  }

  /** The pieces of one answer; the last one is its `finish`. Fails with a `ModelError`. */
  async *generate(task: LlamaTask, signal: AbortSignal): AsyncGenerator<Piece> {
    const leave = await this.#places.enter(NOBODY, undefined, signal).catch((error: unknown) => {
      if (error instanceof PlacesTaken) throw new ModelError('overloaded', error.message);
      throw error;
    });
    let isOver = false;
    let running: LlamaProcess | null = null;
    try {
      running = await this.#loaded(signal);
      for await (const piece of running.generate(task, signal)) {
        isOver = piece.kind === 'finish';
        yield piece;
      }
      isOver = true;
    } catch (error) {
      isOver = !signal.aborted;
      throw error;
    } finally {
      if (isOver || !running) leave();
      // The place stays taken until the process has stopped the answer, or has ended.
      else void running.stop(this.#options.stopMs).finally(leave);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.end('closed');
  }

  /** The process with the file loaded, started if there is none. The load continues if the caller leaves. */
  async #loaded(signal?: AbortSignal): Promise<LlamaProcess> {
    if (this.#isClosed) throw new ModelError('cancelled', 'the service is stopping');
    if (this.#failed && Date.now() < this.#failed.until) throw this.#failed.error;
    if (!this.#process || this.#process.isGone) this.#process = this.#start();
    const { ready } = this.#process;
    await (signal ? raced(ready, signal) : ready);
    return this.#process;
  }

  #start(): LlamaProcess {
    const started = new LlamaProcess(this.#setup, this.#options);
    started.ready.catch((error: unknown) => {
      if (error instanceof ModelError && error.kind === 'request')
        this.#failed = { error, until: Date.now() + this.#options.pauseMs };
    });
    return started;
  }
}

function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** One process; it ends once and is not started again. */
class LlamaProcess {
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #setup: LlamaSetup;
  readonly #log: Logger;
  readonly #loading: NodeJS.Timeout;
  readonly #stderr: () => string;
  readonly #begun = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  #isReady = false;
  #reason: ModelError | null = null;
  #id = 0;
  /** Receives the pieces of the current answer; null between answers. */
  #take: ((said: Piece | ModelError) => void) | null = null;
  #idle = Promise.withResolvers<void>();

  constructor(setup: LlamaSetup, { log, processTag, loadTimeoutMs }: RuntimeOptions) {
    this.#setup = setup;
    this.#log = log;
    this.ready = this.#begun.promise;
    const ending = path.extname(import.meta.filename);
    this.#child = spawnWalled({
      script: path.resolve(import.meta.dirname, `../../../workers/models/llama-process${ending}`),
      arguments: [JSON.stringify(setup), processTag],
      wallMb: setup.memoryMb,
      poolThreads: POOL_THREADS,
      environment: Object.fromEntries(
        FOR_GPU.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
    });
    this.#stderr = stderrTail(this.#child);
    this.#child.on('message', (message) => this.#receive(message as FromLlama));
    this.#child.on('error', (error) => this.#exit(error.message));
    // Not `exit`: by then its last lines may not have been read.
    this.#child.once('close', (code, signal) => {
      // A signal during the load means an allocation beyond the memory wall.
      if (signal && !this.#isReady) this.#reason ??= this.#tooLarge(signal);
      this.#exit(`exit ${signal ?? code}`);
    });
    this.#loading = setTimeout(
      () =>
        this.#kill(
          new ModelError(
            'request',
            `${this.#name} wasn't loaded within ${loadTimeoutMs} ms. Raise llama_cpp.load_timeout_ms, or choose a smaller file`,
          ),
        ),
      loadTimeoutMs,
    );
  }

  get isGone(): boolean {
    return (
      this.#reason !== null || this.#child.exitCode !== null || this.#child.signalCode !== null
    );
  }

  async *generate(task: LlamaTask, signal: AbortSignal): AsyncGenerator<Piece> {
    const id = ++this.#id;
    const came: (Piece | ModelError)[] = [];
    let wake = () => {};
    this.#idle = Promise.withResolvers<void>();
    this.#take = (said) => {
      came.push(said);
      wake();
    };
    const stop = () => {
      this.#send({ kind: 'stop', id });
      wake();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (this.isGone) throw this.#reason ?? this.#lost('the process ended');
      this.#send({ kind: 'generate', id, task });
      for (;;) {
        signal.throwIfAborted();
        const next = came.shift();
        if (next instanceof ModelError) throw next;
        if (next) yield next;
        if (next?.kind === 'finish') return;
        if (next) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (came.length > 0 || signal.aborted) resolve();
        });
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Tells the process to stop its answer, and ends it where it doesn't within so many milliseconds. */
  async stop(withinMs: number): Promise<void> {
    if (!this.#take) return;
    this.#send({ kind: 'stop', id: this.#id });
    const late = setTimeout(() => this.#kill(this.#lost("it didn't stop its response")), withinMs);
    await Promise.race([this.#idle.promise, this.#gone.promise]);
    clearTimeout(late);
  }

  async end(why: string): Promise<void> {
    this.#kill(this.#lost(why));
    await this.#gone.promise;
  }

  get #name(): string {
    return `The model ${path.basename(this.#setup.file)}`;
  }

  #lost(how: string): ModelError {
    return new ModelError('network', `${this.#name} stopped: its process ended. Ask again`, {
      detail: how,
    });
  }

  #tooLarge(detail: string): ModelError {
    return new ModelError(
      'request',
      `${this.#name} needs more memory than llama_cpp.memory_mb (${this.#setup.memoryMb}) allows or this machine has. Raise the limit, lower llama_cpp.context_tokens, or choose a smaller file`,
      { detail },
    );
  }

  #send(message: ToLlama): void {
    // A broken channel shows itself as the exit of the process.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #receive(message: FromLlama): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        clearTimeout(this.#loading);
        this.#log.info({ gpu: message.gpu, file: this.#setup.file }, 'the model is loaded');
        this.#begun.resolve();
        return;
      case 'unusable':
        this.#reason ??= this.#unusable(message);
        return;
      case 'memory':
        this.#kill(this.#tooLarge(`${message.mb} MiB in use`));
        return;
      default:
        if (message.id !== this.#id) return;
        this.#take?.(message.kind === 'error' ? this.#failure(message) : message);
        if (message.kind !== 'piece') this.#over();
    }
  }

  #unusable({ why, detail }: Extract<FromLlama, { kind: 'unusable' }>): ModelError {
    if (why === 'memory') return this.#tooLarge(detail);
    const text =
      why === 'file'
        ? `${this.#name} can't be loaded. Its file is damaged, or in a format that the installed node-llama-cpp doesn't support`
        : "node-llama-cpp can't be started here. Check that its package for this platform is installed";
    return new ModelError('request', text, { detail });
  }

  #failure({ tokens, detail }: Extract<FromLlama, { kind: 'error' }>): ModelError {
    return tokens === null
      ? new ModelError('overloaded', `${this.#name} failed`, { detail })
      : new ModelError(
          'context_length',
          `The prompt and its answer take up to ${tokens} tokens, more than the model's context holds. Raise llama_cpp.context_tokens`,
          { detail },
        );
  }

  #over(): void {
    this.#take = null;
    this.#idle.resolve();
  }

  #kill(reason: ModelError): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  #exit(how: string): void {
    clearTimeout(this.#loading);
    const detail = `${how} ${this.#stderr()}`.trim();
    this.#reason ??= this.#isReady
      ? this.#lost(detail)
      : this.#unusable({ kind: 'unusable', why: 'package', detail });
    this.#log.warn({ detail }, this.#reason.message);
    this.#begun.reject(this.#reason);
    this.#take?.(this.#reason);
    this.#over();
    this.#gone.resolve();
  }
}
