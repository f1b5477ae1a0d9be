import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import type { HostCheck } from '#src/network/host-check.ts';

/** Answers that have no body by definition (https://fetch.spec.whatwg.org/#null-body-status). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Longest status line with headers, in bytes. */
const MAX_HEAD_BYTES = 65_536;

/**
 * A `fetch` for addresses that tenants chose: it connects to an address of the host that was checked just now, and to no
 * other, so that a name that resolves to another one later leads nowhere. Redirects are answers like any.
 */
export function checkedFetch(checkHost: HostCheck): typeof fetch {
  return async (input, init) => {
    const { method, headers, body, signal } = new Request(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const [address] = await checkHost(url.hostname, signal);
    const sent = Buffer.from(typeof init?.body === 'string' ? init.body : '');
    if (body && typeof init?.body !== 'string')
      throw new TypeError('a checked fetch sends texts alone');
    const isLiteral = /^[\d.]+$|:/.test(url.hostname);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = (url.protocol === 'https:' ? https : http).request({
      host: address,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: url.pathname + url.search,
      method,
      // The certificate is that of the name, whatever address stands for it.
      ...(isLiteral ? {} : { servername: url.hostname }),
      headers: { ...Object.fromEntries(headers), host: url.host, 'content-length': sent.length },
      agent: false,
      maxHeaderSize: MAX_HEAD_BYTES,
      signal,
    });
    request.once('response', resolve).once('error', reject);
    request.once('close', () => reject(new TypeError('socket closed')));
    request.end(sent);
    const answer = await promise;
    const status = answer.statusCode ?? 502;
    const isEmpty = WITHOUT_BODY.has(status);
    if (isEmpty) answer.resume();
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
      status,
      headers: headersOf(answer),
    });
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
