import type { FieldDef } from 'pg';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { tooLargeRow } from '#src/sql/result-caps.ts';
import type { SessionLease } from '#src/sql/server/session-pool.ts';
import { isServerError, sourceFailure } from './failures.ts';
import type { RawRow, Statement } from './flight.ts';
import type { PostgresSession, RunEvents } from './session.ts';

/** Rows wait here up to this (bytes on the wire) before the connection is read no further. */
const BUFFERED_BYTES = 256 * 1024;
/** Bytes on the wire of a byte of JSON text at the most: bytea comes as hexadecimal and is shown as base64. */
const WIRE_FACTOR = 1.5;
/** A statement that gave all the rows that were wanted may come to its own end in this (milliseconds). */
const LAST_ROWS_MS = 50;

export interface ReadingLimits {
  /** When the server itself gives the statement up (milliseconds). */
  readonly timeoutMs: number;
  /** Bytes that a row may have as JSON; one of far more ends the connection before it fills the memory. */
  readonly maxRowBytes: number;
  /** How long the session may take to be clean again (milliseconds). */
  readonly clearMs: number;
}

/** What one statement has given that nobody has taken yet. */
interface Result {
  fields: readonly FieldDef[] | null;
  rows: RawRow[];
  /** When it had given all its rows. */
  endedAt: number | null;
}

/**
 * The rows of statements, one after the other, no faster than they are taken. It gives its lease back when the session
 * is clean.
 */
export class Reading implements RunEvents {
  readonly #lease: SessionLease<PostgresSession>;
  readonly #limits: ReadingLimits;
  readonly #results: readonly Result[];
  /** When the statement that is being read began, as far as can be seen from here. */
  #began = performance.now();
  /** The statement that is being read. */
  #at = 0;
  /** The statement whose rows come. */
  #coming = 0;
  readonly #over = Promise.withResolvers<void>();
  #bytes = 0;
  #end: { readonly error: Error | null; readonly at: number } | null = null;
  #left = false;
  #pausedAt: number | null = null;
  #pausedMs = 0;
  #wake: () => void = () => {};

  constructor(
    lease: SessionLease<PostgresSession>,
    statements: readonly Statement[],
    limits: ReadingLimits,
  ) {
    this.#lease = lease;
    this.#limits = limits;
    this.#results = statements.map(() => ({ fields: null, rows: [], endedAt: null }));
    lease.session.run(statements, limits.timeoutMs, this);
    lease.session.stream.on('data', this.#count);
  }

  /** The columns of the statement that is being read, as soon as the server knows them. Fails with `SourceError`. */
  async columns(): Promise<readonly FieldDef[]> {
    const result = this.#result;
    while (result.fields === null) {
      if (this.#end)
        throw sourceFailure(
          this.#end.error ?? new SourceError('query', 'Only statements that return rows can run.'),
        );
      await this.#more();
    }
    return result.fields;
  }

  /** The next rows, some at least; null at the end. Fails with `SourceError`. */
  async next(): Promise<readonly RawRow[] | null> {
    const result = this.#result;
    while (result.rows.length === 0) {
      if (result.endedAt !== null) return null;
      if (this.#end) throw sourceFailure(this.#end.error ?? new Error('the rows stopped arriving'));
      this.#resume();
      await this.#more();
    }
    const { rows } = result;
    result.rows = [];
    this.#bytes = 0;
    return rows;
  }

  /** Goes on to the next statement, when the one before was read to its end. */
  advance(): void {
    this.#began = this.#result.endedAt ?? performance.now();
    this.#pausedMs = 0;
    this.#at += 1;
  }

  /** Milliseconds in which the server was at work on the statement that is being read, or could have been. */
  get engineMs(): number {
    const endedAt = this.#result.endedAt ?? this.#end?.at ?? performance.now();
    return endedAt - this.#began - this.#pausedMs;
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
    for (const result of this.#results) result.rows = [];
    const grace = this.#end ? this.#limits.clearMs : isCut ? LAST_ROWS_MS : 0;
    if (this.#end === null)
      this.#finish(new SourceError('unavailable', 'The connection to the database is closed.'));
    void this.#lease.session.abandon(grace);
  }

  fields(fields: readonly FieldDef[]): void {
    this.#results[this.#coming]!.fields = fields;
    this.#wake();
  }

  row(row: RawRow): void {
    if (this.#left) return;
    if (this.#results[this.#coming]!.rows.push(row) === 1) this.#wake();
  }

  complete(): void {
    this.#results[this.#coming]!.endedAt = performance.now();
    this.#coming += 1;
    if (this.#coming === this.#results.length) this.#finish(null);
    else this.#wake();
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

  get #result(): Result {
    return this.#results[this.#at]!;
  }

  #finish(error: Error | null): void {
    this.#end ??= { error, at: performance.now() };
    this.#wake();
  }

  /** Sees the bytes after their rows were read out of them. */
  readonly #count = (bytes: Buffer): void => {
    if (this.#left || this.#end) return;
    this.#bytes = this.#bytes + bytes.length;
    const isWaiting = this.#results.some(({ rows }) => rows.length > 0);
    if (isWaiting && this.#bytes > BUFFERED_BYTES) this.#pause();
    else if (this.#bytes > BUFFERED_BYTES + WIRE_FACTOR * this.#limits.maxRowBytes) {
      this.#finish(tooLargeRow(this.#limits.maxRowBytes));
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
