import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Ports below those that the system gives to outgoing connections and to servers that listen on port 0
 * (Linux: from 32768): nobody else takes one while a server of a test is down.
 */
const [FIRST, LAST] = [20_000, 32_000];
const TRIES = 100;

/** Listens on a port of this machine that stays the server's own while it does not listen; gives the port. */
export async function listenOnOwnPort(server: Server): Promise<number> {
  for (let tries = 0; ; tries++) {
    const port = randomInt(FIRST, LAST);
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === TRIES) throw error;
    }
  }
}

/** A port that nobody listens on. Another may take it before it is used: then another one is asked for. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnOwnPort(server);
  server.close();
  await once(server, 'close');
  return port;
}
