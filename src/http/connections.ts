import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import { rawAnswer } from './malformed.ts';

export type ConnectionLimits = Pick<
  Config['http'],
  | 'max_connections'
  | 'max_pipelined'
  | 'body_timeout_ms'
  | 'body_progress_bytes'
  | 'unread_body_ms'
  | 'stalled_client_ms'
>;

/** How often connections are looked at: several times within the limit of bodies, and often enough to find room. */
const LOOKS_PER_TIMEOUT = 5;
const LONGEST_BETWEEN_LOOKS_MS = 1_000;
const BETWEEN_SEARCHES_MS = 100;
const WARN_EVERY_MS = 60_000;

/** A connection of a client, with the request under way. */
interface Connection {
  readonly socket: Socket;
  /** Requests under way: several where a client does not wait for answers. */
  active: number;
  /** The last request and its answer. */
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** When the body of the request last came on, and what had been read of the connection by then. */
  progressAt: number;
  progressBytes: number;
  /** Bytes that had been read, and those that waited to be taken, when it was last looked at. */
  readAtLook: number;
  unsentAtLook: number;
}

/**
 * Keeps the connections of a server within bounds, so that none is held for nothing and none keeps others out:
 *
 * - Beyond `max_connections`, another connection gives way: the longest idle of those that never sent a request; one
 *   whose client does not send or take what it has to; one whose answer is not yet taken; the longest idle of the others;
 *   the one whose body has not come on for longest. Where the service is at work for all, the new one gets 503.
 * - A client that sends more than `max_pipelined` requests without waiting for their answers is cut off.
 * - A body that does not come on by `body_progress_bytes` in `body_timeout_ms` while the service waits for it gets 408.
 * - What is left of a body when its answer is out is thrown away for `unread_body_ms`; then the connection is closed.
 * - A client that takes nothing of its answer for `stalled_client_ms` is cut off.
 *
 * Node's own limits stand beside these: `headersTimeout` and `requestTimeout`, which count from the first byte, and
 * `keepAliveTimeout`. Gives how many connections are open.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  log: Logger,
): () => number {
  const connections = new Map<Socket, Connection>();
  /** Without a request under way, the longest idle first: those that never sent one, and the others. */
  const fresh = new Set<Connection>();
  const kept = new Set<Connection>();
  /** With a request under way whose client did nothing between the last two looks. */
  const held = new Set<Connection>();
  /** With a request that may be incomplete, the one without progress for longest first. */
  const receiving = new Set<Connection>();
  const most = Math.min(limits.max_connections, Math.floor(openFilesLimit() / 2));
  const warn = sometimes(WARN_EVERY_MS, () =>
    log.warn({ connections: most }, 'connection limit reached; closing other connections'),
  );

  const makeRoom = (): boolean => {
    if (connections.size < most) return true;
    warn();
    const leaving = firstOf(fresh) ?? firstOf(held) ?? slow() ?? firstOf(kept) ?? stillReceiving();
    if (!leaving) return false;
    forget(leaving);
    leaving.socket.destroy();
    return true;
  };
  const stillReceiving = (): Connection | undefined => {
    for (const connection of receiving)
      if (waitsForBody(connection)) return connection;
      else receiving.delete(connection);
    return undefined;
  };
  /** Looks at all connections, which takes too long to do for each new one. */
  const slow = sometimes(BETWEEN_SEARCHES_MS, () => {
    for (const connection of connections.values())
      if (connection.socket.writableLength > 0) held.add(connection);
    return firstOf(held);
  });
  const forget = (connection: Connection): void => {
    connections.delete(connection.socket);
    fresh.delete(connection);
    kept.delete(connection);
    held.delete(connection);
    receiving.delete(connection);
  };

  server.on('connection', (socket: Socket) => {
    if (!makeRoom()) {
      socket.end(rawAnswer(tooMany()));
      socket.destroySoon();
      return;
    }
    const connection: Connection = {
      ...{ socket, active: 0, request: null, response: null, progressAt: 0, progressBytes: 0 },
      ...{ readAtLook: 0, unsentAtLook: 0 },
    };
    connections.set(socket, connection);
    fresh.add(connection);
    socket.once('close', () => forget(connection));
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    fresh.delete(connection);
    kept.delete(connection);
    receiving.add(connection);
    connection.active += 1;
    if (connection.active > limits.max_pipelined) connection.socket.destroy();
    connection.request = request;
    connection.response = response;
    connection.progressAt = performance.now();
    connection.progressBytes = connection.socket.bytesRead;
    response.once('close', () => {
      connection.active -= 1;
      held.delete(connection);
      if (connection.socket.destroyed || connection.active > 0) return;
      receiving.delete(connection);
      kept.add(connection);
      if (!request.complete) closeUnlessComplete(request, limits.unread_body_ms);
    });
  });

  // Node emits it after so long without a byte in either direction; with a listener it closes nothing by itself.
  server.setTimeout(limits.stalled_client_ms, (socket) => {
    const connection = connections.get(socket);
    const isIdle = !connection || connection.active === 0;
    const isStalled = socket.writableLength > 0 || (connection?.response?.writableLength ?? 0) > 0;
    if (isIdle || isStalled) socket.destroy();
    else socket.setTimeout(limits.stalled_client_ms);
  });

  const between = Math.min(limits.body_timeout_ms / LOOKS_PER_TIMEOUT, LONGEST_BETWEEN_LOOKS_MS);
  const look = setInterval(() => {
    const now = performance.now();
    for (const connection of connections.values()) {
      if (receiving.has(connection) && connection.socket.bytesRead > connection.readAtLook) {
        receiving.delete(connection);
        receiving.add(connection);
      }
      if (isHeldByClient(connection)) held.add(connection);
      else held.delete(connection);
      if (isLate(connection, limits, now))
        server.emit('clientError', timedOut(), connection.socket);
    }
  }, between);
  look.unref();
  server.once('close', () => clearInterval(look));
  return () => connections.size;
}

/** Leaves out requests whose connection is gone already: Node goes on reading those that came in one piece. */
export const whileOpen =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (!request.socket.destroyed) listener(request, response);
  };

/** Whether the client of a request under way did nothing since the last look, and has to. Notes how it stands now. */
function isHeldByClient(connection: Connection): boolean {
  const { socket, active, readAtLook, unsentAtLook } = connection;
  connection.readAtLook = socket.bytesRead;
  connection.unsentAtLook = socket.writableLength;
  if (active === 0) return false;
  const takesNothing = socket.writableLength > 0 && socket.writableLength === unsentAtLook;
  return takesNothing || (waitsForBody(connection) && socket.bytesRead === readAtLook);
}

/** Whether a body is incomplete for want of its sender: bytes that wait here, or a reader that has stopped, are ours to answer for. */
const waitsForBody = ({ request }: Connection): boolean =>
  request !== null &&
  !request.complete &&
  request.readableLength === 0 &&
  request.readableFlowing !== false;

const timedOut = () =>
  Object.assign(new Error('the body stopped arriving'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Whether the body of a request does not come on, and that is its sender's fault. Notes the progress that there is. */
function isLate(connection: Connection, limits: ConnectionLimits, now: number): boolean {
  const { request, socket } = connection;
  if (connection.active === 0 || !request || request.complete) return false;
  const hasCome = socket.bytesRead - connection.progressBytes >= limits.body_progress_bytes;
  if (!waitsForBody(connection) || hasCome) {
    connection.progressAt = now;
    connection.progressBytes = socket.bytesRead;
    return false;
  }
  return now - connection.progressAt > limits.body_timeout_ms;
}

function closeUnlessComplete(request: IncomingMessage, afterMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, afterMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}

/** Files and sockets that the process may have open (Linux); infinite where that is not known. */
function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;

/** Does the work at most once in so many milliseconds, and nothing in between. */
function sometimes<T>(ms: number, work: () => T): () => T | undefined {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - last < ms) return undefined;
    last = performance.now();
    return work();
  };
}

const tooMany = () =>
  new AppError('unavailable', 'The service has too many open connections. Try again in a moment.', {
    retryAfter: 1,
  });
