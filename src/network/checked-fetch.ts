import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { HostCheck } from './host-check.ts';
import { pinnedRequest } from './pinned-request.ts';

/** Answers that have no body by definition (https://fetch.spec.whatwg.org/#null-body-status). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Longest status line with headers, in bytes. */
const MAX_HEAD_BYTES = 65_536;

/** A `fetch` for URLs that tenants chose: it connects only to checked addresses, and follows no redirects. */
export function checkedFetch(checkHost: HostCheck): typeof fetch {
  return async (input, init) => {
    const { method, headers, body, signal } = new Request(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const [address] = await checkHost(url.hostname, signal);
    const sent = Buffer.from(typeof init?.body === 'string' ? init.body : '');
    if (body && typeof init?.body !== 'string')
      throw new TypeError('a checked fetch can send only text');
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = pinnedRequest(url, address, {
      ...{ method, signal, headers: Object.fromEntries(headers) },
      ...{ bodyBytes: sent.length, maxHeadBytes: MAX_HEAD_BYTES },
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
