import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DatabaseTarget, ServerCertificate } from '#src/plugin-api/database-server.ts';
import { noAnswer } from '#src/sql/server/network-failure.ts';
import { certificateOf } from '#src/sql/server/server-certificate.ts';
import type { PooledSession } from '#src/sql/server/session-pool.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { requestCancel } from './cancel-request.ts';
import { type Connected, connect } from './connect.ts';
import { isServerError, sourceFailure } from './failures.ts';
import { Flight, type FlightEvents, type RawRow, type Shown, type Statement } from './flight.ts';
import {
  arePinned,
  begin,
  CLEAR,
  checkPins,
  checkTempFileLimit,
  majorVersion,
  ROLLBACK,
  tempFileLimit,
} from './pins.ts';
import type { PostgresSettings } from './settings.ts';

const NONE: Shown = { from: 0, to: 0 };

/** A cancelled statement is cancelled again where it has not ended after this (milliseconds). */
const CANCEL_AGAIN_MS = 200;

/** What pg keeps but does not declare. */
interface ClientInside {
  readonly connection: { readonly stream: Duplex };
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** Told of the way of statements; `settled` comes last, when the session is clean or closed. */
export interface RunEvents extends Omit<FlightEvents, 'ready'> {
  settled(): void;
}

/**
 * One connection. Statements run in a READ ONLY transaction of their own, on one state of the data, with all settings
 * pinned; it is rolled back, and then the session is cleared of what outlives a transaction: all in one round trip. A
 * session whose state is not known for certain is closed and never used again.
 */
export class PostgresSession implements PooledSession {
  readonly #client: Client;
  readonly #inside: ClientInside;
  readonly #isEncrypted: boolean;
  readonly #target: DatabaseTarget;
  readonly #settings: PostgresSettings;
  /** Whether the session keeps the pinned settings by itself. */
  #arePinned = false;
  /** Bounds the temporary files of a transaction, where the role may. */
  #tempFileLimit: Statement | null = null;
  #state: 'clean' | 'busy' | 'closed' = 'clean';
  #isDoubtful = false;
  #closing: Promise<void> | null = null;
  #over: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(
    { client, isEncrypted }: Connected,
    target: DatabaseTarget,
    settings: PostgresSettings,
  ) {
    this.#client = client;
    this.#inside = client as unknown as ClientInside;
    this.#isEncrypted = isEncrypted;
    this.#target = target;
    this.#settings = settings;
    client.on('error', () => this.close());
    client.once('end', () => this.close());
  }

  get isUsable(): boolean {
    return this.#state === 'clean';
  }

  /** What the server showed; null where the connection is not encrypted. */
  get certificate(): ServerCertificate | null {
    return certificateOf(this.stream);
  }

  /** Rows come no faster than they are taken while this is paused. */
  get stream(): Duplex {
    return this.#inside.connection.stream;
  }

  /** Looks once whether the settings that the session began with are in force, and what more can be set. */
  async prepare(): Promise<void> {
    const answer = await this.#ask(checkPins(this.#settings));
    this.#arePinned = arePinned(answer, this.#settings);
    // A pooler that clears the session by closing it answers nothing more.
    const limit = this.isUsable ? await this.#ask(checkTempFileLimit(majorVersion(answer))) : [];
    this.#tempFileLimit = tempFileLimit(limit ?? [], this.#settings);
  }

  /** The last row of a statement. */
  #ask(statement: Statement): Promise<RawRow | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<RawRow | undefined>();
    let answer: RawRow | undefined;
    this.run([statement], this.#settings.connect_timeout_ms, {
      fields: () => {},
      row: (row) => {
        answer = row;
      },
      complete: () => {},
      failed: reject,
      // A connection that is lost may be closed before its statement hears of it.
      settled: () => (answer || this.#state !== 'closed' ? resolve(answer) : reject(lost())),
    });
    return promise;
  }

  /**
   * Starts statements; the session must be free. One that was lost since it was looked at fails them. `timeoutMs` is
   * when the server itself gives each of them up.
   */
  run(statements: readonly Statement[], timeoutMs: number, events: RunEvents): void {
    this.#over = Promise.withResolvers();
    this.#over.promise.then(() => events.settled());
    if (this.#state === 'closed') {
      events.failed(lost());
      this.#over.resolve();
      return;
    }
    this.#state = 'busy';
    this.#expectAnswer((error) => events.failed(error));
    const opening = [
      ...begin(timeoutMs, this.#arePinned, this.#settings),
      ...(this.#tempFileLimit ? [this.#tempFileLimit] : []),
    ];
    const shown = { from: opening.length, to: opening.length + statements.length };
    let completed = 0;
    this.#fly([...opening, ...statements, ROLLBACK, CLEAR], shown, {
      fields: (fields) => events.fields(fields),
      row: (row) => events.row(row),
      complete: () => {
        completed += 1;
        events.complete();
      },
      failed: (error) => {
        const isComplete = completed === statements.length;
        if (!isComplete) events.failed(error);
        if (isComplete || !isServerError(error)) this.close();
        else this.#clear();
      },
      ready: () => this.#settle(),
    });
  }

  /**
   * Ends what runs: after `graceMs`, in which it may end by itself, the server is asked to cancel it, again and again
   * for a while, and in the end the connection is cut. A session that was asked is not used again, because a request
   * that comes late would hit its next statement.
   */
  async abandon(graceMs: number): Promise<void> {
    const over = this.#over;
    if (this.#state !== 'busy') return;
    this.stream.resume();
    if (graceMs > 0 && (await this.#isOverWithin(graceMs))) return;
    // The session may be clean by now, and in use by the next one.
    if (this.#over !== over || this.#state !== 'busy') return;
    this.#isDoubtful = true;
    const until = performance.now() + this.#settings.cancel_wait_ms;
    while (this.#state === 'busy') {
      const left = until - performance.now();
      if (left <= 0) break;
      await Promise.race([this.#cancel(left), over.promise]);
      await this.#isOverWithin(Math.min(CANCEL_AGAIN_MS, left));
    }
    await this.close();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const wasClean = this.#state === 'clean';
    // The server would go on with what nobody can hear any more.
    if (this.#state === 'busy' && !this.#isDoubtful)
      void this.#cancel(this.#settings.cancel_wait_ms);
    this.#state = 'closed';
    const ended = this.#client.end().catch(() => {});
    if (wasClean)
      await Promise.race([ended, wait(this.#settings.cancel_wait_ms, null, { ref: false })]);
    this.stream.destroy();
    this.#over.resolve();
  }

  /** After a failed statement: the transaction is rolled back in a round trip of its own. */
  #clear(): void {
    this.#fly([ROLLBACK, CLEAR], NONE, {
      fields: () => {},
      row: () => {},
      complete: () => {},
      failed: () => void this.close(),
      ready: () => this.#settle(),
    });
  }

  /** A server that went away without a word (its machine, or the network in between) never says so. */
  #expectAnswer(failed: (error: Error) => void): void {
    const { stream } = this;
    const timer = setTimeout(() => {
      failed(sourceFailure(noAnswer(this.#target)));
      void this.close();
    }, this.#settings.connect_timeout_ms);
    const stop = () => {
      clearTimeout(timer);
      stream.off('data', stop);
    };
    stream.on('data', stop);
    this.#over.promise.then(stop);
  }

  #cancel(timeoutMs: number): Promise<void> {
    const { processID, secretKey } = this.#inside;
    const key = { processId: processID!, secret: secretKey! };
    return requestCancel(this.#target, this.#isEncrypted, key, timeoutMs);
  }

  #settle(): void {
    if (this.#state !== 'busy') return;
    if (this.#isDoubtful || this.#client.getTransactionStatus() !== 'I') {
      void this.close();
      return;
    }
    this.#state = 'clean';
    this.#over.resolve();
  }

  #fly(statements: readonly Statement[], shown: Shown, events: FlightEvents): void {
    this.#client.query(new Flight(statements, shown, events));
  }

  #isOverWithin(ms: number): Promise<boolean> {
    return Promise.race([this.#over.promise.then(() => true), wait(ms, false, { ref: false })]);
  }
}

const lost = () => new Error('the connection was lost');

/** Opens a session. Fails with `ConnectionError`, or with a `SourceError` when it is given up. */
export async function openSession(
  target: DatabaseTarget,
  settings: PostgresSettings,
  signal: AbortSignal,
): Promise<PostgresSession> {
  const limit = new TimeLimit({ timeoutMs: settings.connect_timeout_ms, signal });
  try {
    const session = new PostgresSession(await connect(target, settings, limit), target, settings);
    await limit.race(session.prepare()).catch(async (error: unknown) => {
      await session.close();
      throw error;
    });
    return session;
  } finally {
    limit.clear();
  }
}
