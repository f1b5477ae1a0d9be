import type { FieldDef } from 'pg';
import { type Asker, NOBODY, type WaitingLimits } from '#src/places.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import {
  connectionsOf,
  type DatabaseTarget,
  type ServerCertificate,
} from '#src/plugin-api/database-server.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { mostOfRow } from '#src/sql/result-caps.ts';
import { causeWithin } from '#src/sql/server/cause-within.ts';
import { SessionPool } from '#src/sql/server/session-pool.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { sourceFailure } from './failures.ts';
import type { RawRow, Statement } from './flight.ts';
import { Reading } from './reading.ts';
import { openSession, type PostgresSession } from './session.ts';
import type { PostgresSettings } from './settings.ts';

/** What the catalog and measurements may give at the most (bytes). */
const OWN_RESULT_BYTES = 64 * 1024 * 1024;

/**
 * A connection that was lost unnoticed shows it at once (milliseconds); one that is lost later may have been lost by
 * what it ran, which is not to run again.
 */
const UNNOTICED_MS = 1_000;

/** Bounds of statements. */
export interface ReadOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Bounds of guarded statements, and on whose behalf they run. */
export interface Bounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRowBytes?: number;
  readonly asker: Asker;
}

/** Statements that have begun. */
export interface Begun {
  /** Of the first. */
  readonly columns: readonly FieldDef[];
  readonly reading: Reading;
}

/** The connections to one database: a bounded pool, and what runs on it. */
export class Connections {
  readonly #settings: PostgresSettings;
  readonly #pool: SessionPool<PostgresSession>;
  readonly #running = new Set<Reading>();
  #certificate: ServerCertificate | null = null;

  constructor(target: DatabaseTarget, settings: PostgresSettings, waiting: WaitingLimits) {
    this.#settings = settings;
    this.#pool = new SessionPool({
      queue: 'postgres',
      limits: waiting,
      maxSessions: connectionsOf(settings.max_connections, target),
      idleMs: settings.idle_ms,
      open: async (signal) => {
        const session = await openSession(target, settings, signal);
        this.#certificate = session.certificate;
        return session;
      },
    });
  }

  /** What the server showed on the newest connection; null where that is not encrypted. */
  get certificate(): ServerCertificate | null {
    return this.#certificate;
  }

  /**
   * Starts statements, which see one state of the data, and waits for the columns of the first. A connection that served
   * before may have been lost unnoticed, so what finds it lost is tried once more on another one: all that runs here
   * only reads. Fails with `SourceError`.
   */
  async begin(statements: readonly Statement[], limit: TimeLimit, bounds: Bounds): Promise<Begun> {
    for (let isRetry = false; ; isRetry = true) {
      const { reading, isReused } = await this.#start(statements, limit, bounds);
      try {
        return { columns: await limit.race(reading.columns()), reading };
      } catch (error) {
        const isLost = reading.isLost && reading.engineMs < UNNOTICED_MS && !limit.signal.aborted;
        reading.leave();
        if (isUnreached(error)) this.#pool.giveUp(error);
        if (!isLost || isRetry || !isReused) throw sourceFailure(error);
        this.#pool.dropIdle();
      }
    }
  }

  /**
   * All rows of a statement of our own, which may be part of a query that has a connection; `Row` says which of its
   * columns are never NULL. Fails with `SourceError`.
   */
  async rows<Row extends RawRow = RawRow>(
    statement: Statement,
    { timeoutMs, signal }: ReadOptions,
  ): Promise<Row[]> {
    const limit = new TimeLimit({ timeoutMs, signal });
    try {
      const bounds = { timeoutMs, maxBytes: OWN_RESULT_BYTES, asker: NOBODY };
      const { reading } = await this.begin([statement], limit, bounds);
      const rows: RawRow[] = [];
      try {
        for (;;) {
          const some = await limit.race(reading.next());
          if (some === null) return rows as readonly RawRow[] as Row[];
          for (const row of some) rows.push(row);
        }
      } finally {
        reading.leave();
      }
    } finally {
      limit.clear();
    }
  }

  /** Ends what runs and closes all connections. */
  async close(): Promise<void> {
    const closing = this.#pool.close();
    const running = [...this.#running];
    for (const reading of running) reading.leave();
    await Promise.all([closing, ...running.map((reading) => reading.over)]);
    await this.#pool.close();
  }

  async #start(
    statements: readonly Statement[],
    limit: TimeLimit,
    { asker, ...bounds }: Bounds,
  ): Promise<{ readonly reading: Reading; readonly isReused: boolean }> {
    const lease = await this.#pool.acquire(limit, asker).catch((error: unknown) => {
      throw sourceFailure(causeWithin(limit, error));
    });
    const reading = new Reading(lease, statements, {
      timeoutMs: bounds.timeoutMs,
      maxRowBytes: mostOfRow(bounds),
      clearMs: this.#settings.cancel_wait_ms,
    });
    this.#running.add(reading);
    const leave = () => reading.leave();
    limit.signal.addEventListener('abort', leave, { once: true });
    reading.over.then(() => {
      this.#running.delete(reading);
      limit.signal.removeEventListener('abort', leave);
    });
    return { reading, isReused: lease.isReused };
  }
}

const isUnreached = (error: unknown) =>
  error instanceof SourceError && error.cause instanceof ConnectionError;
