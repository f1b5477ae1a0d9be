/** The body of an answer from outside was longer than it may be. */
class BodyTooLong extends Error {
  constructor(maxBytes: number) {
    super(`the response exceeds ${maxBytes} bytes`);
    this.name = 'BodyTooLong';
  }
}

/**
 * A `fetch` whose answers have at most so many bytes, counted as they are read (after decompression): a time-out alone
 * lets a fast server fill the memory. Reading beyond fails with `BodyTooLong`, and the connection ends.
 */
export function boundedFetch(
  maxBytes: number,
  send: typeof fetch = (...call) => fetch(...call),
): typeof fetch {
  return async (...call) => {
    const response = await send(...call);
    if (!response.body) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw new BodyTooLong(maxBytes);
          controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers: ofDecoded(headers) });
  };
}

/** Headers of a body that was decompressed: its old length and coding do not hold any more. */
export function ofDecoded(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}
