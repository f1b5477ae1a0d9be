import { type Asker, type Leave, Places, PlacesTaken, type WaitingLimits } from '#src/places.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { TimeLimit } from '#src/sql/time-limit.ts';

/** One connection to a server. */
export interface PooledSession {
  /** Whether it may be used again: connected, and without any doubt about its state. */
  readonly isUsable: boolean;
  /** Ends the connection; more calls do nothing. */
  close(): Promise<void>;
}

export interface SessionPoolOptions<S extends PooledSession> {
  /** As metrics name the queue: `postgres`. */
  readonly queue: string;
  readonly limits: WaitingLimits;
  /** Connections at once, busy and idle. */
  readonly maxSessions: number;
  /** An idle connection is closed after this (milliseconds). */
  readonly idleMs: number;
  /** Connects; fails with what `acquire` is to fail with. */
  readonly open: (signal: AbortSignal) => Promise<S>;
}

/** A session that nobody else uses until `release`. */
export interface SessionLease<S> {
  readonly session: S;
  /** Whether it served others before: it may have been lost unnoticed. */
  readonly isReused: boolean;
  /** Gives it back; one that is not usable any more is closed instead. */
  release(): void;
}

interface Idle<S> {
  readonly session: S;
  readonly timer: NodeJS.Timeout;
}

/**
 * At most `maxSessions` connections to one database, opened on demand, the last used one reused first. Whoever finds
 * all of them busy waits for a place (`Places`).
 */
export class SessionPool<S extends PooledSession> {
  readonly #options: SessionPoolOptions<S>;
  #idle: Idle<S>[] = [];
  readonly #places: Places;
  readonly #closing = new Set<Promise<void>>();
  readonly #lifetime = new AbortController();

  constructor(options: SessionPoolOptions<S>) {
    this.#options = options;
    const { queue, maxSessions: places, limits } = options;
    this.#places = new Places({ queue, places, limits });
  }

  /**
   * A connection; the clock of the limit stands while a place for it is waited for. Fails with the limit's reason, with
   * what `open` failed with, or `unavailable` after `close`; as `busy` where there was no place, or where the time was
   * over before there was a connection.
   */
  async acquire(limit: TimeLimit, asker: Asker): Promise<SessionLease<S>> {
    const { signal } = limit;
    try {
      this.#lifetime.signal.throwIfAborted();
      const leave = await limit.standing(() => this.#places.enter(asker, undefined, signal));
      return await this.#sessionIn(leave, signal);
    } catch (error) {
      throw error instanceof PlacesTaken || isTimeOver(signal) ? noneFree(error) : error;
    }
  }

  /**
   * The server is gone: ends the idle connections and fails who waits for one, each of whom would find out by itself
   * else, one after the other.
   */
  giveUp(error: unknown): void {
    this.dropIdle();
    this.#places.refuseAll(error);
  }

  async #sessionIn(leave: Leave, signal: AbortSignal): Promise<SessionLease<S>> {
    try {
      const reused = this.#takeIdle();
      if (reused) return this.#lease(reused, true, leave);
      const opened = await this.#options.open(AbortSignal.any([signal, this.#lifetime.signal]));
      return this.#lease(opened, false, leave);
    } catch (error) {
      if (error instanceof ConnectionError && error.kind !== 'busy') this.giveUp(error);
      leave();
      throw error;
    }
  }

  /** Closes all idle connections: after the server was lost they are not worth a try. */
  dropIdle(): void {
    for (const { session, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      this.#close(session);
    }
  }

  /** Refuses new leases, and closes every session: the idle ones now, busy ones when they are given back. */
  async close(): Promise<void> {
    const closed = new SourceError('unavailable', 'The connection to the database is closed.');
    this.#lifetime.abort(closed);
    this.dropIdle();
    this.#places.refuseAll(closed);
    await Promise.all(this.#closing);
  }

  #takeIdle(): S | null {
    for (let found = this.#idle.pop(); found; found = this.#idle.pop()) {
      clearTimeout(found.timer);
      if (found.session.isUsable) return found.session;
      this.#close(found.session);
    }
    return null;
  }

  #lease(session: S, isReused: boolean, leave: Leave): SessionLease<S> {
    let held = true;
    return {
      session,
      isReused,
      release: () => {
        if (!held) return;
        held = false;
        if (session.isUsable && !this.#lifetime.signal.aborted) this.#keep(session);
        else this.#close(session);
        leave();
      },
    };
  }

  #keep(session: S): void {
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((idle) => idle.session !== session);
      this.#close(session);
    }, this.#options.idleMs);
    timer.unref();
    this.#idle.push({ session, timer });
  }

  #close(session: S): void {
    const closing: Promise<void> = session
      .close()
      .catch(() => {})
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

const isTimeOver = ({ aborted, reason }: AbortSignal) =>
  aborted && reason instanceof SourceError && reason.kind === 'timeout';

const noneFree = (cause: unknown) =>
  new ConnectionError(
    'busy',
    'All connections to the database were in use. Try again in a moment.',
    { cause },
  );
