import Database from 'better-sqlite3';
import { createCloseKeys, createLongerKeys } from '#src/catalog/close-keys.ts';
import { fold, foldToLemmas, squash } from '#src/catalog/fold.ts';
import type { ValueField } from '#src/catalog/value-index.ts';
import type { ValueHit } from '#src/plugin-api/catalog.ts';

/** A hit with the number of edits that it is away. */
export interface Candidate extends ValueHit {
  readonly distance: number;
}

/** A span of a question, with the keys that it is looked up by. */
export interface Span {
  readonly text: string;
  readonly folded: string;
  readonly key: string;
  readonly lemmaKey: string;
}

/** One value index, open. */
export interface IndexFile {
  find(span: Span): Candidate[];
  near(span: Span): Candidate[];
  close(): void;
}

type EntryRow = readonly [field: number, value: string, rowCount: number];

export function spanOf(span: string): Span {
  const text = span.trim();
  const folded = fold(text);
  return { text, folded, key: squash(folded), lemmaKey: squash(foldToLemmas(text)) };
}

/** A column's name as the visible ones are looked up by. */
export function fieldKey(table: string, column: string): string {
  return `${table}\0${column}`.toLowerCase();
}

/** By the `fieldKey` of an indexed column: the columns that show its values, itself and those of views. */
export type VisibleFields = ReadonlyMap<string, readonly ValueField[]>;

/** Opens an index read-only. Only the columns in `visible` are found. */
export function openIndexFile(path: string, visible: VisibleFields): IndexFile {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  // One read transaction for its life: nobody writes the file, and locking it anew cost 8 of 10 µs of each look-up.
  db.exec('BEGIN');
  const fields = readFields(db, visible);
  const byKey = db.prepare('SELECT field, value, row_count FROM entries WHERE key = ?').raw();
  const byLemma = db.prepare('SELECT key FROM lemmas WHERE lemma = ?').pluck();
  const byAlias = db.prepare('SELECT field, key FROM aliases WHERE alias = ?').raw();
  const closeKeys = createCloseKeys(db);
  const longerKeys = createLongerKeys(db);

  const entries = (
    key: string,
    match: (value: string) => ValueHit['match'],
    distance = 0,
    only?: number,
  ): Candidate[] =>
    (byKey.all(key) as EntryRow[]).flatMap(([id, value, rowCount]) => {
      const shown = only === undefined || only === id ? (fields.get(id) ?? []) : [];
      return shown.map((field) => ({ ...field, value, rowCount, match: match(value), distance }));
    });
  const near = (key: string, distance: number) => entries(key, () => 'near', distance);

  return {
    find({ text, key, lemmaKey }) {
      const same = entries(key, (value) => (value === text ? 'exact' : 'folded'));
      const singular = new Set([lemmaKey, ...(byLemma.all(lemmaKey) as string[])]);
      singular.delete(key);
      const aliases = byAlias.all(lemmaKey) as (readonly [number, string])[];
      return [
        ...same,
        ...[...singular].flatMap((other) => entries(other, () => 'lemma')),
        ...aliases.flatMap(([field, other]) => entries(other, () => 'lemma', 0, field)),
      ];
    },
    near({ folded, key }) {
      const mistyped = closeKeys(key).flatMap((close) => near(close.key, close.distance));
      if (mistyped.length > 0) return mistyped;
      const longer = longerKeys(key).flatMap((other) => near(other, other.length));
      return longer.filter(({ value }) => hasAtAnEnd(value, folded));
    },
    close: () => db.close(),
  };
}

function readFields(
  db: Database.Database,
  visible: VisibleFields,
): ReadonlyMap<number, readonly ValueField[]> {
  const fields = new Map<number, readonly ValueField[]>();
  const rows = db.prepare('SELECT id, table_name, column_name FROM fields').raw().all();
  for (const [id, table, column] of rows as [number, string, string][]) {
    const field = visible.get(fieldKey(table, column));
    if (field) fields.set(id, field);
  }
  return fields;
}

/** Whether a value begins or ends with the words of a folded span: `kofi` or `ibarra` of `Kofi Ibarra`. */
function hasAtAnEnd(value: string, part: string): boolean {
  const whole = fold(value);
  return whole.startsWith(`${part} `) || whole.endsWith(` ${part}`);
}
