import { createReadStream } from 'node:fs';
import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as overHttp,
} from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '#src/clock.ts';
import { ObjectStoreError } from '#src/plugin-api/object-store.ts';
import type { S3Settings } from './settings.ts';

/** SHA-256 of nothing. */
const NO_BODY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Bytes of an error that are read. */
const MAX_ERROR_BYTES = 64 * 1024;
/** Statuses and codes of what passes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const PASSING_STATUS = [408, 429, 500, 502, 503, 504];
const PASSING_CODES = ['RequestTimeout', 'SlowDown', 'BadDigest', 'XAmzContentSHA256Mismatch'];
const WRONG_CLOCK = 'RequestTimeTooSkewed';

export interface S3Call {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Absent: the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly file: string; readonly bytes: number; readonly sha256: string };
}

/** What reads a reply; what it fails with is tried again where it is a lost connection or a `Passing`. */
type Read<T> = (reply: IncomingMessage) => Promise<T>;

/** A failure that another attempt may not have. */
export class Passing extends Error {
  /** What it is where all attempts have it. */
  readonly kind: 'unavailable' | 'damaged';

  constructor(message: string, kind: Passing['kind'] = 'unavailable', options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Sends signed requests (Signature Version 4, over the hash of the body too), and again what fails in passing. */
export class S3Requests {
  readonly #settings: S3Settings;
  readonly #clock: Clock;
  readonly #agent: Agent;
  readonly #base: URL;
  /** Milliseconds that the server's clock is ahead of ours, where it refused ours. */
  #ahead = 0;

  constructor(settings: S3Settings, clock: Clock, agent: Agent) {
    this.#settings = settings;
    this.#clock = clock;
    this.#agent = agent;
    this.#base = new URL(settings.endpoint);
  }

  /** Fails with an `ObjectStoreError`, with what the local disk says, or with the signal's reason. */
  async send<T>(call: S3Call, read: Read<T>, signal: AbortSignal): Promise<T> {
    const { attempts, retry_ms, transfer_ms } = this.#settings;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const slow = AbortSignal.timeout(transfer_ms);
      try {
        return await this.#once(call, read, AbortSignal.any([signal, slow]));
      } catch (error) {
        signal.throwIfAborted();
        const passing = slow.aborted
          ? new Passing(`it took longer than ${transfer_ms} ms`)
          : passingOf(error);
        if (!passing) throw error;
        if (attempt >= attempts)
          throw new ObjectStoreError(passing.kind, this.#text(call, passing.message), {
            cause: error,
          });
      }
      // Full jitter: gateways that were turned away together come back apart.
      await sleep(Math.random() * retry_ms * 2 ** (attempt - 1), null, { signal });
    }
  }

  async #once<T>(call: S3Call, read: Read<T>, signal: AbortSignal): Promise<T> {
    const url = this.#urlOf(call);
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      ...{ method: call.method, agent: this.#agent, signal },
      headers: await this.#signed(call, url),
      // From before the connection is made until the last byte.
      timeout: this.#settings.stall_ms,
    });
    request.once('timeout', () =>
      request.destroy(new Passing(`no data arrived for ${this.#settings.stall_ms} ms`)),
    );
    const replied = Promise.withResolvers<IncomingMessage>();
    request.once('response', replied.resolve).on('error', replied.reject);
    const sending = this.#sendBody(request, call, signal);
    // A refusal may come before the body is sent, which then fails.
    sending.catch(replied.reject);
    const reply = await replied.promise;
    try {
      if ((reply.statusCode ?? 0) >= 300) throw await this.#failureOf(call, reply);
      const found = await read(reply);
      await sending;
      return found;
    } finally {
      reply.destroy();
      // What is left of a body that nobody wants any more.
      if (!request.writableFinished) request.destroy();
    }
  }

  async #sendBody(request: ClientRequest, { body }: S3Call, signal: AbortSignal): Promise<void> {
    if (!body) return void request.end();
    await pipeline(createReadStream(body.file), request, { signal });
  }

  /** Path style, which all servers know, also for buckets with dots. */
  #urlOf({ key, query }: S3Call): URL {
    const { bucket, prefix } = this.#settings;
    const url = new URL(this.#base);
    const path = key === undefined ? '' : `/${prefix}${key}`;
    url.pathname = `${this.#base.pathname.replace(/\/$/, '')}/${bucket}${path}`;
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    return url;
  }

  async #signed({ method, headers, body }: S3Call, url: URL): Promise<Record<string, string>> {
    const { access_key_id, secret_access_key, region } = this.#settings;
    const at = new Date(this.#clock.now().getTime() + this.#ahead);
    const signed = await new AwsV4Signer({
      ...{ method, url: url.toString(), service: 's3', region },
      ...{ accessKeyId: access_key_id, secretAccessKey: secret_access_key },
      datetime: at.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      headers: {
        ...headers,
        'x-amz-content-sha256': body?.sha256 ?? NO_BODY,
        ...(method === 'PUT' ? { 'content-length': String(body?.bytes ?? 0) } : {}),
      },
    }).sign();
    return Object.fromEntries(signed.headers);
  }

  async #failureOf(call: S3Call, reply: IncomingMessage): Promise<Error> {
    const status = reply.statusCode ?? 0;
    const xml = await textOf(reply);
    const code = elementOf(xml, 'Code') ?? `status ${status}`;
    const said = [code, elementOf(xml, 'Message')].filter((one) => one !== null).join(': ');
    const text = this.#text(call, said);
    if (code === WRONG_CLOCK || (status === 403 && this.#isAhead(reply))) {
      this.#ahead = this.#aheadOf(reply);
      return new Passing(`${said} (this machine's clock differs by ${this.#ahead} ms)`);
    }
    if (PASSING_STATUS.includes(status) || PASSING_CODES.includes(code)) return new Passing(said);
    const isMissing = status === 404 && code !== 'NoSuchBucket';
    return new ObjectStoreError(isMissing ? 'missing' : 'refused', text);
  }

  /** HEAD has no body that says so: whether a refusal is one of the clock. */
  #isAhead(reply: IncomingMessage): boolean {
    return Math.abs(this.#aheadOf(reply) - this.#ahead) > MOST_SKEW_MS;
  }

  #aheadOf({ headers }: IncomingMessage): number {
    const theirs = Date.parse(headers.date ?? '');
    return Number.isNaN(theirs) ? this.#ahead : theirs - this.#clock.now().getTime();
  }

  #text({ method, key = '' }: S3Call, said: string): string {
    const { bucket, prefix } = this.#settings;
    return `${method} s3://${bucket}/${prefix}${key} at ${this.#base.host}: ${said}`;
  }
}

/** Servers take signatures of up to 15 minutes; a bit less, since the header has whole seconds. */
const MOST_SKEW_MS = 14 * 60_000;

/** What network and sockets say; everything else stays as it is. */
const NETWORK =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_|ENOTFOUND|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED|HPE_|CERT_|DEPTH_|UNABLE_|ERR_TLS|ERR_SSL|SELF_SIGNED|EPROTO)/;

function passingOf(error: unknown): Passing | null {
  if (error instanceof Passing) return error;
  if (!(error instanceof Error) || error instanceof ObjectStoreError) return null;
  const { code = '', syscall }: NodeJS.ErrnoException = error;
  const isLost = NETWORK.test(code) || error.message === 'aborted' || syscall === 'connect';
  return isLost ? new Passing(error.message || code, 'unavailable', { cause: error }) : null;
}

/** A reply as text, as much of it as an error or a list has. */
export async function textOf(reply: IncomingMessage, most = MAX_ERROR_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new Passing(`the reply exceeds ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The text of the first element of a name. Replies of S3 are flat, and our keys need no escapes. */
export function elementOf(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? null : xml.slice(start + name.length + 2, end);
}
