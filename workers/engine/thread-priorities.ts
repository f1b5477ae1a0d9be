import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Linux counts the processor time of threads in hundredths of a second (proc(5), USER_HZ). */
const TICK_MS = 10;
/** Looks in a row in which a thread sleeps before it counts as done with its work. */
const LOOKS_ASLEEP = 2;

interface Thread {
  /** Processor time that it had used when it was last at rest (milliseconds). */
  since: number;
  asleep: number;
  isLow: boolean;
}

/** What of the system it uses; tests give another. */
export interface ThreadSystem {
  /** The folder of the process's threads, as proc(5) has it. */
  readonly folder: string;
  /** The thread that is left alone: it serves all. */
  readonly mainThread: number;
  readonly setPriority: (thread: number, priority: number) => void;
}

const LINUX: ThreadSystem = { folder: '/proc/self/task', mainThread: process.pid, setPriority };

/**
 * Lets threads that have been at work for long give way to those that begin, by the priority that Linux keeps for each
 * thread: a short query beside runaways in one process then hardly notices them. Does nothing where the system does not
 * let a process raise priorities again (it needs CAP_SYS_NICE): threads are used again and would stay slow.
 */
export class ThreadPriorities {
  readonly #giveWayMs: number;
  readonly #system: ThreadSystem;
  readonly #threads = new Map<number, Thread>();
  readonly #isAble: boolean;

  /** `giveWayMs`: processor time without a rest after which a thread gives way. */
  constructor(giveWayMs: number, system: ThreadSystem = LINUX) {
    this.#giveWayMs = giveWayMs;
    this.#system = system;
    this.#isAble = process.platform === 'linux' && this.#mayRaise();
  } /** Whether a thread of low priority is to be raised again when it rests. */
  get isOwed(): boolean {
    return [...this.#threads.values()].some(({ isLow }) => isLow);
  }

  /** Looks at all threads; to be called now and then while there is work or `isOwed`. */
  look(): void {
    if (!this.#isAble) return;
    const seen = new Set<number>();
    for (const name of readdirSync(this.#system.folder)) {
      const id = Number(name);
      if (id === this.#system.mainThread) continue;
      seen.add(id);
      this.#lookAt(id);
    }
    for (const id of this.#threads.keys()) if (!seen.has(id)) this.#threads.delete(id);
  } /** Raises all again: what is to stop would not get to see that in time on a busy machine. */
  raise(): void {
    for (const [id, thread] of this.#threads) if (thread.isLow) this.#rest(id, thread);
  }

  #lookAt(id: number): void {
    const now = this.#read(id);
    if (now === null) return;
    const thread = this.#threads.get(id) ?? { since: now.usedMs, asleep: 0, isLow: false };
    this.#threads.set(id, thread);
    // A thread that waits for a processor, as those of low priority do, is not asleep.
    thread.asleep = now.isAsleep ? thread.asleep + 1 : 0;
    if (thread.asleep >= LOOKS_ASLEEP) this.#rest(id, thread);
    else if (!thread.isLow && now.usedMs - thread.since > this.#giveWayMs)
      this.#set(id, thread, true);
  } /** Its work begins anew. */
  #rest(id: number, thread: Thread): void {
    thread.since = this.#read(id)?.usedMs ?? thread.since;
    if (thread.isLow) this.#set(id, thread, false);
  }

  #read(id: number): { readonly usedMs: number; readonly isAsleep: boolean } | null {
    try {
      const text = readFileSync(`${this.#system.folder}/${id}/stat`, 'latin1');
      // The name in front is in brackets and may hold anything; then follow the state and, as 12th and 13th, the times.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const usedMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
      return { usedMs, isAsleep: fields[0] !== 'R' };
    } catch {
      // It has just ended.
      return null;
    }
  }

  #set(id: number, thread: Thread, isLow: boolean): void {
    const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
    try {
      this.#system.setPriority(id, isLow ? PRIORITY_LOW : PRIORITY_NORMAL);
      thread.isLow = isLow;
    } catch {
      this.#threads.delete(id);
    }
  }

  #mayRaise(): boolean {
    const { mainThread } = this.#system;
    const { PRIORITY_NORMAL } = constants.priority;
    try {
      this.#system.setPriority(mainThread, PRIORITY_NORMAL + 1);
      this.#system.setPriority(mainThread, PRIORITY_NORMAL);
      return true;
    } catch {
      return false;
    }
  }
}
