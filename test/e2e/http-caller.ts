/** What a call gave: its status, its body as JSON where it is some, its headers. */
interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

interface CallOptions {
  readonly user?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
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
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(apiKey === null ? {} : { 'X-API-Key': apiKey }),
        ...(options.user ? { 'X-End-User-Id': options.user } : {}),
        ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : text) as T,
      headers: response.headers,
    };
  };
}
