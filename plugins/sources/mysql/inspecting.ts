import { NOBODY } from '#src/places.ts';
import { causeWithin } from '#src/sql/server/cause-within.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { sourceError } from './failures.ts';
import type { Leases } from './leases.ts';
import type { Session } from './session.ts';

export interface InspectOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Does work of our own (no guarded SELECT) on a connection, in one read-only transaction. When the time is over or the
 * signal aborts, what runs is ended on the server too. Fails with `SourceError`.
 */
export async function inspecting<T>(
  leases: Leases,
  options: InspectOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const limit = new TimeLimit(options);
  try {
    const limits = { timeoutMs: options.timeoutMs, maxRows: null };
    const lease = await leases.take(limit, limits, NOBODY);
    try {
      return await limit.race(work(lease.session));
    } finally {
      // Work that was given up may still go on.
      if (lease.session.atRest && !limit.signal.aborted) void lease.giveBack();
      else void lease.stop();
    }
  } catch (error) {
    throw sourceError(causeWithin(limit, error));
  } finally {
    limit.clear();
  }
}
