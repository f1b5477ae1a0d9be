import type { Duplex } from 'node:stream';

import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { ServerCertificate } from '#src/plugin-api/database-server.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { certificateOf } from '#src/sql/server/server-certificate.ts';
import type { PooledSession } from '#src/sql/server/session-pool.ts';
import { cellReader, type Field } from './cells.ts';
import type { Connector, Wire } from './connector.ts';
import { type Flavour, flavourOf } from './flavour.ts';
import { limitPins, pins, type StatementLimits } from './pins.ts';
import { RowStream } from './row-stream.ts';
import { aborted, within } from './waiting.ts';

/** Which server a session is on: behind one address there may be several. */
export interface ServerIdentity {
  readonly flavour: Flavour;
  readonly hostname: string;
  readonly serverId: string;
  /** Names are compared without case (`lower_case_table_names`). */
  readonly foldsNames: boolean;
}

const IDENTITY =
  'SELECT @@version, CONNECTION_ID(), @@hostname, @@server_id, @@port, @@lower_case_table_names';

/** One connection: one statement at a time. What is not sure to be clean is destroyed by its user. */
export class Session implements PooledSession {
  readonly identity: ServerIdentity;
  /** The server's number of this connection, for KILL. */
  readonly id: string;
  readonly #wire: Wire;
  readonly #failing = new Set<(error: unknown) => void>();
  #ended = false;
  /** Statements that the server has not answered to their end. */
  #commands = 0;
  /** When the last transaction was started (milliseconds). */
  #readySince = 0;
  /** What is set on the server. */
  #limits: StatementLimits = { timeoutMs: 0, maxRows: null };

  private constructor(wire: Wire, id: string, identity: ServerIdentity) {
    this.#wire = wire;
    this.id = id;
    this.identity = identity;
    const { connection, socket } = wire;
    connection.on('error', (error: unknown) => this.#end(error));
    connection.on('end', () => this.#end(lost()));
    socket.once('close', () => this.#end(lost()));
  }

  /** Connects and looks where it is; settings are pinned by `pin`. Fails with `ConnectionError`. */
  static async open(connector: Connector, signal: AbortSignal): Promise<Session> {
    const wire = await connector.connect(signal);
    try {
      const row = await aborted(signal, within(connector.timeoutMs, identify(wire)));
      const [version, id, hostname, serverId, port, lowerCase] = row.map(String);
      return new Session(wire, id!, {
        flavour: flavourOf(version!),
        hostname: `${hostname}:${port}`,
        serverId: serverId!,
        foldsNames: lowerCase !== '0',
      });
    } catch (error) {
      wire.socket.destroy();
      signal.throwIfAborted();
      throw connector.explain(error);
    }
  }

  /** What the server showed; null where the connection is not encrypted. */
  get certificate(): ServerCertificate | null {
    return certificateOf((this.#wire.connection as unknown as { readonly stream: Duplex }).stream);
  }

  /** Whether the connection is up. */
  get isUsable(): boolean {
    return !this.#ended;
  }

  /** Whether the server has said all that it has to say. */
  get atRest(): boolean {
    return !this.#ended && this.#commands === 0;
  }

  /** Runs one of our own statements and gives its rows. */
  async rows(sql: string): Promise<CellValue[][]> {
    const { rows, fields } = await this.#call<{ rows: unknown; fields: unknown }>((done) =>
      // Nobody stands above this callback: what is read out of the rows is read elsewhere.
      this.#wire.connection.query(sql, (error, rows, fields) => done(error, { rows, fields })),
    );
    return Array.isArray(fields) ? (rows as unknown[][]).map(cellReader(fields as Field[])) : [];
  }

  /** Sets what changes the meaning or the cost of a SELECT, and starts a transaction that writes nothing. */
  async pin(limits: StatementLimits): Promise<void> {
    // The driver sends one as soon as the other is answered.
    await Promise.all([
      this.rows(pins(this.identity.flavour, limits)),
      this.rows('START TRANSACTION READ ONLY'),
    ]);
    this.#limits = limits;
    this.#readySince = performance.now();
  }

  /**
   * Makes sure of a transaction that writes nothing, whose statements keep to the limits. A session that was made
   * ready by `clean` is in one, which sees the state of its first SELECT; one that has rested for longer than
   * `trustedMs` says first that it is still there.
   */
  async begin(limits: StatementLimits, trustedMs: number): Promise<void> {
    const { timeoutMs, maxRows } = this.#limits;
    const isOld = performance.now() - this.#readySince > trustedMs;
    if (limits.timeoutMs !== timeoutMs || limits.maxRows !== maxRows) {
      await this.rows(limitPins(this.identity.flavour, limits));
      this.#limits = limits;
    } else if (isOld) await this.#call<void>((done) => this.#wire.connection.ping(done));
  }

  /**
   * Runs a SELECT as a prepared statement. One without result columns is not run: whatever it was, no SELECT (an INTO
   * too has none).
   */
  async select(sql: string, maxRowBytes: number): Promise<RowStream> {
    const { connection } = this.#wire;
    const columns = await this.#call<readonly Field[]>((done) =>
      connection.prepare(sql, (error, statement) =>
        done(error, (statement as unknown as { columns: Field[] } | undefined)?.columns ?? []),
      ),
    );
    if (columns.length === 0) throw new SourceError('query', 'Only SELECT statements can run.');
    const command = connection.execute({ sql, ...geometryAsBytes(columns) });
    this.#commands += 1;
    command.on('end', () => {
      this.#commands -= 1;
    });
    const { stream: socket } = connection as unknown as { stream: Duplex };
    const stream = new RowStream(connection, socket, command, maxRowBytes);
    const fail = (error: unknown) => stream.fail(error);
    if (this.#ended) fail(lost());
    this.#failing.add(fail);
    void stream.settled.then(() => this.#failing.delete(fail));
    return stream;
  }

  /**
   * Undoes whatever the last user did (the reset rolls back; variables, locks, temporary tables and prepared statements
   * go) and begins the next transaction, so that the next user need not wait for that.
   */
  async clean(): Promise<void> {
    await Promise.all([
      this.#call<void>((done) => this.#wire.connection.reset((error) => done(error))),
      this.pin(this.#limits),
    ]);
  }

  async close(): Promise<void> {
    this.destroy();
  }

  destroy(): void {
    this.#wire.socket.destroy();
    this.#end(lost());
  }

  #call<T>(start: (done: (error: unknown, value?: T) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended) return reject(lost());
      const fail = (error: unknown) => {
        this.#failing.delete(fail);
        reject(error);
      };
      this.#failing.add(fail);
      this.#commands += 1;
      start((error, value) => {
        this.#commands -= 1;
        this.#failing.delete(fail);
        if (error) reject(error);
        else resolve(value as T);
      });
    });
  }

  #end(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#wire.socket.destroy();
    for (const fail of [...this.#failing]) fail(error);
  }
}

function identify({ connection, socket }: Wire): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(lost()));
    connection.query(IDENTITY, (error, rows) => {
      if (error) reject(error);
      else resolve((rows as unknown as unknown[][])[0]!);
    });
  });
}

/** The driver's reader of shapes knows no empty ones; their bytes are shown as they are. */
function geometryAsBytes(columns: readonly Field[]) {
  if (!columns.some((column) => column.columnType === GEOMETRY)) return {};
  return {
    typeCast: (
      field: { readonly type: string; buffer(): Buffer | null },
      next: () => unknown,
    ): unknown => (field.type === 'GEOMETRY' ? field.buffer() : next()),
  };
}

const GEOMETRY = 255;

function lost(): Error {
  return Object.assign(new Error('Connection lost.'), { code: 'PROTOCOL_CONNECTION_LOST' });
}
