import http, { type ClientRequest } from 'node:http';
import https from 'node:https';

export interface PinnedOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Length of the body that the caller will send. */
  readonly bodyBytes: number;
  /** Longest status line with headers, in bytes. */
  readonly maxHeadBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * Begins a request for `url` at an address of its host that was checked just now. The name isn't resolved again, so a
 * DNS answer that changes meanwhile leads nowhere else.
 */
export function pinnedRequest(url: URL, address: string, options: PinnedOptions): ClientRequest {
  const { method, headers, bodyBytes, maxHeadBytes, signal } = options;
  const isLiteral = /^[\d.]+$|:/.test(url.hostname);
  return (url.protocol === 'https:' ? https : http).request({
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    method,
    // The certificate is checked against the name, whatever the address.
    ...(isLiteral ? {} : { servername: url.hostname }),
    headers: { ...headers, host: url.host, 'content-length': bodyBytes },
    agent: false,
    maxHeaderSize: maxHeadBytes,
    ...(signal && { signal }),
  });
}
