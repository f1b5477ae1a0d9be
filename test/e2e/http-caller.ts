import { onReply } from '../../bench/service.ts';
import {
  type ApiDocument,
  bodyOf,
  type Documented,
  documentedBy,
  isDocumented,
  typeOf,
} from '../http/documented.ts';

/** What a call gave: its status, its body as JSON where it is some, its headers. */
interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

interface CallOptions {
  readonly user?: string | null;
  /** JSON, or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const documents = new Map<string, Promise<Documented>>();
/** By the document without its address: to compile one takes as long as many tests, and services give the same. */
const compiled = new Map<string, Documented>();

/** Has all responses of a service to this process held to the document that it gives of itself. */
export async function holdToDocument(url: string): Promise<void> {
  const reading = plainFetch(`${url}/openapi.json`).then(async (response) => {
    const text = (await response.text()).replaceAll(url, '');
    const documented = compiled.get(text) ?? documentedBy(JSON.parse(text) as ApiDocument);
    compiled.set(text, documented);
    return documented;
  });
  documents.set(url, reading);
  await reading;
}

const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const { origin, href: address } = new URL(input instanceof Request ? input.url : input);
  const documented = await documents.get(origin);
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  if (!documented || !isDocumented(documented.document, method, address)) return response;
  const type = typeOf(response.headers.get('content-type') ?? '');
  // What is no JSON may be a stream, which nobody waits for.
  const text = type === 'application/json' ? await response.clone().text() : '';
  const requestId = response.headers.get('x-request-id');
  const { status } = response;
  const body = bodyOf(type, text);
  documented.expectExchange({ method, address, status, type, body, requestId });
  return response;
};

/** The same for calls of `bench/service.ts`. */
onReply(async ({ url, method, text, ...reply }) => {
  const documented = await documents.get(new URL(url).origin);
  if (!documented || !isDocumented(documented.document, method, url)) return;
  const type = typeOf(reply.contentType);
  documented.expectExchange({ ...reply, method, address: url, type, body: bodyOf(type, text) });
});

/** Calls a service with one key, whatever the status is. */
export type Caller = <T = Record<string, unknown>>(
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<Reply<T>>;

/** A caller with a key; without one where it is null. */
export function callerOf(url: string, apiKey: string | null): Caller {
  return async <T>(method: string, path: string, options: CallOptions = {}) => {
    const { body: sent } = options;
    const isJson = sent !== undefined && !(sent instanceof FormData);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(apiKey === null ? {} : { 'X-API-Key': apiKey }),
        ...(options.user ? { 'X-End-User-Id': options.user } : {}),
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(isJson ? { body: JSON.stringify(sent) } : sent ? { body: sent } : {}),
    });
    const { status, headers } = response;
    const body = bodyOf(typeOf(headers.get('content-type') ?? ''), await response.text());
    return { status, body: body as T, headers };
  };
}
