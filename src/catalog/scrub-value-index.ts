import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import type { ValueField } from '#src/catalog/value-index.ts';
import { fieldKey } from '#src/catalog/value-index-file.ts';
import { isCredential } from '#src/catalog/value-shapes.ts';

/** Values of a column that are looked at. */
const LOOKED_AT = 1_000;

/** The most frequent values of each column of an index, by its `fieldKey`. */
export function indexedValues(file: string): ReadonlyMap<string, readonly string[]> {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const values = db
      .prepare('SELECT value FROM entries WHERE field = ? ORDER BY row_count DESC LIMIT ?')
      .pluck();
    return new Map(
      fieldsOf(db).map(([id, { table, column }]) => [
        fieldKey(table, column),
        values.all(id, LOOKED_AT) as string[],
      ]),
    );
  } finally {
    db.close();
  }
}

/**
 * Writes an index anew without the columns that may no longer be in it, and without values that are secrets by
 * themselves; nobody may read it meanwhile. Says whether there were any.
 */
export async function scrubValueIndex(
  file: string,
  isKept: (field: ValueField) => boolean,
): Promise<boolean> {
  const scrubbed = `${file}.new`;
  await rm(scrubbed, { force: true });
  const db = new Database(file, { fileMustExist: true });
  try {
    db.function('is_credential', (value) => Number(isCredential(String(value))));
    db.exec('BEGIN');
    const gone = fieldsOf(db).flatMap(([id, field]) => (isKept(field) ? [] : [id]));
    const closed = gone.map(() => '?').join(', ');
    const { changes } = db
      .prepare(`DELETE FROM entries WHERE field IN (${closed}) OR is_credential(value)`)
      .run(...gone);
    if (changes === 0) return false;
    db.prepare(`DELETE FROM fields WHERE id IN (${closed})`).run(...gone);
    db.exec(`
      DELETE FROM aliases WHERE NOT EXISTS (
        SELECT 1 FROM entries WHERE entries.key = aliases.key AND entries.field = aliases.field);
      DELETE FROM lemmas WHERE key NOT IN (SELECT key FROM entries);
      DELETE FROM tails WHERE key NOT IN (SELECT key FROM entries);
      COMMIT`);
    // Pages that are free still hold what was in them.
    db.prepare('VACUUM INTO ?').run(scrubbed);
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
    db.close();
  }
  await rename(scrubbed, file);
  for (const beside of ['-journal', '-wal', '-shm'])
    if (existsSync(`${file}${beside}`)) await rm(`${file}${beside}`, { force: true });
  return true;
}

const fieldsOf = (db: Database.Database): [number, ValueField][] =>
  (
    db.prepare('SELECT id, table_name, column_name FROM fields').raw().all() as [
      number,
      string,
      string,
    ][]
  ).map(([id, table, column]) => [id, { table, column }]);
