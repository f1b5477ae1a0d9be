import { randomFillSync } from 'node:crypto';

const ID_BYTES = 12;
/** Random bytes for the next ids: a request has several, and asking the system for each takes longer than the rest. */
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

/** A new id: the prefix, an underscore and 96 random bits in hex, e.g. `ws_…`. */
export function newId(prefix: string): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return `${prefix}_${pool.toString('hex', used - ID_BYTES, used)}`;
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
