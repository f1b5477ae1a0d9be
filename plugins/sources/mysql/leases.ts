import type { Logger } from 'pino';
import type { Asker, WaitingLimits } from '#src/places.ts';
import { connectionsOf, type DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { type SessionLease, SessionPool } from '#src/sql/server/session-pool.ts';
import type { TimeLimit } from '#src/sql/time-limit.ts';
import { Connector } from './connector.ts';
import { asDriverError, isLost } from './driver-errors.ts';
import { createKill, type Kill } from './killing.ts';
import type { StatementLimits } from './pins.ts';
import { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import { aborted, within } from './waiting.ts';

/** After this without a word a connection is asked whether it is still there (milliseconds). */
const TRUSTED_MS = 1_000;

/** A connection of one's own inside a read-only transaction. */
export interface Lease {
  readonly session: Session;
  /** Whether it served others before: it may have died unnoticed. */
  readonly isReused: boolean;
  /** Gives it back when nothing runs on it: it is cleaned, or ended where that fails. */
  giveBack(): Promise<void>;
  /** Ends it, here and on the server; its place is free when that is done or has been tried long enough. */
  stop(): Promise<void>;
}

export interface LeasesDeps {
  readonly target: DatabaseTarget;
  readonly settings: MysqlSettings;
  readonly log: Logger;
  readonly waiting: WaitingLimits;
}

/** Connections to one database, each given out inside a read-only transaction and taken back clean. */
export class Leases {
  readonly #target: DatabaseTarget;
  readonly #connector: Connector;
  readonly #kill: Kill;
  readonly #settings: MysqlSettings;
  readonly #waiting: WaitingLimits;
  readonly #out = new Set<Lease>();
  #pool: SessionPool<Session>;
  #isClosed = false;

  constructor({ target, settings, log, waiting }: LeasesDeps) {
    this.#target = target;
    this.#connector = new Connector(target, settings.connect_timeout_ms);
    this.#settings = settings;
    this.#waiting = waiting;
    this.#kill = createKill(this.#connector, settings.cancel_wait_ms, log);
    this.#pool = this.#newPool();
  }

  /** After `close`: connections may be made again. */
  open(): void {
    if (this.#isClosed) this.#pool = this.#newPool();
    this.#isClosed = false;
  }

  /**
   * A connection in a transaction. One that has rested in the pool for a while is asked whether it is alive, and
   * replaced where it is not.
   */
  async take(limit: TimeLimit, statement: StatementLimits, asker: Asker): Promise<Lease> {
    const pool = this.#pool;
    for (;;) {
      const lease = await pool.acquire(limit, asker);
      const { session } = lease;
      try {
        await limit.race(this.#soon(session.begin(statement, TRUSTED_MS)));
        return this.#lease(lease);
      } catch (error) {
        session.destroy();
        lease.release();
        limit.signal.throwIfAborted();
        const failure = asDriverError(error);
        if (failure.code === 'ETIMEDOUT') {
          const gone = this.#connector.explain(failure);
          pool.giveUp(gone);
          throw gone;
        }
        if (!lease.isReused || !isLost(failure)) throw error;
        pool.dropIdle();
      }
    }
  }

  /** Ends the connections that rest: one of them was found dead. */
  dropIdle(): void {
    this.#pool.dropIdle();
  }

  /** Ends all connections and what runs on them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#pool.close(), ...[...this.#out].map((lease) => lease.stop())]);
  }

  #newPool(): SessionPool<Session> {
    return new SessionPool({
      queue: 'mysql',
      limits: this.#waiting,
      maxSessions: connectionsOf(this.#settings.max_connections, this.#target),
      idleMs: this.#settings.idle_ms,
      open: (signal) => this.#connect(signal),
    });
  }

  async #connect(signal: AbortSignal): Promise<Session> {
    const session = await Session.open(this.#connector, signal);
    try {
      const pinned = this.#soon(
        session.pin({ timeoutMs: this.#settings.inspect_timeout_ms, maxRows: null }),
      );
      await aborted(signal, pinned);
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
  }

  #lease({ session, isReused, release }: SessionLease<Session>): Lease {
    // Whoever comes first ends it: its user, or `close`.
    let ended: Promise<void> | null = null;
    const end = (work: () => Promise<void>) => {
      ended ??= work()
        .catch(() => session.destroy())
        .then(() => {
          this.#out.delete(lease);
          release();
        });
      return ended;
    };
    const lease: Lease = {
      session,
      isReused,
      giveBack: () => end(() => this.#soon(session.clean())),
      stop: () =>
        end(() => {
          session.destroy();
          return this.#kill(session);
        }),
    };
    this.#out.add(lease);
    return lease;
  }

  /** For what takes no time on a server that lives. */
  #soon<T>(work: Promise<T>): Promise<T> {
    return within(this.#settings.connect_timeout_ms, work);
  }
}
