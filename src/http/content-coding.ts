import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { Request, Response } from 'express';

/** Content codings, the shortest first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** A body that is shorter fits into one packet as it is. */
const WORTHWHILE_BYTES = 1_400;

/** As fast as gzip, and shorter: the default quality of brotli is for files that are packed once. */
const FAST: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The coding that the caller of a response likes best; `identity` where it names none that is known. */
function codingOf(res: Response, offered: readonly Coding[] = CODINGS): Coding {
  res.vary('Accept-Encoding');
  const { req } = res;
  // Browsers name gzip first and weigh none: of what is liked alike, the shortest is taken.
  const areWeighed = /;\s*q/i.test(req.get('accept-encoding') ?? '');
  const chosen = areWeighed
    ? req.acceptsEncodings([...offered])
    : offered.find((one) => req.acceptsEncodings(one) === one);
  return offered.find((one) => one === chosen) ?? 'identity';
}

/** Whether a body may be packed: JSON alone, whose parts repeat. Streams of events have to arrive at once. */
export const isPackable = (contentType: string): boolean =>
  /^application\/json\b/.test(contentType);

/** A body as the caller likes it, with the header that says so. */
export async function packed(res: Response, body: Buffer): Promise<Buffer> {
  if (body.length < WORTHWHILE_BYTES) return body;
  const coding = codingOf(res);
  if (coding === 'identity') return body;
  const short = await (coding === 'br'
    ? promisify(brotliCompress)(body, FAST)
    : promisify(gzip)(body));
  res.setHeader('Content-Encoding', coding);
  return short;
}

/** Where a long body is written to: the response, or what packs it on the way there, as its caller likes it. */
export function packerFor(res: Response): Writable {
  const coding = codingOf(res);
  if (coding === 'identity') return res;
  res.setHeader('Content-Encoding', coding);
  const packer = coding === 'br' ? createBrotliCompress(FAST) : createGzip();
  packer.pipe(res);
  packer.once('error', () => res.destroy());
  res.once('close', () => packer.destroy());
  return packer;
}

/** A body that never changes, packed once, with its ETag. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** The content by content coding, the plain one as `identity`. */
  readonly bodies: ReadonlyMap<Coding, Buffer>;
}

export function staticFile(type: string, text: string): StaticFile {
  const identity = Buffer.from(text);
  return {
    type,
    etag: etagOf(identity),
    bodies: new Map<Coding, Buffer>([
      ['identity', identity],
      ['br', brotliCompressSync(identity, FAST)],
      ['gzip', gzipSync(identity)],
    ]),
  };
}

export const etagOf = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

export function sendStatic(req: Request, res: Response, { type, etag, bodies }: StaticFile): void {
  const coding = codingOf(
    res,
    CODINGS.filter((one) => bodies.has(one)),
  );
  res.setHeader('ETag', etag);
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Type', type);
  res.end(bodies.get(coding));
}
