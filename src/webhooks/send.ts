import type { ClientRequest, IncomingMessage } from 'node:http';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { pinnedRequest } from '#src/network/pinned-request.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';

export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Which of several addresses of the host is tried, counted round. */
  readonly attempt: number;
}

export interface SendOptions {
  readonly checkHost: HostCheck;
  /** From the call until the connection is closed (milliseconds). */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

/** What came of it: the status of the answer, or why there was none. */
export type Sent =
  | { readonly status: number; readonly error: null; readonly retryAfterMs: number | null }
  | { readonly status: null; readonly error: string; readonly retryAfterMs: null };

/** Longest status line with headers, in bytes. */
const MAX_HEAD_BYTES = 16_384;
/** Informational answers (1xx) before the final one; Node limits neither their number nor their size in sum. */
const MAX_INFORMATIONAL = 20;

/**
 * Posts to a receiver at an address that was checked just now, and at no other: the name is not resolved again,
 * redirects are answers like any, and so is a change of protocol (101). The answer's body is thrown away. Settles within
 * `timeoutMs` whatever the receiver does, and its connection is closed by then. Fails only where `signal` aborts.
 */
export async function send(
  sending: Sending,
  options: SendOptions,
  signal: AbortSignal,
): Promise<Sent> {
  signal.throwIfAborted();
  // Not `AbortSignal.any`: this has to end the connection after the call has returned, too.
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(new TimedOut()), options.timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  const forget = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  };
  try {
    const url = new URL(sending.url);
    const addresses = await options.checkHost(url.hostname, ending.signal);
    const address = addresses[sending.attempt % addresses.length]!;
    const { headers, body } = sending;
    const request = pinnedRequest(url, address, {
      ...{ method: 'POST', headers },
      ...{ bodyBytes: Buffer.byteLength(body), maxHeadBytes: MAX_HEAD_BYTES },
    });
    const answer = await post(request, {
      body,
      signal: ending.signal,
      onClose: forget,
    });
    swallow(answer, options.maxAnswerBytes);
    return {
      status: answer.statusCode!,
      error: null,
      retryAfterMs: retryAfter(answer.headers['retry-after']),
    };
  } catch (error) {
    forget();
    signal.throwIfAborted();
    const text =
      ending.signal.reason instanceof TimedOut
        ? `no response within ${options.timeoutMs / 1_000} s`
        : describe(error);
    return { status: null, error: text, retryAfterMs: null };
  }
}

class TimedOut extends Error {}

/** A receiver that breaks HTTP; the text says how. */
class Misbehaved extends Error {}

interface Posting {
  readonly body: string;
  /** Ends the exchange, before and after its answer. */
  readonly signal: AbortSignal;
  /** Called once, when the connection is gone. */
  readonly onClose: () => void;
}

/**
 * Sends the body and gives the head of the answer. Every way in which Node ends a request settles it: an answer, a change
 * of protocol, an error, a connection that closes without either, and `signal`, which waits for none of them.
 */
function post(request: ClientRequest, { body, signal, onClose }: Posting) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const end = () => {
    reject(signal.reason);
    request.destroy();
  };
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL)
      request.destroy(new Misbehaved('the endpoint sent only informational responses'));
  });
  request.once('response', resolve);
  // Without a listener Node closes the connection and tells nobody.
  request.once('upgrade', (answer, socket) => {
    socket.on('error', () => {});
    socket.destroy();
    resolve(answer);
  });
  // Errors after the answer are of no interest, and must have a listener all the same.
  request.on('error', reject);
  request.once('close', () => {
    signal.removeEventListener('abort', end);
    reject(new Misbehaved('the connection was closed before the answer'));
    onClose();
  });
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  request.end(body);
  return promise;
}

/** Reads a little, so that a polite receiver sees its answer taken, then hangs up. */
function swallow(answer: IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  answer.on('error', () => {});
  answer.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) answer.destroy();
  });
}

/** Seconds, as receivers that are busy send them (RFC 9110, 10.2.3); dates are not taken. */
function retryAfter(value: string | undefined): number | null {
  return value && /^\d{1,6}$/.test(value) ? Number(value) * 1_000 : null;
}

function describe(error: unknown): string {
  if (
    error instanceof HostRefused ||
    error instanceof ConnectionError ||
    error instanceof Misbehaved
  )
    return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut off';
  return code ? `no connection (${code})` : `no connection (${String(message).slice(0, 100)})`;
}
