import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '#src/errors.ts';

/** How long a connection stays after its refusal (milliseconds). */
const LINGER_MS = 1_000;

/**
 * For the event `clientError` of a server: what Node refuses before it is a request gets the body `{detail}` of all
 * other errors. As Node does by itself, nothing is written into an answer that has begun.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: begun } = socket as { readonly _httpMessage?: ServerResponse | null };
  if (!socket.writable || begun?.headersSent) {
    socket.destroy(error);
    return;
  }
  socket.end(rawAnswer(refusalOf(error.code)));
  // Who sends on may still see the answer; who never closes its half must not keep the connection.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** An answer for a connection on which there is no request: it ends the connection. */
export function rawAnswer({ status, code, message, retryAfter }: AppError): string {
  const body = JSON.stringify({ detail: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Error-Code: ${code}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function refusalOf(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError(
        'headers_too_large',
        'The URL and headers exceed 16 KiB. Move long values to the body.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request took too long to arrive. Send it again.');
    default:
      return new AppError(
        'bad_request',
        "This isn't a valid HTTP/1.1 request. Check the request line and headers.",
      );
  }
}
