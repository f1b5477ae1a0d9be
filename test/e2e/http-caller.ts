import { type ApiDocument, type Documented, documentedBy } from '../http/documented.ts';

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

/** The document of a service, which all of its responses are held to. */
function documentedAt(url: string): Promise<Documented> {
  const known = documents.get(url);
  if (known) return known;
  const reading = fetch(`${url}/openapi.json`).then(async (response) =>
    documentedBy((await response.json()) as ApiDocument),
  );
  documents.set(url, reading);
  return reading;
}

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
    const text = await response.text();
    const { status } = response;
    const [type = ''] = response.headers.get('content-type')?.split(';') ?? [];
    const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
    const requestId = response.headers.get('x-request-id');
    const documented = await documentedAt(url);
    documented.expectExchange({ method, address: path, status, type, body, requestId });
    return { status, body: body as T, headers: response.headers };
  };
}
