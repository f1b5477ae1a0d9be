import { randomBytes } from 'node:crypto';

/** A new id: the prefix, an underscore and 96 random bits in hex, e.g. `ws_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
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
