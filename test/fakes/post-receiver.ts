import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Post {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A receiver of posts on this machine. */
export interface PostReceiver {
  readonly url: string;
  readonly posts: Post[];
  /** What becomes of each post; answers 200 where it was not set. */
  answer(how: (res: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function startPostReceiver(): Promise<PostReceiver> {
  const posts: Post[] = [];
  const ok = (res: ServerResponse): void => {
    res.end('ok');
  };
  let answer = ok;
  const server = createServer(async (req, res) => {
    posts.push({ headers: req.headers, body: await text(req).catch(() => '') });
    answer(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/secret`,
    posts,
    answer(how) {
      answer = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
