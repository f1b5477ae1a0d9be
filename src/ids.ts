import { randomFillSync } from 'node:crypto';

const ID_BYTES = 12;
/** Random bytes for the next ids: a request has several, and asking the system for each takes longer than the rest. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** A new id: the prefix, an underscore and 96 random bits in hex, e.g. `ws_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomHex(ID_BYTES)}`;

/** So many random bytes in hex. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** A name as part of an address: lower case, ASCII letters, digits and hyphens; never empty. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return slug || 'unnamed';
}
