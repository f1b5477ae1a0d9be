import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KeptResponse, RepeatableRequest } from './types.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Bytes, as NIST SP 800-38D recommends for random ones. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** By HKDF (RFC 5869) from what only the caller has: neither its credential nor the Idempotency-Key is stored. */
function keyOf({ credential, idempotencyKey }: RepeatableRequest, id: string): Buffer {
  return Buffer.from(
    hkdfSync('sha256', JSON.stringify([credential, idempotencyKey]), id, 'response', KEY_BYTES),
  );
}

/** The response, packed and encrypted, as base64. `id` binds it to its row. */
export function sealResponse(
  response: KeptResponse,
  request: RepeatableRequest,
  id: string,
): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(request, id), iv);
  const text = cipher.update(gzipSync(JSON.stringify(response), { level: 1 }));
  const rest = cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text, rest]).toString('base64');
}

/** Null where another credential sealed it, or it was changed. */
export function openResponse(
  sealed: string,
  request: RepeatableRequest,
  id: string,
): KeptResponse | null {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(request, id), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return JSON.parse(
      gunzipSync(Buffer.concat([text, decipher.final()])).toString(),
    ) as KeptResponse;
  } catch {
    return null;
  }
}
