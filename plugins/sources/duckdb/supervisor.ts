import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Asker, Leave } from '#src/places.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { askerOf, enterSource } from '#src/sql/enter-source.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import type { ParserTask, QueryTask, TaskItems } from '#workers/engine/protocol.ts';
import {
  OutOfMemory,
  ProcessLost,
  type QueryProcess,
  type RunAs,
  type RunningTask,
} from './query-process.ts';
import type { DuckdbSettings } from './settings.ts';
import { Slot, type SlotPlace, type TaskNeeds } from './slot.ts';

export interface RunOptions {
  /** Keeps to one process, whose open instances it finds again. */
  readonly workspaceId: string;
  /** On whose behalf it waits for a place; the workspace as a whole where nobody is named. */
  readonly asker?: Asker | undefined;
  /** From its place on: waiting for one does not count. A task that is run again has the time again. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether the task is known to need much memory. */
  readonly wide?: boolean;
}

/** Tasks that are remembered as wide, and for how long (milliseconds). */
const KNOWN_WIDE = 2_000;
const KNOWN_WIDE_MS = 10 * 60_000;

/**
 * The query processes of a gateway. A task past its time, or whose reader left, is interrupted; if the engine does
 * not obey within `kill_grace_ms`, its process is killed and started anew. Other tasks in that process which have
 * given nothing yet run once more.
 *
 * A task that ran out of memory, or was in a process that did, runs once more as a wide one: with more memory and no
 * other wide task beside it. Its like are wide from the start for a while.
 */
export class Supervisor {
  readonly #settings: DuckdbSettings;
  readonly #slots: readonly Slot[];
  readonly #wide = new LRUCache<string, true>({ max: KNOWN_WIDE, ttl: KNOWN_WIDE_MS });
  readonly #slotsOfWorkspace = new LRUCache<string, SlotsInOrder>({ max: 1_000 });

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

  /** Processes that answer, and how often one had to be started anew. */
  processes(): { readonly running: number; readonly restarts: number } {
    const running = this.#slots.filter((slot) => slot.current !== null).length;
    return { running, restarts: this.#slots.reduce((sum, slot) => sum + slot.restarts, 0) };
  }

  async open(): Promise<void> {
    for (const slot of this.#slots) slot.open();
    await Promise.all(this.#slots.map((slot) => slot.ready())).catch((error: unknown) => {
      throw new SourceError('unavailable', "The engine couldn't start. Check the log.", {
        cause: error,
      });
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
    let runAs: RunAs = { suspect: false, wide: options.wide ?? false };
    for (let again = false; ; again = true) {
      const { slot, leave, wide } = await this.#enter(task, options, runAs);
      const limit = new TimeLimit(options);
      let given = false;
      let end = leave;
      let forget = () => {};
      try {
        limit.throwIfOver();
        const engine = slot.current ?? (await limit.race(slot.ready()));
        limit.throwIfOver();
        const running = engine.start(task, { ...runAs, wide });
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
        const isLast = again || given;
        if (error instanceof OutOfMemory) {
          if (isLast || wide) throw error;
        } else requireAnotherTry(error, isLast);
        const lost = error instanceof ProcessLost;
        const forMemory = !lost || error.forMemory;
        if (forMemory) this.#wide.set(fingerprintOf(task), true);
        runAs = { suspect: lost, wide: wide || forMemory };
      } finally {
        forget();
        end();
        limit.clear();
      }
    }
  }

  /** Runs a task that gives one item and reads no data, the parser's: it takes a millisecond and has places of its own. */
  async ask<T extends ParserTask['type']>(
    task: Extract<ParserTask, { type: T }>,
    options: RunOptions,
  ): Promise<TaskItems[T]> {
    const [slot] = this.#slotsOf(options.workspaceId);
    for (let again = false; ; again = true) {
      const leave = await enterSource(
        slot.parsing,
        askerOf(options, options),
        undefined,
        options.signal,
      );
      const limit = new TimeLimit(options);
      let end = leave;
      try {
        limit.throwIfOver();
        const engine = slot.current ?? (await limit.race(slot.ready()));
        limit.throwIfOver();
        const running = engine.start(task, { suspect: again, wide: false });
        end = () => this.#end(engine, running, leave);
        const [item] = (await limit.race(running.next())) ?? [];
        return item as TaskItems[T];
      } catch (error) {
        requireAnotherTry(error, again);
      } finally {
        end();
        limit.clear();
      }
    }
  }

  /**
   * A place in the process of the workspace; in another one where that is full of others' tasks. Where all are, it
   * waits for its own. What is known as wide when it gets its place is wide from then on.
   */
  async #enter(task: QueryTask, options: RunOptions, { suspect, wide }: RunAs): Promise<Entered> {
    const slots = this.#slotsOf(options.workspaceId);
    if (!('attachments' in task)) return { slot: slots[0], leave: () => {}, wide };
    const key = JSON.stringify(task.attachments.map((file) => file.path).sort());
    const isWide = () => wide || (this.#wide.size > 0 && this.#wide.has(fingerprintOf(task)));
    for (;;) {
      const need = { key, suspect, wide: isWide() };
      const entered = await this.#enterSlot(slots, options, need);
      if (need.wide === isWide()) return { ...entered, wide: need.wide };
      entered.leave();
    }
  }

  async #enterSlot(
    slots: SlotsInOrder,
    options: RunOptions,
    need: TaskNeeds,
  ): Promise<Pick<Entered, 'slot' | 'leave'>> {
    const [own] = slots;
    const asker = askerOf(options, options);
    for (const slot of slots) {
      const leave = slot.places.enterNow(asker, need);
      if (leave) return { slot, leave };
      if (!slot.places.isTakenByOthers(asker, need)) break;
    }
    return { slot: own, leave: await enterSource(own.places, asker, need, options.signal) };
  }

  /** Gives the place back when the engine is done with the task, by itself or by being killed. */
  #end(engine: QueryProcess, running: RunningTask, leave: () => void): void {
    if (running.isOver) {
      leave();
      return;
    }
    running.stop();
    const kill = setTimeout(
      () => engine.kill("a task didn't stop", running),
      this.#settings.kill_grace_ms,
    );
    void running.settled.then(() => {
      clearTimeout(kill);
      leave();
    });
  }

  /**
   * All processes in the order in which the workspace prefers them: rendezvous hashing (Thaler, Ravishankar 1998), so
   * that it keeps its process whatever the others do.
   */
  #slotsOf(workspaceId: string): SlotsInOrder {
    const known = this.#slotsOfWorkspace.get(workspaceId);
    if (known) return known;
    const weightOf = (index: number) =>
      createHash('sha1').update(`${index}\0${workspaceId}`).digest('hex');
    const slots = this.#slots
      .map((slot, index) => ({ slot, weight: weightOf(index) }))
      .sort((a, b) => (a.weight < b.weight ? 1 : -1))
      .map(({ slot }) => slot);
    const [own, ...others] = slots;
    if (!own) throw new SourceError('unavailable', "The engine isn't running.");
    const ordered = [own, ...others] as const;
    this.#slotsOfWorkspace.set(workspaceId, ordered);
    return ordered;
  }
}

/** A place in a process. */
interface Entered {
  readonly slot: Slot;
  readonly leave: Leave;
  readonly wide: boolean;
}

/** Tells a task from others. */
const fingerprintOf = (task: QueryTask): string =>
  createHash('sha1').update(JSON.stringify(task)).digest('base64');

/** The workspace's own process first. */
type SlotsInOrder = readonly [Slot, ...Slot[]];

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
  return error.forMemory
    ? new OutOfMemory(
        'The query needs too much memory. Ask for fewer rows or columns, or for totals.',
        { cause: error },
      )
    : new SourceError('unavailable', 'The engine process ended during the query. Ask again.', {
        cause: error,
      });
}
