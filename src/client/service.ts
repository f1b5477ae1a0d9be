import { ConnectionError, errorOf } from './errors.ts';

/** Gives a bearer token; `refused` says that the one before was refused with 401, so that a new one has to be made. */
export type TokenSource = (refused: boolean) => string | Promise<string>;

export interface ConnectOptions {
  /** Address of the service, such as `https://plumbline.example`; a path before its routes is kept. */
  readonly url: string;
  /** Sent as `X-API-Key`. */
  readonly apiKey?: string;
  /** Sent as `Authorization: Bearer`, on routes below `/clients/{client_id}/`. */
  readonly token?: string | TokenSource;
  /** Your stable id of the person who asks; ask-only keys and the sample key need it. */
  readonly endUserId?: string;
  /** Languages of the reader as in `Accept-Language`; the platform's own where absent. */
  readonly language?: string;
  /** In the place of the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Where calls go and who makes them. Holds no connection: nothing has to be closed. */
export type Service = Readonly<ConnectOptions>;

/** Of one call. */
export interface CallOptions {
  /** Its abort ends the call, which then throws the signal's `reason`. */
  readonly signal?: AbortSignal;
  /** In the place of the service's own. */
  readonly endUserId?: string;
  /** The tenant to ask on `/query`, for keys that reach several. */
  readonly tenantId?: string;
  /** Made by you, one for each new request: the same again is answered as the first time and happens once. */
  readonly idempotencyKey?: string;
}

/** Says where the service is and who calls. Makes no call. */
export function connect(options: ConnectOptions): Service {
  return { ...options, url: options.url.replace(/\/+$/, '') };
}

/** The body of a request with what its headers say of it. */
export interface Sending {
  readonly method: string;
  /** With its query; begins with a slash. */
  readonly path: string;
  readonly accept: string;
  readonly contentType?: string;
  readonly body?: string | FormData;
}

/**
 * Makes one call and gives its answer when its head is there; throws `ServiceError` for a status other than 2xx and
 * `ConnectionError` where none came. The one repetition: a token from a function that is refused is asked for anew.
 */
export async function send(
  service: Service,
  sending: Sending,
  options: CallOptions = {},
): Promise<Response> {
  const response = await once(service, sending, options, false);
  if (response.status === 401 && typeof service.token === 'function') {
    await response.body?.cancel().catch(() => undefined);
    return accepted(await once(service, sending, options, true));
  }
  return accepted(response);
}

async function once(
  service: Service,
  sending: Sending,
  options: CallOptions,
  refused: boolean,
): Promise<Response> {
  const headers = await headersOf(service, sending, options, refused);
  const call = service.fetch ?? fetch;
  try {
    return await call(service.url + sending.path, {
      method: sending.method,
      headers,
      ...(sending.body === undefined ? {} : { body: sending.body }),
      ...(options.signal ? { signal: options.signal } : {}),
      // Keys go in headers alone, never in cookies; a redirect would carry them elsewhere.
      credentials: 'omit',
      redirect: 'error',
    });
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new ConnectionError("The service can't be reached. Check its URL and your network.", {
      cause,
    });
  }
}

async function headersOf(
  service: Service,
  { accept, contentType }: Sending,
  options: CallOptions,
  refused: boolean,
): Promise<Readonly<Record<string, string>>> {
  const { token } = service;
  const bearer = typeof token === 'function' ? await token(refused) : token;
  const endUserId = options.endUserId ?? service.endUserId;
  const said: readonly (readonly [string, string | undefined])[] = [
    ['Accept', accept],
    ['Content-Type', contentType],
    ['X-API-Key', service.apiKey],
    ['Authorization', bearer === undefined ? undefined : `Bearer ${bearer}`],
    ['X-End-User-Id', endUserId],
    ['X-Tenant-ID', options.tenantId],
    ['Idempotency-Key', options.idempotencyKey],
    ['Accept-Language', service.language],
  ];
  return Object.fromEntries(
    said.filter((header): header is readonly [string, string] => header[1] !== undefined),
  );
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  const { status, headers } = response;
  throw errorOf({ status, text, header: (name) => headers.get(name) });
}

/** The JSON of an answer. */
export async function jsonOf<T>(response: Response, { signal }: CallOptions = {}): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError('The connection was lost before the response was complete.', {
      cause,
    });
  }
}
