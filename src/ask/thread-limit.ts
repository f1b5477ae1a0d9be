import type { Worker } from 'node:worker_threads';

/** How often a task at work is looked at (milliseconds). */
const LOOK_EVERY_MS = 250;
/** Times its processor time that a task may take by the clock: what hangs is ended too. */
const CLOCK_TIMES = 12;

export interface ThreadLimit {
  /** Shared with the task: its thread writes its `threadId` there when it begins. */
  readonly begun: Int32Array;
  /** Aborted when the task has used what it may. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Limits a task of a pool's thread by the processor time that it uses (milliseconds): on a machine with more work than
 * processors a task that is not run is not to blame, and neither is one whose thread is still loading its code. By the
 * clock it may take twelve times as long.
 */
export function limitThread(threads: () => readonly Worker[], limitMs: number): ThreadLimit {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const limit = new AbortController();
  const deadline = performance.now() + limitMs * CLOCK_TIMES;
  let usedBefore: number | null = null;

  const look = async () => {
    if (performance.now() > deadline) return limit.abort();
    const id = Atomics.load(begun, 0);
    const used = await usedMs(threads().find(({ threadId }) => threadId === id));
    if (used === null) return;
    usedBefore ??= used;
    if (used - usedBefore > limitMs) limit.abort();
  };
  const timer = setInterval(() => void look(), Math.min(LOOK_EVERY_MS, limitMs / 4));
  return { begun, signal: limit.signal, stop: () => clearInterval(timer) };
}

/** Processor time that a thread has used since it began; null: it does not run (yet). */
async function usedMs(thread: Worker | undefined): Promise<number | null> {
  try {
    const used = await thread?.cpuUsage();
    return used ? (used.user + used.system) / 1_000 : null;
  } catch {
    return null;
  }
}
