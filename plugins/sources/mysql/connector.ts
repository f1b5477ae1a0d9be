import type { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connection, SslOptions } from 'mysql2';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseSsl, DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { containThrows } from '#src/sql/server/contain-throws.ts';
import { noAnswer } from '#src/sql/server/network-failure.ts';
import { boundPackets } from './bounded-packets.ts';
import { connectionError } from './connection-errors.ts';
import { asDriverError } from './driver-errors.ts';

/** A connection that is signed in, and the socket under it. */
export interface Wire {
  readonly connection: Connection;
  readonly socket: Socket;
}

/**
 * What the client says it can do: nothing that lets a server or a statement read local files, run several statements,
 * answer a CALL with rows or change how names are read.
 */
const FLAGS = [
  '-CONNECT_WITH_DB',
  '-LOCAL_FILES',
  '-MULTI_STATEMENTS',
  '-MULTI_RESULTS',
  '-PS_MULTI_RESULTS',
  '-IGNORE_SPACE',
  '-FOUND_ROWS',
  '-ODBC',
  '-SESSION_TRACK',
  '-COMPRESS',
];

/** Makes connections to one target: to its checked address only, under its TLS mode. */
export class Connector {
  readonly target: DatabaseTarget;
  /** Longest time to connect, and for an answer that costs the server nothing (milliseconds). */
  readonly timeoutMs: number;
  /** One object for all connections: the driver keeps certificates read and TLS sessions by it. */
  readonly #ssl: SslOptions | null;
  #offersTls = true;

  constructor(target: DatabaseTarget, timeoutMs: number) {
    this.target = target;
    this.timeoutMs = timeoutMs;
    this.#ssl = sslOptions(target);
  }

  /** Fails with `ConnectionError`, or with the signal's reason. */
  async connect(signal: AbortSignal): Promise<Wire> {
    const prefer = this.target.ssl.mode === 'prefer';
    // What this attempt tried: another one may find out meanwhile that the server has no TLS.
    const offered = this.#offersTls;
    try {
      return await this.#attempt(offered ? this.#ssl : null, signal);
    } catch (error) {
      if (!prefer || !offered || !isWithoutTls(error)) throw error;
      this.#offersTls = false;
      return this.#attempt(null, signal);
    }
  }

  /** A failure after signing in, in the words of one before. */
  explain(error: unknown): ConnectionError {
    return asDriverError(error).code === 'ETIMEDOUT'
      ? noAnswer(this.target)
      : connectionError(error, { target: this.target, heard: true });
  }

  async #attempt(ssl: SslOptions | null, signal: AbortSignal): Promise<Wire> {
    // Loaded with the first connection: most services have none.
    const { createConnection } = await import('mysql2');
    signal.throwIfAborted();
    const { target, timeoutMs } = this;
    const socket = containThrows(
      connect({ host: target.address, port: target.port, noDelay: true }),
    );
    socket.setKeepAlive(true);
    const connection = createConnection({
      ...driverOptions(target, ssl),
      stream: socket,
      connectTimeout: timeoutMs,
    });
    boundPackets(connection);
    containEncrypted(connection as unknown as ConnectionInside);
    return new Promise<Wire>((resolve, reject) => {
      const settle = (act: () => void) => {
        signal.removeEventListener('abort', abort);
        act();
      };
      const fail = (reason: unknown) =>
        settle(() => {
          socket.destroy();
          reject(reason);
        });
      const abort = () => fail(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      // Stays for the connection's life: an error without a listener would end the process.
      connection.on('error', (error: unknown) =>
        fail(connectionError(error, { target, heard: socket.bytesRead > 0 })),
      );
      connection.on('connect', () => settle(() => resolve({ connection, socket })));
    });
  }
}

/** What the driver keeps but does not declare. */
interface ConnectionInside extends EventEmitter {
  stream: Duplex;
  startTLS(onSecure: (error?: Error) => void): void;
}

/**
 * From the switch to TLS on the driver reads another stream. Packets out of order are those of a broken server: the
 * driver would say so on the standard error, once for each, and go on.
 */
function containEncrypted(connection: ConnectionInside): void {
  const startTls = connection.startTLS;
  connection.startTLS = (onSecure) => {
    startTls.call(connection, onSecure);
    containThrows(connection.stream);
  };
  connection.on('warn', (warning: Error) =>
    connection.stream.destroy(Object.assign(warning, { code: 'PROTOCOL_ERROR' })),
  );
}

function driverOptions(target: DatabaseTarget, ssl: SslOptions | null) {
  return {
    // The name that the certificate is checked against; the socket is connected to the address.
    host: target.host,
    port: target.port,
    user: target.user,
    password: target.password,
    // No default database: tables are named in full, and functions that users made cannot be called without one.
    charset: 'utf8mb4',
    flags: FLAGS,
    multipleStatements: false,
    rowsAsArray: true,
    // Rows are read by fixed code, not by code made from column names (which also refuses a column `__proto__`).
    disableEval: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    enableCleartextPlugin: isChecked(target.ssl),
    connectAttributes: { program_name: 'plumbline' },
    ...(ssl && { ssl }),
  };
}

/** As libpq has it, a CA that is given is also used in the modes that need none. */
function isChecked({ mode, ca }: DatabaseSsl): boolean {
  return mode === 'verify-ca' || mode === 'verify-full' || (mode === 'require' && ca !== null);
}

function sslOptions({ ssl, host }: DatabaseTarget): SslOptions | null {
  if (ssl.mode === 'disable') return null;
  const verifyIdentity = ssl.mode === 'verify-full';
  // The driver would compare the certificate with "localhost".
  if (verifyIdentity && /^[\d.]+$|:/.test(host))
    throw new ConnectionError(
      'tls',
      `The mode verify-full needs a host name, but "${host}" is an address. Use the name, or the mode verify-ca.`,
    );
  return {
    rejectUnauthorized: isChecked(ssl),
    verifyIdentity,
    ...(ssl.ca !== null && { ca: ssl.ca }),
  };
}

function isWithoutTls(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return cause?.code === 'HANDSHAKE_NO_SSL_SUPPORT';
}
