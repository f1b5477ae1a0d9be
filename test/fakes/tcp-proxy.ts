import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, refused or made to hang; it takes no more of either side than the other takes. */
export interface TcpProxy {
  readonly port: number;
  /** Bytes that came from the server so far. */
  readonly received: () => number;
  /** Cuts all connections, and new ones at once, until `mend`. */
  cut(): void;
  /** Passes nothing on in either direction, on old connections and new ones, until `mend`. */
  hang(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'cut' | 'hang' = 'open';
  let received = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    track(upstream);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (data) => {
        if (mode !== 'open' || to.write(data)) return;
        from.pause();
        to.once('drain', () => from.resume());
      });
      from.on('close', () => {
        if (mode !== 'hang') to.destroy();
      });
    };
    pass(client, upstream);
    pass(upstream, client);
    upstream.on('data', (data) => {
      received += data.length;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    cut: () => {
      mode = 'cut';
      cutAll();
    },
    hang: () => {
      mode = 'hang';
    },
    mend: () => {
      if (mode === 'hang') cutAll();
      mode = 'open';
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
