import type { Duplex } from 'node:stream';

/**
 * Ends one connection where a listener on it throws. Drivers read what a server says inside the socket's `data` event;
 * what their parsers throw there would end the process, since nobody stands above that event. Here the stream is
 * destroyed with what was thrown, and the driver hears of it as of any other lost connection. An `error` that has no
 * listener ends in the same way.
 *
 * The stream is changed, not wrapped: a stream in between would cost each row a copy, and drivers call methods that
 * only sockets have.
 */
export function containThrows<S extends Duplex>(stream: S): S {
  const emit = stream.emit as (...args: unknown[]) => boolean;
  stream.emit = (...args: unknown[]) => {
    try {
      return emit.apply(stream, args);
    } catch (thrown) {
      stream.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return true;
    }
  };
  return stream;
}
