import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import type { QueryTask, TaskItems } from '#workers/engine/protocol.ts';
import { ProcessLost, type QueryProcess, type RunningTask } from './query-process.ts';
import type { DuckdbSettings } from './settings.ts';
import { Slot } from './slot.ts';

export interface RunOptions {
  /** Keeps to one process, whose open instances it finds again. */
  readonly workspaceId: string;
  /** From the call on: waiting for a turn counts. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The query processes of a gateway. A task past its time, or whose reader left, is interrupted; if the engine does
 * not obey within `kill_grace_ms`, its process is killed and started anew. Other tasks in that process which have
 * given nothing yet run once more.
 */
export class Supervisor {
  readonly #settings: DuckdbSettings;
  readonly #slots: readonly Slot[];
  readonly #slotOfWorkspace = new LRUCache<string, Slot>({ max: 1_000 });

  constructor(settings: DuckdbSettings, root: string, log: Logger) {
    this.#settings = settings;
    this.#slots = Array.from(
      { length: settings.processes },
      (_, index) => new Slot(settings, root, log.child({ engineProcess: index })),
    );
  }

  /** Process ids, for operators and tests. */
  get pids(): readonly number[] {
    return this.#slots.flatMap((slot) => slot.pid ?? []);
  }

  async open(): Promise<void> {
    for (const slot of this.#slots) slot.open();
    await Promise.all(this.#slots.map((slot) => slot.ready())).catch((error: unknown) => {
      throw new SourceError('unavailable', 'The engine does not start.', { cause: error });
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /** Runs a task and gives its items. Fails with a `SourceError`. */
  async *run<T extends QueryTask['type']>(
    task: Extract<QueryTask, { type: T }>,
    options: RunOptions,
  ): AsyncGenerator<TaskItems[T]> {
    const limit = new TimeLimit(options);
    const slot = this.#slotOf(options.workspaceId);
    try {
      for (let again = false; ; again = true) {
        const attempt = this.#attempt<TaskItems[T]>(slot, task, again, limit);
        const lostBefore = yield* attempt;
        if (lostBefore === null) return;
        if (again || lostBefore.blamed) throw lost(lostBefore);
      }
    } finally {
      limit.clear();
    }
  }

  /** Runs a task once; gives back the loss of its process where that came before the first item. */
  async *#attempt<Item>(
    slot: Slot,
    task: QueryTask,
    suspect: boolean,
    limit: TimeLimit,
  ): AsyncGenerator<Item, ProcessLost | null> {
    const leave = await enter(slot, task, suspect, limit.signal);
    let end = leave;
    let given = false;
    try {
      const engine = await limit.race(slot.ready());
      limit.signal.throwIfAborted();
      const running = engine.start(task, suspect);
      end = once(() => this.#end(engine, running, leave));
      // A reader that has stopped reading must not hold the engine beyond its time.
      limit.signal.addEventListener('abort', end, { once: true });
      for (;;) {
        const next = await limit.race(running.next());
        if (next === null) return null;
        given ||= next.length > 0;
        yield* next as readonly Item[];
      }
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error;
      if (given) throw lost(error);
      return error;
    } finally {
      limit.signal.removeEventListener('abort', end);
      end();
    }
  }

  /** Gives the turn back when the engine is done with the task, by itself or by being killed. */
  #end(engine: QueryProcess, running: RunningTask, leave: () => void): void {
    running.stop();
    const kill = setTimeout(
      () => engine.kill('a task did not stop', running),
      this.#settings.kill_grace_ms,
    );
    void running.settled.then(() => {
      clearTimeout(kill);
      leave();
    });
  }

  #slotOf(workspaceId: string): Slot {
    const known = this.#slotOfWorkspace.get(workspaceId);
    if (known) return known;
    const slot = this.#chooseSlot(workspaceId);
    this.#slotOfWorkspace.set(workspaceId, slot);
    return slot;
  }

  /** Rendezvous hashing (Thaler, Ravishankar 1998): a workspace keeps its process whatever the others do. */
  #chooseSlot(workspaceId: string): Slot {
    let best = this.#slots[0]!;
    let highest = '';
    for (const [index, slot] of this.#slots.entries()) {
      const weight = createHash('sha1').update(`${index}\0${workspaceId}`).digest('hex');
      if (weight > highest) {
        highest = weight;
        best = slot;
      }
    }
    return best;
  }
}

/** The parser bypasses the gate: it takes a millisecond and reads no data. */
async function enter(
  slot: Slot,
  task: QueryTask,
  suspect: boolean,
  signal: AbortSignal,
): Promise<() => void> {
  if (!('attachments' in task)) return () => {};
  const key = JSON.stringify(task.attachments.map((file) => file.path).sort());
  return slot.gate.enter({ key, suspect }, signal);
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

function lost(error: ProcessLost): SourceError {
  return /memory in use/.test(error.message)
    ? new SourceError(
        'too_large',
        'The query needs more memory than it may use; ask for less or aggregate more.',
        { cause: error },
      )
    : new SourceError('unavailable', 'The engine process ended while it ran the query.', {
        cause: error,
      });
}
