import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
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
  /** From the connection to the status. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

/** What came of it: the status of the answer, or why there was none. */
export type Sent =
  | { readonly status: number; readonly error: null; readonly retryAfterMs: number | null }
  | { readonly status: null; readonly error: string; readonly retryAfterMs: null };

/**
 * Posts to a receiver at an address that was checked just now, and at no other: the name is not resolved again,
 * redirects are answers like any. The answer's body is thrown away. Fails only where `signal` aborts.
 */
export async function send(
  sending: Sending,
  options: SendOptions,
  signal: AbortSignal,
): Promise<Sent> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const url = new URL(sending.url);
    const addresses = await options.checkHost(url.hostname, either);
    const address = addresses[sending.attempt % addresses.length]!;
    const answer = await post(url, address, sending, either);
    swallow(answer, options.maxAnswerBytes);
    return {
      status: answer.statusCode!,
      error: null,
      retryAfterMs: retryAfter(answer.headers['retry-after']),
    };
  } catch (error) {
    signal.throwIfAborted();
    const text = timeout.aborted
      ? `no answer within ${options.timeoutMs / 1_000} s`
      : describe(error);
    return { status: null, error: text, retryAfterMs: null };
  }
}

function post(
  url: URL,
  address: string,
  { headers, body }: Sending,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isLiteral = /^[\d.]+$|:/.test(url.hostname);
  const request = (url.protocol === 'https:' ? https : http).request({
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    method: 'POST',
    // The certificate is that of the name, whatever address stands for it.
    ...(isLiteral ? {} : { servername: url.hostname }),
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    agent: false,
    maxHeaderSize: 16_384,
    signal,
  });
  request.once('response', resolve);
  request.once('error', reject);
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
  if (error instanceof HostRefused || error instanceof ConnectionError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut off';
  return code ? `no connection (${code})` : `no connection (${String(message).slice(0, 100)})`;
}
