import type { FieldDef } from 'pg';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { tooLargeRow } from '#src/sql/result-caps.ts';
import type { SessionLease } from '#src/sql/server/session-pool.ts';
import { isServerError, sourceFailure } from './failures.ts';
import type { RawRow, Statement } from './flight.ts';
import type { PostgresSession, RunEvents } from './session.ts';

/** Rows wait here up to this (bytes on the wire) before the connection is read no further. */
const BUFFERED_BYTES = 256 * 1024;
/** A statement that gave all the rows that were wanted may come to its own end in this (milliseconds). */
const LAST_ROWS_MS = 50;

export interface ReadingLimits {
  /** When the server itself gives the statement up (milliseconds). */
  readonly timeoutMs: number;
  /** A result of rows that may have so many bytes; one row of far more ends the connection before it fills the memory. */
  readonly maxBytes: number;
  /** How long the session may take to be clean again (milliseconds). */
  readonly clearMs: number;
}

/** The rows of one statement, no faster than they are taken. It gives its lease back when the session is clean. */
export class Reading implements RunEvents {
  readonly #lease: SessionLease<PostgresSession>;
  readonly #limits: ReadingLimits;
  readonly #began = performance.now();
  readonly #over = Promise.withResolvers<void>();
  #fields: readonly FieldDef[] | null = null;
  #rows: RawRow[] = [];
  #bytes = 0;
  #end: { readonly error: Error | null; readonly at: number } | null = null;
  #left = false;
  #pausedAt: number | null = null;
  #pausedMs = 0;
  #wake: () => void = () => {};

  constructor(lease: SessionLease<PostgresSession>, statement: Statement, limits: ReadingLimits) {
    this.#lease = lease;
    this.#limits = limits;
    lease.session.run(statement, limits.timeoutMs, this);
    lease.session.stream.on('data', this.#count);
  }

  /** The columns, as soon as the server knows them. Fails with `SourceError`. */
  async columns(): Promise<readonly FieldDef[]> {
    while (this.#fields === null) {
      if (this.#end)
        throw sourceFailure(
          this.#end.error ?? new SourceError('query', 'Only statements that give rows are run.'),
        );
      await this.#more();
    }
    return this.#fields;
  }

  /** The next rows, some at least; null at the end. Fails with `SourceError`. */
  async next(): Promise<readonly RawRow[] | null> {
    while (this.#rows.length === 0) {
      if (this.#end?.error) throw sourceFailure(this.#end.error);
      if (this.#end) return null;
      this.#resume();
      await this.#more();
    }
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    return rows;
  }

  /** Milliseconds in which the server was at work, or could have been. */
  get engineMs(): number {
    return (this.#end?.at ?? performance.now()) - this.#began - this.#pausedMs;
  }

  /** Whether the connection went away, so that the statement may be tried on another one. */
  get isLost(): boolean {
    return this.#end?.error != null && !isServerError(this.#end.error);
  }

  /** Resolves when the session is clean again, or closed. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Nobody wants more rows; `isCut`: because there were enough. What runs is ended; more calls do nothing. */
  leave(isCut = false): void {
    if (this.#left) return;
    this.#left = true;
    this.#rows = [];
    const grace = this.#end ? this.#limits.clearMs : isCut ? LAST_ROWS_MS : 0;
    if (this.#end === null)
      this.#finish(new SourceError('unavailable', 'The connection to the database is closed.'));
    void this.#lease.session.abandon(grace);
  }

  fields(fields: readonly FieldDef[]): void {
    this.#fields = fields;
    this.#wake();
  }

  row(row: RawRow): void {
    if (this.#left) return;
    if (this.#rows.push(row) === 1) this.#wake();
  }

  complete(): void {
    this.#finish(null);
  }

  failed(error: Error): void {
    this.#finish(error);
  }

  settled(): void {
    this.#lease.session.stream.off('data', this.#count);
    if (this.#end === null) this.#finish(new Error('the connection was lost'));
    this.#lease.release();
    this.#over.resolve();
  }

  #finish(error: Error | null): void {
    this.#end ??= { error, at: performance.now() };
    this.#wake();
  }

  /** Sees the bytes after their rows were read out of them. */
  readonly #count = (bytes: Buffer): void => {
    if (this.#left || this.#end) return;
    this.#bytes = this.#bytes + bytes.length;
    if (this.#rows.length > 0 && this.#bytes > BUFFERED_BYTES) this.#pause();
    else if (this.#bytes > BUFFERED_BYTES + 2 * this.#limits.maxBytes) {
      this.#finish(tooLargeRow(this.#limits.maxBytes));
      void this.#lease.session.close();
    }
  };

  #pause(): void {
    this.#pausedAt ??= performance.now();
    this.#lease.session.stream.pause();
  }

  #resume(): void {
    if (this.#pausedAt === null) return;
    this.#pausedMs += performance.now() - this.#pausedAt;
    this.#pausedAt = null;
    this.#lease.session.stream.resume();
  }

  #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }
}
