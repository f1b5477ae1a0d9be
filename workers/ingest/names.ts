import path from 'node:path';
import { unitsJoined } from '#src/catalog/unit-signs.ts';

/** Longest name, in UTF-8 bytes: what PostgreSQL keeps (NAMEDATALEN - 1). */
const MAX_NAME_BYTES = 63;

/** Characters of a text that a name is made of: beyond them nothing could stay, and work over a text stays small. */
const MAX_SOURCE_CHARS = 1_024;

/**
 * A name for SQL, close to the text it comes from: lower snake case, letters and digits of every script kept, `%` and
 * `#` spelled out, a leading digit behind `_`. Empty where nothing of the text can stay.
 */
export function identifier(text: string): string {
  const words = unitsJoined(text.trim().slice(0, MAX_SOURCE_CHARS))
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('%', ' pct ')
    .replaceAll('#', ' number ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/['’]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '') return '';
  return shorten(/^\p{N}/u.test(words) ? `_${words}` : words, MAX_NAME_BYTES);
}

/** The first characters of a name that fit into so many bytes. */
function shorten(name: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of name) {
    size += Buffer.byteLength(character);
    if (size > bytes) return name.slice(0, end);
    end += character.length;
  }
  return name;
}

/** Names that are taken, without regard to case. Thousands of equal ones take no longer each than the first. */
export class TakenNames {
  readonly #taken = new Set<string>();
  /** By what stands before a number, and the digits of the number: the next one that may be free. */
  readonly #next = new Map<string, number>();

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  /** Takes `name`; false where it is taken already. */
  take(name: string): boolean {
    if (this.has(name)) return false;
    this.#taken.add(name.toLowerCase());
    return true;
  }

  free(name: string): void {
    this.#taken.delete(name.toLowerCase());
  }

  /** Takes and gives `name`, or `name_2`, `name_3` … where it is taken. */
  takeUnique(name: string): string {
    if (this.take(name)) return name;
    for (let digits = 1; ; digits++) {
      const base = shorten(name, MAX_NAME_BYTES - digits - 1);
      const key = `${digits} ${base.toLowerCase()}`;
      const end = 10 ** digits;
      for (let n = this.#next.get(key) ?? Math.max(2, end / 10); n < end; n++) {
        this.#next.set(key, n + 1);
        if (this.take(`${base}_${n}`)) return `${base}_${n}`;
      }
    }
  }
}

/** Whether a name that a user asks for can be a table's: what `identifier` itself would give, in any case. */
export function isTableName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

/** The name of a file without what says its kind: `sales` of `sales.csv` and of `sales.csv.gz`. */
export function stemOf(filename: string): string {
  const stem = path.basename(filename, path.extname(filename));
  return /\.gz$/i.test(filename) ? path.basename(stem, path.extname(stem)) : stem;
}
