import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '#src/errors.ts';
import { diskFull } from '#src/files/disk-full.ts';
import type { ReceivedUpload } from '#src/files/types.ts';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { pinnedRequest } from '#src/network/pinned-request.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { ENDINGS } from '#workers/ingest/file-names.ts';
import { parseSourceUrl, urlRefused } from './source-url.ts';

export interface FetchLimits {
  readonly checkHost: HostCheck;
  readonly allowHttp: boolean;
  /** From resolving the first name to the last byte (milliseconds). */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

/** What the server said of the version that was fetched last. */
export interface Validators {
  readonly etag: string | null;
  readonly modified: string | null;
}

export interface FetchRequest {
  readonly url: URL;
  /** How the file is called; null: as the server or the URL calls it. */
  readonly filename: string | null;
  readonly maxBytes: number;
  /** An existing folder. */
  readonly folder: string;
  readonly known: Validators | null;
}

export type Fetched =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'fetched'; readonly upload: ReceivedUpload; readonly validators: Validators };

/** Longest status line with headers, in bytes. */
const MAX_HEAD_BYTES = 32_768;
/** Informational answers (1xx) before the final one; Node limits neither their number nor their size in sum. */
const MAX_INFORMATIONAL = 20;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const MIB = 1024 * 1024;

class TimedOut extends Error {}

/**
 * Fetches a file to disk. Every address, also of each redirect, is checked and then connected to by its number: a name
 * that resolves otherwise meanwhile leads nowhere else. What comes is bounded in bytes (unpacked) and time. Fails with
 * `file_url_refused` (not called at all), `file_url_failed`, `upload_unsupported_type`, `upload_empty`,
 * `payload_too_large`, `storage_full`; leaves nothing on disk then.
 */
export async function fetchFile(
  limits: FetchLimits,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched> {
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => ending.abort(new TimedOut()), limits.timeoutMs);
  const target = path.join(request.folder, randomUUID());
  try {
    const { answer, url } = await follow(limits, request, ending.signal);
    try {
      if (answer.statusCode === 304 && request.known) return { kind: 'unchanged' };
      judge(answer, request.maxBytes);
      const written = await write(answer, target, request.maxBytes, ending.signal);
      if (written.byteSize === 0)
        throw new AppError('upload_empty', 'The file at the URL is empty. Check the link.');
      const upload = {
        filename: request.filename ?? nameOf(answer, url),
        ...{ path: target, ...written, force: false, mapping: null },
      };
      return { kind: 'fetched', upload, validators: validatorsOf(answer) };
    } finally {
      answer.destroy();
    }
  } catch (error) {
    await rm(target, { force: true });
    signal.throwIfAborted();
    if (ending.signal.reason instanceof TimedOut)
      throw failed(
        `The file didn't arrive within ${limits.timeoutMs / 1_000} s (file_urls.timeout_ms).`,
      );
    throw asAppError(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Ends what may still be open of the exchange.
    ending.abort();
  }
}

const failed = (message: string, cause?: unknown) =>
  new AppError('file_url_failed', message, { cause });

/** The answer after all redirects, and the URL that gave it. */
async function follow(
  limits: FetchLimits,
  { url: first, known }: FetchRequest,
  signal: AbortSignal,
): Promise<{ readonly answer: IncomingMessage; readonly url: URL }> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const [address] = await limits.checkHost(url.hostname, signal);
    const answer = await get(url, address, known, signal);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode) || location === undefined) return { answer, url };
    answer.destroy();
    if (redirects >= limits.maxRedirects)
      throw failed(
        `The URL redirects more than ${limits.maxRedirects} times (file_urls.max_redirects).`,
      );
    if (!URL.canParse(location, url.href)) throw failed('The URL redirects to an invalid address.');
    url = parseSourceUrl(new URL(location, url).href, limits.allowHttp);
  }
}

async function get(
  url: URL,
  address: string,
  known: Validators | null,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = pinnedRequest(url, address, {
    ...{ method: 'GET', signal, bodyBytes: 0, maxHeadBytes: MAX_HEAD_BYTES },
    headers: {
      accept: 'text/csv, application/json;q=0.9, */*;q=0.5',
      'accept-encoding': 'gzip',
      'user-agent': 'Plumbline',
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.modified ? { 'if-modified-since': known.modified } : {}),
    },
  });
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL)
      request.destroy(new Error('the server sent only informational responses'));
  });
  request.once('response', resolve);
  // Without a listener Node closes the connection and tells nobody.
  request.once('upgrade', (_answer, socket) => {
    socket.on('error', () => {});
    socket.destroy();
    reject(new Error('the server changed the protocol'));
  });
  request.on('error', reject);
  request.once('close', () => reject(new Error('the connection was closed before the answer')));
  request.end();
  return promise;
}

/** Kinds of answers that hold no table, by their type. Others are judged by their bytes, as uploads are. */
const NO_TABLES: readonly (readonly [type: RegExp, name: string])[] = [
  [/^text\/html|^application\/xhtml/, 'a web page (HTML)'],
  [/^image\//, 'a picture'],
  [/^(?:video|audio)\//, 'a video or audio file'],
  [/^application\/pdf/, 'a PDF document'],
  [/^font\//, 'a font'],
];

function judge(answer: IncomingMessage, maxBytes: number): void {
  const status = answer.statusCode ?? 0;
  if (status !== 200)
    throw failed(
      status === 401 || status === 403
        ? `The server answered ${status}: the link isn't public. Share the file with a link that needs no sign-in.`
        : `The server answered ${status}. Check the link.`,
    );
  const type = (answer.headers['content-type'] ?? '').toLowerCase();
  const foreign = NO_TABLES.find(([pattern]) => pattern.test(type))?.[1];
  if (foreign)
    throw new AppError(
      'upload_unsupported_type',
      `The URL leads to ${foreign}, not to a file with rows. Use the link that downloads the file; it must be public.`,
    );
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    'payload_too_large',
    `The file at the URL is larger than ${maxBytes < MIB ? `${maxBytes} bytes` : `${Math.floor(maxBytes / MIB)} MB`}. Use a link to fewer rows or columns.`,
  );

async function write(
  answer: IncomingMessage,
  target: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly byteSize: number; readonly sha256: string }> {
  const coding = (answer.headers['content-encoding'] ?? 'identity').toLowerCase().trim();
  if (!['identity', 'gzip', 'x-gzip', ''].includes(coding))
    throw failed(
      `The server sent the file with the encoding "${coding.slice(0, 40)}", which wasn't requested.`,
    );
  const hash = createHash('sha256');
  let byteSize = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      if (byteSize > maxBytes) return done(tooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(target, { flags: 'wx', flush: true });
  const streams = [...(coding.endsWith('gzip') ? [createGunzip()] : []), counted, file];
  // By itself a pipeline waits for ever for the end of a response that has arrived and isn't read.
  for (const stream of streams) stream.once('error', () => answer.destroy());
  await pipeline([answer, ...streams], { signal });
  return { byteSize, sha256: hash.digest('hex') };
}

const BY_TYPE: readonly (readonly [type: RegExp, ending: string])[] = [
  [/csv/, '.csv'],
  [/tab-separated/, '.tsv'],
  [/json/, '.json'],
  [/spreadsheetml/, '.xlsx'],
  [/ms-excel/, '.xls'],
  [/opendocument\.spreadsheet/, '.ods'],
  [/parquet/, '.parquet'],
  [/zip/, '.zip'],
];
const MAX_NAME_LENGTH = 200;

/** The name that the server gives the file, else that of the URL, with an ending of a kind that is read. */
function nameOf({ headers }: IncomingMessage, url: URL): string {
  const disposition = headers['content-disposition'] ?? '';
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition);
  const given = (encoded && decoded(encoded)) || (plain?.[1] ?? plain?.[2] ?? '');
  const last = decoded(url.pathname.split('/').findLast((part) => part !== '') ?? '');
  const name = cleaned(given) || cleaned(last) || url.hostname;
  if (ENDINGS.includes(path.extname(name).toLowerCase())) return name;
  const type = (headers['content-type'] ?? '').toLowerCase();
  return `${name}${BY_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? '.csv'}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const cleaned = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(-MAX_NAME_LENGTH);

const validatorsOf = ({ headers }: IncomingMessage): Validators => ({
  etag: short(headers.etag),
  modified: short(headers['last-modified']),
});
const short = (value: string | undefined) =>
  value !== undefined && value.length <= MAX_NAME_LENGTH ? value : null;

/** Codes of Node (TLS, zlib, sockets) that senders can do something about. */
function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof HostRefused) return urlRefused(error.message, error);
  if (error instanceof ConnectionError) return failed(error.message, error);
  const full = diskFull(error);
  if (full) return full;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|EPROTO/.test(code))
    return failed(`The server's certificate isn't valid (${code}). Nothing was fetched.`, error);
  if (code.startsWith('Z_'))
    return failed('The server sent damaged gzip data. Try again later.', error);
  if (code === 'ECONNREFUSED') return failed('The server refused the connection.', error);
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return failed('The connection was cut off before the whole file arrived.', error);
  if (code.startsWith('HPE_'))
    return failed("The server's response isn't valid HTTP. Check the link.", error);
  return failed(
    `The file couldn't be fetched (${code || String(message).slice(0, 100)}). Check the link.`,
    error,
  );
}
