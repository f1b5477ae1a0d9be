import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import type { ParserTask, QueryTask, TaskItems } from '#workers/engine/protocol.ts';
import { ProcessLost, type QueryProcess, type RunningTask } from './query-process.ts';
import type { DuckdbSettings } from './settings.ts';
import { Slot, type SlotPlace } from './slot.ts';

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

  constructor(settings: DuckdbSettings, place: SlotPlace) {
    this.#settings = settings;
    this.#slots = Array.from(
      { length: settings.processes },
      (_, index) =>
        new Slot(settings, { ...place, log: place.log.child({ engineProcess: index }) }),
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
        const leave = await enter(slot, task, again, limit);
        let given = false;
        let end = leave;
        let forget = () => {};
        try {
          const engine = slot.current ?? (await limit.race(slot.ready()));
          limit.throwIfOver();
          const running = engine.start(task, again);
          end = once(() => this.#end(engine, running, leave));
          // A reader that has stopped reading must not hold the engine beyond its time.
          forget = limit.whenOver(end);
          for (;;) {
            const next = await limit.race(running.next());
            if (next === null) return;
            given ||= next.length > 0;
            for (const item of next) yield item as TaskItems[T];
          }
        } catch (error) {
          requireAnotherTry(error, again || given);
        } finally {
          forget();
          end();
        }
      }
    } finally {
      limit.clear();
    }
  }

  /** Runs a task that gives one item and reads no data, the parser's: it takes a millisecond and waits for no turn. */
  async ask<T extends ParserTask['type']>(
    task: Extract<ParserTask, { type: T }>,
    options: RunOptions,
  ): Promise<TaskItems[T]> {
    const limit = new TimeLimit(options);
    const slot = this.#slotOf(options.workspaceId);
    try {
      for (let again = false; ; again = true)
        try {
          const engine = slot.current ?? (await limit.race(slot.ready()));
          limit.throwIfOver();
          const running = engine.start(task, again);
          try {
            const [item] = (await limit.race(running.next())) ?? [];
            return item as TaskItems[T];
          } finally {
            this.#end(engine, running, () => {});
          }
        } catch (error) {
          requireAnotherTry(error, again);
        }
    } finally {
      limit.clear();
    }
  }

  /** Gives the turn back when the engine is done with the task, by itself or by being killed. */
  #end(engine: QueryProcess, running: RunningTask, leave: () => void): void {
    if (running.isOver) {
      leave();
      return;
    }
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

async function enter(
  slot: Slot,
  task: QueryTask,
  suspect: boolean,
  limit: TimeLimit,
): Promise<() => void> {
  limit.throwIfOver();
  if (!('attachments' in task)) return () => {};
  const key = JSON.stringify(task.attachments.map((file) => file.path).sort());
  const entry = { key, suspect };
  return slot.gate.enterNow(entry) ?? slot.gate.enter(entry, limit.signal);
}

/** Throws what went wrong, unless the process was lost to another task and this one may run once more. */
function requireAnotherTry(error: unknown, isLast: boolean): void {
  if (!(error instanceof ProcessLost)) throw error;
  if (isLast || error.blamed) throw lost(error);
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
