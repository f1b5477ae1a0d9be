/** Who calls: sent as headers, never in an address. */
export interface Caller {
  readonly key: string;
  readonly clientId: string;
  /** Whom the calls are for; null speaks for the whole account. */
  readonly endUserId: string | null;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An answer that is no success, with what the service says of it. */
export class ApiError extends Error {
  readonly status: number;
  /** `X-Error-Code`, e.g. `rate_limited`. */
  readonly code: string;
  readonly requestId: string;
  /** Seconds after which it is worth another try; null where the service names none. */
  readonly retryAfter: number | null;
  readonly detail: unknown;

  constructor(response: Response, detail: unknown) {
    super(textOf(detail) || `${response.status} ${response.statusText}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = response.headers.get('x-error-code') ?? '';
    this.requestId = response.headers.get('x-request-id') ?? '';
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : null;
    this.detail = detail;
  }
}

/** The text of `detail`: itself, its `message`, or those of a list of validation errors. */
function textOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail))
    return detail.map((one: { readonly msg?: string }) => one.msg ?? '').join(' ');
  if (typeof detail === 'object' && detail !== null && 'message' in detail)
    return String(detail.message);
  return '';
}

/** The connection failed: nothing is known of what the service did. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The service cannot be reached.', { cause });
    this.name = 'ConnectionError';
  }
}

/** One call; fails with `ApiError` (an answer that is no success), `ConnectionError`, or the signal's reason. */
export async function send(
  caller: Pick<Caller, 'key' | 'endUserId'> | null,
  path: string,
  { method = 'GET', body, headers, signal }: Call = {},
): Promise<Response> {
  const isForm = body instanceof FormData;
  const isText = typeof body === 'string';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(caller ? { 'X-API-Key': caller.key } : {}),
        ...(caller?.endUserId ? { 'X-End-User-Id': caller.endUserId } : {}),
        ...(body === undefined || isForm || isText ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm || isText ? body : JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
  if (!response.ok) throw new ApiError(response, await detailOf(response));
  return response;
}

async function detailOf(response: Response): Promise<unknown> {
  try {
    const body = (await response.json()) as { readonly detail?: unknown };
    return body.detail ?? null;
  } catch {
    return null;
  }
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

/** An address below the caller's tenant, its parts escaped: `` inTenant(caller, 'chats', id) ``. */
export const inTenant = ({ clientId }: Pick<Caller, 'clientId'>, ...parts: string[]): string =>
  ['/clients', clientId, ...parts]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');
