import { ConnectionError, ServiceError } from '#src/client/errors.ts';
import { send as sendAs } from '#src/client/service.ts';
import { type Caller, serviceOf } from './kit.ts';

export type { Caller };
export { ConnectionError, ServiceError as ApiError };

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** One call; fails with `ApiError` (an answer that is no success), `ConnectionError`, or the signal's reason. */
export function send(
  caller: Pick<Caller, 'key' | 'endUserId'> | null,
  path: string,
  { method = 'GET', body, headers = {}, signal }: Call = {},
): Promise<Response> {
  const isForm = body instanceof FormData;
  const isText = typeof body === 'string';
  const type = headers['Content-Type'] ?? (isForm || isText ? undefined : 'application/json');
  return sendAs(
    serviceOf(caller),
    {
      method,
      path,
      accept: headers['Accept'] ?? 'application/json',
      ...(body === undefined ? {} : { body: isForm || isText ? body : JSON.stringify(body) }),
      ...(body === undefined || type === undefined ? {} : { contentType: type }),
    },
    { ...(signal ? { signal } : {}) },
  );
}

/** `send`, and the JSON that came back. */
export async function sendJson<T>(
  caller: Pick<Caller, 'key' | 'endUserId'> | null,
  path: string,
  call: Call = {},
): Promise<T> {
  const response = await send(caller, path, call);
  return (await response.json()) as T;
}
