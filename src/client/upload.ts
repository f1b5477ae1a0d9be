import { type CallOptions, jsonOf, type Sending, type Service, send } from './service.ts';

/** Endings of the names that an upload may have; a `.gz` holds one of the texts. For the `accept` of a file picker. */
export const UPLOAD_ENDINGS = [
  ...['.csv', '.tsv', '.txt', '.xlsx', '.xlsm', '.xlsb', '.xls', '.ods'],
  ...['.json', '.jsonl', '.ndjson', '.parquet', '.sqlite', '.sqlite3', '.db', '.gz', '.zip'],
] as const;

/** How much of a file has left, in bytes. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

export interface FormOptions extends CallOptions {
  /** Called as bytes leave, where the platform can tell. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Sends a form with a file of `total` bytes. Progress is told by XMLHttpRequest in pages and workers, and by a counted
 * stream where there is none (Node, Deno, Bun). Service workers, and a service with a `fetch` of its own, send without:
 * nothing tells it there.
 */
export async function sendForm<A>(
  service: Service,
  sending: Omit<Sending, 'body'>,
  form: FormData,
  total: number,
  options: FormOptions,
): Promise<A> {
  const { onProgress } = options;
  const tell = onProgress && ((sent: number) => onProgress({ sent: Math.min(sent, total), total }));
  const call = service.fetch ?? (tell && tellingFetch(tell));
  const response = await send(
    call ? { ...service, fetch: call } : service,
    { ...sending, body: form },
    options,
  );
  return jsonOf<A>(response, options);
}

function tellingFetch(tell: (sent: number) => void): typeof fetch | undefined {
  const { XMLHttpRequest: Xhr } = globalThis as { XMLHttpRequest?: XhrConstructor };
  if (Xhr) return (url, init) => fetchByXhr(new Xhr(), String(url), init ?? {}, tell);
  if ('ServiceWorkerGlobalScope' in globalThis) return undefined;
  return (url, init) => fetchCounted(url, init ?? {}, tell);
}

/** Streams the form through a counter. Browsers stream bodies over HTTP/2 only, so this is for others. */
function fetchCounted(
  url: Parameters<typeof fetch>[0],
  init: RequestInit,
  tell: (sent: number) => void,
): Promise<Response> {
  // The platform itself writes the form, so that its boundary and escapes are those of `fetch`.
  const encoded = new Response(init.body as FormData);
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      sent += piece.byteLength;
      controller.enqueue(piece);
      tell(sent);
    },
  });
  return fetch(url, {
    ...init,
    headers: {
      ...(init.headers as Record<string, string>),
      'Content-Type': encoded.headers.get('Content-Type') ?? 'multipart/form-data',
    },
    body: encoded.body?.pipeThrough(counter) ?? null,
    // Has to be said of bodies that are streamed (WHATWG fetch, "duplex").
    duplex: 'half',
  } as RequestInit);
}

/** What of XMLHttpRequest is used; the types of the platform are not there in Node. */
interface Xhr {
  readonly status: number;
  readonly response: unknown;
  responseType: string;
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}
type XhrConstructor = new () => Xhr;

/** One request by XMLHttpRequest, as `fetch` would make it. */
function fetchByXhr(
  xhr: Xhr,
  url: string,
  { method, headers, body, signal }: RequestInit,
  tell: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => xhr.abort();
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      settle();
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    xhr.open(method ?? 'POST', url);
    xhr.responseType = 'blob';
    for (const [name, value] of Object.entries(headers as Record<string, string>))
      xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => tell(loaded);
    xhr.onload = end(() =>
      resolve(
        new Response(xhr.response as Blob, {
          status: xhr.status,
          headers: headersFrom(xhr.getAllResponseHeaders()),
        }),
      ),
    );
    xhr.onerror = end(() => reject(new TypeError('Failed to send')));
    xhr.onabort = end(() => reject(signal?.reason ?? new TypeError('Aborted')));
    xhr.send(body);
  });
}

const headersFrom = (lines: string): [string, string][] =>
  lines
    .trim()
    .split(/\r\n/)
    .flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : [];
    });
