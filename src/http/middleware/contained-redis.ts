import { Redis, type RedisOptions } from 'ioredis';
import DataHandler from 'ioredis/built/DataHandler.js';

/** What hands the replies of a connection to its commands (ioredis, `built/DataHandler.js`). */
interface Replies {
  dispatch(work: () => void): void;
  shiftCommand(reply: unknown): unknown;
  returnFatalError(error: Error): void;
}

/**
 * A Redis client that loses its connection, and makes another one, where the server says what cannot be understood. As
 * it is, the driver throws such failures outside of every handler, which would end the process, and goes on after a
 * reply that no command waits for, so that each command would get the reply of another one.
 */
export function containedRedis(url: string, options: RedisOptions): Redis {
  containReplies();
  return new Redis(url, options);
}

let isContained = false;

/** Done once, for all clients: the driver makes these objects by itself. */
function containReplies(): void {
  if (isContained) return;
  isContained = true;
  const prototype = DataHandler.default.prototype as unknown as Replies;
  const { shiftCommand } = prototype;
  const broken = new WeakSet<Replies>();
  prototype.dispatch = function (this: Replies, work) {
    if (broken.has(this)) return;
    try {
      work();
    } catch (thrown) {
      broken.add(this);
      this.returnFatalError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  };
  prototype.shiftCommand = function (this: Replies & WithQueue, reply) {
    if (this.redis.commandQueue.length === 0)
      throw new Error("Redis sent a reply that doesn't belong to any command");
    return shiftCommand.call(this, reply);
  };
}

interface WithQueue {
  readonly redis: { readonly commandQueue: { readonly length: number } };
}
