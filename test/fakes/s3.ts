import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request gets instead of its answer. */
export type S3Mood =
  | 'stall'
  | 'stall-body'
  | 'error'
  | 'slow-down'
  | 'cut'
  | 'other-bytes'
  | 'reset';
export type S3Right = 'list' | 'get' | 'put' | 'delete';

interface Kept {
  readonly bytes: Buffer;
  readonly sha256: string | undefined;
  readonly at: Date;
}

interface S3Request {
  readonly right: S3Right;
  readonly key: string;
}

/** A bucket in memory behind a server that checks every signature, and every hash that one covers. */
export interface S3Server {
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly objects: Map<string, Kept>;
  /** All requests that were answered, as `put originals/…`. */
  readonly requests: string[];
  /** Called with each request; absent: all are answered. */
  mood: (request: S3Request) => S3Mood | null;
  readonly denied: Set<S3Right>;
  /** Milliseconds that its clock is ahead. */
  aheadMs: number;
  /** Keys of a page. */
  pageKeys: number;
  close(): Promise<void>;
}

const SKEW_MS = 15 * 60_000;
const REGION = 'us-east-1';

export async function startS3(): Promise<S3Server> {
  const state = {
    ...{ bucket: 'plumbline-test', accessKeyId: 'AKTEST', secretAccessKey: 'a secret/of+tests' },
    objects: new Map<string, Kept>(),
    requests: [] as string[],
    mood: (() => null) as S3Server['mood'],
    denied: new Set<S3Right>(),
    ...{ aheadMs: 0, pageKeys: 1_000 },
  };
  const server = createServer((request, response) => {
    answer(state as never, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function answer(
  state: S3Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://s3');
  const [bucket, ...rest] = url.pathname.slice(1).split('/');
  const key = decodeURIComponent(rest.join('/'));
  const right = rightOf(request, url);
  const mood = state.mood({ right, key });
  response.setHeader('Date', new Date(Date.now() + state.aheadMs).toUTCString());
  if (mood === 'stall') return;
  if (mood === 'reset') return void request.socket.destroy();
  const body = await bodyOf(request);
  if (mood === 'error') return fail(response, 500, 'InternalError');
  if (mood === 'slow-down') return fail(response, 503, 'SlowDown');
  const wrong = wrongSignature(state, request, url) ?? wrongBody(request, body);
  if (wrong) return fail(response, wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong);
  if (bucket !== state.bucket) return fail(response, 404, 'NoSuchBucket');
  if (state.denied.has(right)) return fail(response, 403, 'AccessDenied');
  state.requests.push(`${right} ${key}`);
  switch (right) {
    case 'list':
      return list(state, url, response);
    case 'put': {
      const sha256 = request.headers['x-amz-meta-sha256'] as string | undefined;
      state.objects.set(key, { bytes: body, sha256, at: new Date() });
      return void response.end();
    }
    case 'delete':
      state.objects.delete(key);
      return void response.writeHead(204).end();
    case 'get':
      return give(state, key, request, response, mood);
  }
}

function rightOf({ method }: IncomingMessage, url: URL): S3Right {
  if (url.searchParams.has('list-type')) return 'list';
  return method === 'PUT' ? 'put' : method === 'DELETE' ? 'delete' : 'get';
}

function give(
  { objects }: S3Server,
  key: string,
  { method }: IncomingMessage,
  response: ServerResponse,
  mood: S3Mood | null,
): void {
  const found = objects.get(key);
  if (!found) {
    fail(response, 404, 'NoSuchKey');
    return;
  }
  response.setHeader('Content-Length', found.bytes.length);
  if (found.sha256) response.setHeader('x-amz-meta-sha256', found.sha256);
  if (method === 'HEAD') return void response.end();
  const half = found.bytes.subarray(0, Math.floor(found.bytes.length / 2));
  if (mood === 'stall-body') return void response.write(half);
  if (mood === 'cut') return void response.write(half, () => response.destroy());
  const bytes = Buffer.from(found.bytes);
  if (mood === 'other-bytes') bytes[0] = (bytes[0] ?? 0) ^ 1;
  response.end(bytes);
}

function list({ objects, pageKeys }: S3Server, url: URL, response: ServerResponse): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageKeys);
  const contents = page.map((key) => {
    const { bytes, at } = objects.get(key)!;
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const next =
    keys.length > page.length
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '';
  response.end(
    `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`,
  );
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>as asked</Message></Error>`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function wrongSignature(state: S3Server, request: IncomingMessage, url: URL): string | null {
  const { headers, method } = request;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, id, day, region, names, signature] = match as unknown as string[];
  const date = String(headers['x-amz-date']);
  const at = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!(Math.abs(Date.now() + state.aheadMs - at) < SKEW_MS)) return 'RequestTimeTooSkewed';
  if (id !== state.accessKeyId) return 'InvalidAccessKeyId';
  const signed = names!.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return 'AccessDenied';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const canonical = [
    ...[method, url.pathname, query.join('&')],
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', names, headers['x-amz-content-sha256']],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day!, REGION, 's3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${state.secretAccessKey}`),
  );
  const expected = hmac(key, text);
  return timingSafeEqual(expected, Buffer.from(signature!, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function wrongBody({ headers }: IncomingMessage, body: Buffer): string | null {
  return headers['x-amz-content-sha256'] === sha256(body) ? null : 'XAmzContentSHA256Mismatch';
}

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
