import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^plumb_(live|test)_[0-9A-Za-z]{38}$/;

export type KeyEnvironment = 'live' | 'test';

/** What the store keeps of a key. */
export interface KeyDigest {
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  /** First 16 characters. */
  readonly prefix: string;
  readonly last4: string;
}

/** A new key: `plumb_live_` + 32 random characters + 6 of checksum, base 62. */
export function createKey(environment: KeyEnvironment): string {
  const random = Array.from(
    { length: RANDOM_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('');
  const body = `plumb_${environment}_${random}`;
  return body + checksum(body);
}

/** Whether a text has the shape and the checksum of a key, so that a typo needs no store read. */
export function isWellFormedKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

export function digestKey(key: string): KeyDigest {
  return {
    hash: hash('sha256', key),
    prefix: key.slice(0, 16),
    last4: key.slice(-4),
  };
}

/** CRC32 in base 62, padded to six characters. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
