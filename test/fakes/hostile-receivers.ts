import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a receiver does with a socket whose request has begun to arrive. */
type Behaviour = (socket: Socket) => void;

const HEAD = 'HTTP/1.1 200 OK\r\n';
const TRICKLE_MS = 50;

/** Writes a piece again and again until the socket is gone; without a pause as fast as it is taken. */
function repeat(socket: Socket, piece: string, pauseMs: number): void {
  if (socket.destroyed) return;
  const next = () => repeat(socket, piece, pauseMs);
  if (pauseMs > 0) {
    socket.write(piece);
    setTimeout(next, pauseMs).unref();
  } else if (socket.write(piece)) setImmediate(next);
  else socket.once('drain', next);
}

/** One character at a time. */
function trickle(socket: Socket, text: string): void {
  if (socket.destroyed || text === '') return;
  socket.write(text[0]!);
  setTimeout(trickle, TRICKLE_MS, socket, text.slice(1)).unref();
}

/** Everything that a receiver of webhooks can do instead of answering; `status` is what its caller learns, if anything. */
export const HOSTILE_RECEIVERS: readonly {
  readonly name: string;
  readonly behave: Behaviour;
  readonly status: number | null;
}[] = [
  { name: 'says nothing', behave: () => {}, status: null },
  {
    name: 'changes the protocol (101)',
    behave: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    status: 101,
  },
  {
    name: 'changes the protocol to none (101)',
    behave: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    status: 101,
  },
  {
    name: 'sends informational answers only, slowly',
    behave: (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', TRICKLE_MS),
    status: null,
  },
  {
    name: 'sends informational answers only, fast',
    behave: (socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000), 0),
    status: null,
  },
  { name: 'closes its half', behave: (socket) => socket.end(), status: null },
  {
    name: 'closes its half within the headers',
    behave: (socket) => socket.end(`${HEAD}X-A: 1\r\n`),
    status: null,
  },
  {
    name: 'sends headers without end, slowly',
    behave: (socket) => {
      socket.write(HEAD);
      repeat(socket, 'X-A: 1\r\n', TRICKLE_MS);
    },
    status: null,
  },
  {
    name: 'sends headers without end, fast',
    behave: (socket) => {
      socket.write(HEAD);
      repeat(socket, `X-A: ${'a'.repeat(1_000)}\r\n`, 0);
    },
    status: null,
  },
  {
    name: 'sends one header without end',
    behave: (socket) => {
      socket.write(`${HEAD}X-A: `);
      repeat(socket, 'a'.repeat(10_000), 0);
    },
    status: null,
  },
  {
    name: 'trickles its head',
    behave: (socket) => trickle(socket, `${HEAD}X-A: ${'a'.repeat(10_000)}\r\n\r\n`),
    status: null,
  },
  {
    name: 'sends a body without end, fast',
    behave: (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      repeat(socket, `ffff\r\n${'b'.repeat(0xffff)}\r\n`, 0);
    },
    status: 200,
  },
  {
    name: 'sends a body without end, slowly',
    behave: (socket) => {
      socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
      repeat(socket, 'b', TRICKLE_MS);
    },
    status: 200,
  },
  { name: 'resets the connection', behave: (socket) => socket.resetAndDestroy(), status: null },
  {
    name: 'resets the connection within its headers',
    behave: (socket) => socket.write(HEAD, () => socket.resetAndDestroy()),
    status: null,
  },
  {
    name: 'speaks no HTTP',
    behave: (socket) => socket.write('220 smtp.example ESMTP\r\n'),
    status: null,
  },
  {
    name: 'lies about its length',
    behave: (socket) => socket.end(`${HEAD}Content-Length: 10\r\nContent-Length: 20\r\n\r\nbody`),
    status: null,
  },
  {
    name: 'answers twice',
    behave: (socket) => socket.write(`${HEAD}Content-Length: 0\r\n\r\n`.repeat(2)),
    status: 200,
  },
];

export interface HostileReceiver {
  readonly name: string;
  /** What its caller learns; null: nothing. */
  readonly status: number | null;
  readonly url: string;
  /** Connections so far. */
  readonly calls: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** One server for each kind, on ports of their own. */
export const openHostileReceivers = (): Promise<readonly HostileReceiver[]> =>
  Promise.all(HOSTILE_RECEIVERS.map(openOne));

async function openOne({
  name,
  behave,
  status,
}: (typeof HOSTILE_RECEIVERS)[number]): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  let calls = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    calls += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    // Whoever is gone has said so by its end; the bytes of the rest of the request are of no interest.
    socket.once('data', () => behave(socket)).resume();
    socket.once('end', () => setImmediate(() => socket.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...{ name, status, calls: () => calls, open: () => sockets.size },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
