import type { ChildProcess } from 'node:child_process';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EngineLoad, SpillTable } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { FromLoader, ToLoader } from '#workers/engine/protocol.ts';
import { stderrTail } from '#workers/spawn-walled.ts';
import type { DuckdbSettings } from './settings.ts';
import { spawnEngine } from './spawn.ts';

/** Threads of libuv's pool: the loader runs one statement at a time. */
const POOL_THREADS = 4;
const UNFINISHED = '.loading';

/**
 * Starts a loader process that writes a new engine file. It writes beside `target` under another name; `commit` makes
 * that durable and gives it its name, so a load that dies half-way leaves nothing at `target`.
 */
export async function beginLoad(
  target: string,
  { settings, tag }: { readonly settings: DuckdbSettings; readonly tag: string },
  signal: AbortSignal,
): Promise<EngineLoad> {
  const unfinished = `${target}${UNFINISHED}`;
  await removeUnfinished(unfinished);
  const loader = new Loader(
    spawnEngine({
      script: 'loader-process',
      argument: {
        path: unfinished,
        threads: settings.threads,
        memoryMb: settings.memory_mb,
      },
      wallMb: settings.process_memory_mb,
      poolThreads: POOL_THREADS,
      tag,
    }),
    { signal, timeoutMs: settings.load_timeout_ms },
  );
  const abort = async () => {
    await loader.end();
    await removeUnfinished(unfinished);
  };
  try {
    await loader.answer();
  } catch (error) {
    await abort();
    throw error;
  }
  let ended = false;
  return {
    append: (table) => append(loader, table),
    commit: async () => {
      await loader.ask({ kind: 'commit' });
      await loader.end();
      await publish(unfinished, target);
      ended = true;
    },
    abort: async () => {
      if (!ended) await abort();
    },
  };
}

async function append(loader: Loader, table: SpillTable): Promise<number> {
  const answer = await loader.ask({ kind: 'append', table });
  if (answer.kind !== 'appended')
    throw new SourceError('unavailable', 'The loader sent an unexpected message.');
  return answer.rows;
}

async function publish(unfinished: string, target: string): Promise<void> {
  await sync(unfinished);
  await rename(unfinished, target);
  await sync(path.dirname(target));
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeUnfinished(unfinished: string): Promise<void> {
  for (const ending of ['', '.wal', '.tmp'])
    await rm(`${unfinished}${ending}`, { recursive: true, force: true });
}

/** A loader process: one question at a time, one answer each. */
class Loader {
  readonly #child: ChildProcess;
  readonly #within: () => AbortSignal;
  #signal: AbortSignal;
  #asked = false;
  readonly #gone = Promise.withResolvers<void>();
  readonly #stderr: () => string;
  #answer = Promise.withResolvers<FromLoader>();

  /** Its time begins again with the first question: it may be started before there is something to load. */
  constructor(
    child: ChildProcess,
    { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ) {
    this.#child = child;
    this.#within = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    this.#signal = this.#within();
    this.#stderr = stderrTail(child);
    const gone = (how: string) => {
      this.#answer.reject(new SourceError('unavailable', `The loader process ended (${how}).`));
      this.#gone.resolve();
    };
    this.#answer.promise.catch(() => {});
    child.on('message', (message) => this.#answer.resolve(message as FromLoader));
    child.on('error', (error) => gone(error.message));
    child.once('exit', (code, killer) => gone(`${killer ?? code}; ${this.#stderr()}`));
  }

  ask(message: ToLoader): Promise<FromLoader> {
    if (!this.#asked) this.#signal = this.#within();
    this.#asked = true;
    this.#answer = Promise.withResolvers();
    this.#answer.promise.catch(() => {});
    if (!this.#child.connected)
      this.#answer.reject(new SourceError('unavailable', 'The loader process has ended.'));
    else this.#child.send(message, () => {});
    return this.answer();
  }

  /** The answer that is due. Fails with a `SourceError`; the process is ended when the signal aborts. */
  async answer(): Promise<FromLoader> {
    const stop = () => {
      const timeout = (this.#signal.reason as Error | undefined)?.name === 'TimeoutError';
      this.#answer.reject(
        timeout
          ? new SourceError('timeout', 'Building the engine file took too long.')
          : new SourceError('cancelled', 'Building the engine file was cancelled.'),
      );
      this.#child.kill('SIGKILL');
    };
    if (this.#signal.aborted) stop();
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      const message = await this.#answer.promise;
      if (message.kind === 'failed')
        throw new SourceError(message.error.kind, message.error.message);
      return message;
    } finally {
      this.#signal.removeEventListener('abort', stop);
    }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone.promise;
  }
}
