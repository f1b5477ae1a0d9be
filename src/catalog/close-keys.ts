import type Database from 'better-sqlite3';
import { editDistance, typingErrors } from '#src/catalog/edit-distance.ts';
import { tailOf } from '#src/catalog/value-index.ts';

/** Keys that a search for close ones looks at, each way, in each file. */
const MAX_CANDIDATES = 2_000;
/** Longer values that a span begins, or ends, in each file; and how long it must be to be looked for so. */
const MAX_LONGER_KEYS = 200;
const MIN_PART_LENGTH = 3;
/** Above every character, so that `key >= p AND key < p || LAST` are the keys that start with p. */
const LAST = '\u{10FFFF}';

/** Keys that a key of some length begins or ends. */
export function createLongerKeys(db: Database.Database): (key: string) => string[] {
  const byStart = db
    .prepare(`SELECT DISTINCT key FROM entries WHERE key > ? AND key < ? LIMIT ${MAX_LONGER_KEYS}`)
    .pluck();
  const byEnd = db
    .prepare(`SELECT key FROM tails WHERE tail >= ? AND tail < ? LIMIT ${MAX_CANDIDATES}`)
    .pluck();
  return (key) => {
    if ([...key].length < MIN_PART_LENGTH) return [];
    const end = tailOf(key);
    const ending = (byEnd.all(end, end + LAST) as string[]).filter(
      (other) => other !== key && other.endsWith(key),
    );
    const starting = byStart.all(key, key + LAST) as string[];
    return [...new Set([...starting, ...ending.slice(0, MAX_LONGER_KEYS)])];
  };
}

/**
 * Keys within a few typing errors of a key. One error leaves the key's first or its last half whole, two leave its
 * first or last third or lie apart in the middle: those keys are read off the sorted keys and ends, and measured.
 */
export function createCloseKeys(db: Database.Database) {
  const byStart = db
    .prepare(
      `SELECT DISTINCT key FROM entries
       WHERE key >= ? AND key < ? AND length(key) BETWEEN ? AND ? LIMIT ${MAX_CANDIDATES}`,
    )
    .pluck();
  const byEnd = db
    .prepare(
      `SELECT key FROM tails
       WHERE tail >= ? AND tail < ? AND length(key) BETWEEN ? AND ? LIMIT ${MAX_CANDIDATES}`,
    )
    .pluck();

  return (key: string): { readonly key: string; readonly distance: number }[] => {
    const letters = [...key];
    const limit = typingErrors(letters.length);
    const found = new Map<string, number>();
    for (let errors = 1; errors <= limit && found.size === 0; errors++) {
      const part = Math.max(1, Math.floor((letters.length - errors) / (errors + 1)));
      const start = letters.slice(0, part).join('');
      const end = [...tailOf(key)].slice(0, part).join('');
      const lengths = [letters.length - errors, letters.length + errors] as const;
      for (const other of [
        ...(byStart.all(start, start + LAST, ...lengths) as string[]),
        ...(byEnd.all(end, end + LAST, ...lengths) as string[]),
      ]) {
        if (other === key) continue;
        const distance = editDistance(key, other, errors);
        if (distance <= errors) found.set(other, distance);
      }
    }
    return [...found].map(([other, distance]) => ({ key: other, distance }));
  };
}
