import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import type { KeptResponse, RepeatableRequest, RepeatedResponse } from './types.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Bytes, as NIST SP 800-38D recommends for random ones. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const LINE_END = 0x0a;

/** By HKDF (RFC 5869) from what only the caller has: neither its credential nor the Idempotency-Key is stored. */
function keyOf({ credential, idempotencyKey }: RepeatableRequest, id: string): Buffer {
  return Buffer.from(
    hkdfSync('sha256', JSON.stringify([credential, idempotencyKey]), id, 'response', KEY_BYTES),
  );
}

/** The response, packed and encrypted, as base64. `id` binds it to its row. */
export function sealResponse(
  response: KeptResponse & { readonly body: string },
  request: RepeatableRequest,
  id: string,
): string {
  return encrypted(gzipSync(headOf(response) + response.body, { level: 1 }), request, id);
}

/** The same for a long response, packed by other threads; null where it has more than `maxBytes`. */
export async function sealLongResponse(
  { body, ...head }: KeptResponse,
  request: RepeatableRequest,
  id: string,
  maxBytes: number,
): Promise<string | null> {
  const packed: Buffer[] = [];
  let bytes = 0;
  function* plain(): Generator<Buffer> {
    yield Buffer.from(headOf(head));
    for (const piece of typeof body === 'string' ? [body] : body) {
      const block = Buffer.from(piece);
      bytes += block.length;
      if (bytes > maxBytes) return;
      yield block;
    }
  }
  await pipeline(plain(), createGzip({ level: 1 }), async (source: AsyncIterable<Buffer>) => {
    for await (const block of source) packed.push(block);
  });
  return bytes > maxBytes ? null : encrypted(Buffer.concat(packed), request, id);
}

/** Null where another credential sealed it, or it was changed. Its body is unpacked as it is read. */
export async function openResponse(
  sealed: string,
  request: RepeatableRequest,
  id: string,
): Promise<RepeatedResponse | null> {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(request, id), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  let packed: Buffer;
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    packed = Buffer.concat([text, decipher.final()]);
  } catch {
    return null;
  }
  return unpacked(packed);
}

type Head = Pick<KeptResponse, 'status' | 'contentType'>;

const headOf = ({ status, contentType }: Head): string =>
  `${JSON.stringify({ status, contentType })}\n`;

/** The first line says what it is, the rest is the body. */
async function unpacked(packed: Buffer): Promise<RepeatedResponse> {
  const gunzip = createGunzip();
  gunzip.end(packed);
  const blocks = (gunzip as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { done, value } = await blocks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
    end = start.indexOf(LINE_END);
  }
  // Responses that earlier versions kept are one JSON text, which has no line end.
  if (end < 0) {
    const { body, ...head } = JSON.parse(start.toString()) as Head & { readonly body: string };
    return { ...head, pieces: [body] };
  }
  const head = JSON.parse(start.subarray(0, end).toString()) as Head;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield start.subarray(end + 1);
    yield* { [Symbol.asyncIterator]: () => blocks };
  }
  return { ...head, pieces: pieces() };
}

function encrypted(packed: Buffer, request: RepeatableRequest, id: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(request, id), iv);
  const text = cipher.update(packed);
  const rest = cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text, rest]).toString('base64');
}
