import type { Duplex } from 'node:stream';
import type { Connection } from 'mysql2';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { Field } from './cells.ts';

/** A running statement of the driver: what it tells, and where it takes the packets of its answer. */
interface Command {
  execute(packet: Packet | undefined, connection: unknown): boolean;
  on(event: 'fields', listener: (fields: Field[]) => void): unknown;
  on(event: 'result', listener: (row: unknown[]) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
}

interface Packet {
  readonly buffer: Buffer;
  readonly offset: number;
  isEOF(): boolean;
}

/** Rows that wait for their reader at the most; beyond, the socket is not read. */
const ROWS_AHEAD = 1_000;
const BYTES_AHEAD = 256 * 1024;
/** One read of a socket: what may have come with the row that is being measured. */
const READ_BYTES = 64 * 1024;

/** The rows of a running statement as its reader asks for them. */
export class RowStream {
  /** The columns; fails where the statement does. */
  readonly fields: Promise<readonly Field[]>;
  /** Resolves when the server has said everything, or the statement has failed. */
  readonly settled: Promise<void>;
  readonly #connection: Connection;
  readonly #settle: () => void;
  #rows: unknown[][] = [];
  #bytes = 0;
  #rowBytes = 0;
  #paused = false;
  /** What the server said at the end of the rows. */
  #warnings = 0;
  #end: { readonly error: unknown } | null = null;
  #wake = () => {};

  constructor(connection: Connection, socket: Duplex, command: unknown, maxRowBytes: number) {
    const fields = Promise.withResolvers<readonly Field[]>();
    const settled = Promise.withResolvers<void>();
    fields.promise.catch(() => {});
    this.fields = fields.promise;
    this.settled = settled.promise;
    this.#connection = connection;
    const measure = (chunk: Buffer) => {
      this.#bytes += chunk.length;
      this.#rowBytes += chunk.length;
      if (this.#rowBytes > maxRowBytes + READ_BYTES) this.fail(tooLarge(maxRowBytes));
    };
    this.#settle = () => {
      socket.off('data', measure);
      fields.reject(this.#end?.error);
      settled.resolve();
    };
    socket.on('data', measure);
    const running = command as Command;
    const take = running.execute.bind(running);
    // The driver passes the number of warnings over.
    running.execute = (packet, of) => {
      if (packet?.isEOF()) this.#warnings = packet.buffer.readUInt16LE(packet.offset + 1);
      return take(packet, of);
    };
    running.on('fields', (columns) => fields.resolve(columns));
    running.on('result', (row) => this.#put(row));
    running.on('error', (error) => this.fail(error));
    running.on('end', () => this.#finish(null));
  }

  /** How many warnings the statement had, once it is over. */
  get warnings(): number {
    return this.#warnings;
  }

  /** Rows that have come, at least one; null at the end. */
  async next(): Promise<unknown[][] | null> {
    while (this.#rows.length === 0) {
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      // Gives rows at once where some have been held back.
      this.#resume();
      await promise;
    }
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    return rows;
  }

  /** Reads on without keeping anything, so that a statement that is nearly done ends by itself. */
  discard(): void {
    this.#put = () => {};
    this.#rows = [];
    this.#resume();
  }

  fail(error: unknown): void {
    this.#finish(error);
  }

  #put = (row: unknown[]): void => {
    this.#rowBytes = 0;
    this.#rows.push(row);
    if (!this.#paused && (this.#rows.length >= ROWS_AHEAD || this.#bytes > BYTES_AHEAD)) {
      this.#paused = true;
      this.#connection.pause();
    }
    this.#wake();
  };

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#connection.resume();
  }

  #finish(error: unknown): void {
    if (this.#end !== null) return;
    this.#end = { error };
    this.#settle();
    this.#wake();
  }
}

function tooLarge(maxBytes: number): SourceError {
  return new SourceError(
    'too_large',
    `A row of the result exceeds ${maxBytes} bytes. Ask for fewer columns.`,
  );
}
