import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** One connection to a server. */
export interface PooledSession {
  /** Whether it may be used again: connected, and without any doubt about its state. */
  readonly isUsable: boolean;
  /** Ends the connection; more calls do nothing. */
  close(): Promise<void>;
}

export interface SessionPoolOptions<S extends PooledSession> {
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
 * all of them busy waits for the first that is given back, until the signal aborts.
 */
export class SessionPool<S extends PooledSession> {
  readonly #options: SessionPoolOptions<S>;
  #idle: Idle<S>[] = [];
  #busy = 0;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  readonly #closing = new Set<Promise<void>>();
  readonly #lifetime = new AbortController();

  constructor(options: SessionPoolOptions<S>) {
    this.#options = options;
  }

  /**
   * Fails with the signal's reason, with what `open` failed with, or `unavailable` after `close`; as `busy` where the
   * time of a query was over before it had a connection.
   */
  async acquire(signal: AbortSignal): Promise<SessionLease<S>> {
    try {
      return await this.#acquire(signal);
    } catch (error) {
      throw isTimeOver(signal) ? noneFree() : error;
    }
  }

  /**
   * The server is gone: ends the idle connections and fails who waits for one, each of whom would find out by itself
   * else, one after the other.
   */
  giveUp(error: unknown): void {
    this.dropIdle();
    for (const turn of this.#waiting.splice(0)) turn.reject(error);
  }

  async #acquire(signal: AbortSignal): Promise<SessionLease<S>> {
    signal.throwIfAborted();
    this.#lifetime.signal.throwIfAborted();
    if (this.#busy < this.#options.maxSessions) this.#busy += 1;
    else await this.#turn(signal);
    const reused = this.#takeIdle();
    if (reused) return this.#lease(reused, true);
    try {
      const opened = await this.#options.open(AbortSignal.any([signal, this.#lifetime.signal]));
      return this.#lease(opened, false);
    } catch (error) {
      if (error instanceof ConnectionError && error.kind !== 'busy') this.giveUp(error);
      this.#leave();
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
    this.#lifetime.abort(
      new SourceError('unavailable', 'The connection to the database is closed.'),
    );
    this.dropIdle();
    for (const turn of this.#waiting.splice(0)) turn.resolve();
    await Promise.all(this.#closing);
  }

  /** Waits until a busy session is given back, whose place it takes over. */
  async #turn(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const abort = () => {
      const index = this.#waiting.indexOf(turn);
      if (index >= 0) this.#waiting.splice(index, 1);
      turn.reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(turn);
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
    if (signal.aborted || this.#lifetime.signal.aborted) {
      this.#leave();
      signal.throwIfAborted();
      this.#lifetime.signal.throwIfAborted();
    }
  }

  /** Gives a place to the next one that waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#busy -= 1;
  }

  #takeIdle(): S | null {
    for (let found = this.#idle.pop(); found; found = this.#idle.pop()) {
      clearTimeout(found.timer);
      if (found.session.isUsable) return found.session;
      this.#close(found.session);
    }
    return null;
  }

  #lease(session: S, isReused: boolean): SessionLease<S> {
    let held = true;
    return {
      session,
      isReused,
      release: () => {
        if (!held) return;
        held = false;
        if (session.isUsable && !this.#lifetime.signal.aborted) this.#keep(session);
        else this.#close(session);
        this.#leave();
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

const noneFree = () =>
  new ConnectionError('busy', 'No connection to the database was free in time; try again shortly.');
