import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a client sends that means to hold connections; it never closes one, and reads only where it says so. */
export interface FloodKind {
  readonly name: string;
  /** What is written at once. */
  readonly text: string;
  /** Written again and again, one at a time. */
  readonly trickle?: string;
  readonly reads: boolean;
}

const JSON_POST = (key: string, length: number) =>
  `POST /query HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** The longest answer that needs no key. */
const DOCUMENT = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

/** All kinds; `key` is one that the service knows. */
export const floodKinds = (key: string): readonly FloodKind[] => [
  { name: 'idle sockets', text: '', reads: true },
  { name: 'half-sent headers', text: 'POST /query HTTP/1.1\r\nHost: a\r\nX-A:', reads: true },
  {
    name: 'trickled headers',
    text: 'POST /query HTTP/1.1\r\nHost: a\r\n',
    trickle: 'X-A: 1\r\n',
    reads: true,
  },
  { name: 'half-sent bodies after a 401', text: `${JSON_POST('none', 1_000)}{"q":`, reads: true },
  { name: 'half-sent bodies with a key', text: `${JSON_POST(key, 1_000)}{"q":`, reads: true },
  { name: 'trickled bodies with a key', text: JSON_POST(key, 100_000), trickle: ' ', reads: true },
  {
    name: 'readers that do not read',
    text: DOCUMENT.repeat(16),
    trickle: DOCUMENT,
    reads: false,
  },
];

export interface Flood {
  /** Connections that the service has not closed. */
  open(): number;
  /** Opens as many anew as the service has closed. */
  refill(): Promise<void>;
  close(): void;
}

/** Between two pieces of what is trickled. */
const TRICKLE_MS = 500;
/** Connections that are opened at once, so that the backlog of the listener holds them. */
const AT_ONCE = 200;

/** Opens so many connections of one kind to a service. */
export async function openFlood(url: string, kind: FloodKind, count: number): Promise<Flood> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const openOne = async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const gone = () => {
      sockets.delete(socket);
      socket.destroy();
    };
    socket.once('end', gone).once('close', gone);
    socket.on('error', gone);
    // Without reading, an end is not seen: a write that fails tells it.
    if (kind.reads) socket.resume();
    else socket.pause();
    sockets.add(socket);
    await once(socket, 'connect').catch(gone);
    if (kind.text && !socket.destroyed) socket.write(kind.text);
  };
  /** Not until all are open: a service that cuts them off at once would keep it busy for ever. */
  const refill = async () => {
    for (let left = count - sockets.size; left > 0; left -= AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, openOne));
  };
  const timer = setInterval(() => {
    for (const socket of sockets) if (kind.trickle !== undefined) socket.write(kind.trickle);
  }, TRICKLE_MS);
  await refill();
  return {
    open: () => sockets.size,
    refill,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
