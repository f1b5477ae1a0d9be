import type { Logger } from 'pino';
import type { Closers } from './ground.ts';

/**
 * Closes parts in the reverse order of opening. Where `withinMs` (milliseconds) is given, it takes no longer: each part
 * is waited for at most half of the time that is left, so that one that hangs leaves time for those behind it.
 */
export async function closeAll(closers: Closers, log: Logger, withinMs?: number): Promise<void> {
  const end = withinMs === undefined ? null : performance.now() + withinMs;
  for (const close of closers.splice(0).reverse())
    try {
      const closing = close();
      const isClosed = await within(closing, end && Math.max(0, end - performance.now()) / 2);
      // The text of the function names the part: `() => files.close()`.
      if (!isClosed)
        log.warn({ part: close.toString().slice(0, 100) }, "a component didn't close in time");
    } catch (error) {
      log.warn({ err: error }, "a component didn't close");
    }
}

/** Whether `work` ended in the time (milliseconds; null: however long it takes). Fails where it fails by then. */
async function within(work: Promise<unknown>, ms: number | null): Promise<boolean> {
  if (ms === null) return work.then(() => true);
  const { promise: over, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), over]);
  } finally {
    clearTimeout(timer);
  }
}
