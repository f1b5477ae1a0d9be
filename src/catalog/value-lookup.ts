import Database from 'better-sqlite3';
import { editDistance, typingErrors } from '#src/catalog/edit-distance.ts';
import { keyOf, lemmaKeyOf } from '#src/catalog/fold.ts';
import { tailOf } from '#src/catalog/value-index.ts';
import type { Catalog, OpenValueLookup, ValueHit } from '#src/plugin-api/catalog.ts';

const DEFAULT_LIMIT = 50;
/** Keys that a search for close ones looks at, each way, in each file. */
const MAX_CANDIDATES = 2_000;
/** Above every character, so that `key >= p AND key < p || LAST` are the keys that start with p. */
const LAST = '\u{10FFFF}';

const RANK: Readonly<Record<ValueHit['match'], number>> = {
  exact: 0,
  folded: 1,
  lemma: 2,
  near: 3,
};

interface EntryRow {
  readonly field: number;
  readonly value: string;
  readonly row_count: number;
}

/** A hit with the number of edits that it is away. */
interface Candidate extends ValueHit {
  readonly distance: number;
}

/**
 * Opens the value indexes of a catalog, read-only. Hits of columns that the catalog hides, marks sensitive or lacks
 * are left out; under a row filter there are none, because an index does not know whose rows hold a value.
 */
export const openValueLookup: OpenValueLookup = (catalog, policy) => {
  if (Object.keys(policy.filter).length > 0) return { lookup: () => [], close: () => {} };
  const visible = visibleColumns(catalog);
  const files: IndexFile[] = [];
  const close = () => {
    for (const file of files) file.close();
  };
  try {
    for (const path of catalog.valueIndexes) files.push(openIndexFile(path, visible));
  } catch (error) {
    close();
    throw error;
  }
  return {
    lookup(span, { near = false, limit = DEFAULT_LIMIT } = {}) {
      const text = span.trim();
      if (text === '') return [];
      const sure = files.flatMap((file) => file.find(text));
      const close = near ? files.flatMap((file) => file.near(text)) : [];
      return ranked([...sure, ...close]).slice(0, limit);
    },
    close,
  };
};

/** Catalog names of the columns whose values may be shown, by `table\0column` in lower case. */
function visibleColumns(catalog: Catalog): ReadonlyMap<string, { table: string; column: string }> {
  const visible = new Map<string, { table: string; column: string }>();
  for (const table of catalog.tables) {
    for (const column of table.columns) {
      if (column.hidden || column.sensitive) continue;
      visible.set(nameKey(table.name, column.name), { table: table.name, column: column.name });
    }
  }
  return visible;
}

const nameKey = (table: string, column: string) => `${table}\0${column}`.toLowerCase();

/** Best first; each value of a column once. */
function ranked(candidates: readonly Candidate[]): ValueHit[] {
  const best = new Map<string, Candidate>();
  for (const hit of candidates) {
    const name = JSON.stringify([hit.table, hit.column, hit.value]);
    const known = best.get(name);
    if (!known || RANK[hit.match] < RANK[known.match]) best.set(name, hit);
  }
  return [...best.values()]
    .sort(
      (a, b) =>
        RANK[a.match] - RANK[b.match] ||
        a.distance - b.distance ||
        b.rowCount - a.rowCount ||
        compare(a.table, b.table) ||
        compare(a.column, b.column) ||
        compare(a.value, b.value),
    )
    .map(({ distance: _, ...hit }) => hit);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

interface IndexFile {
  find(span: string): Candidate[];
  near(span: string): Candidate[];
  close(): void;
}

function openIndexFile(
  path: string,
  visible: ReadonlyMap<string, { table: string; column: string }>,
): IndexFile {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  const fields = new Map<number, { table: string; column: string }>();
  const rows = db.prepare('SELECT id, table_name, column_name FROM fields').all() as {
    readonly id: number;
    readonly table_name: string;
    readonly column_name: string;
  }[];
  for (const row of rows) {
    const field = visible.get(nameKey(row.table_name, row.column_name));
    if (field) fields.set(row.id, field);
  }
  const byKey = db.prepare('SELECT field, value, row_count FROM entries WHERE key = ?');
  const byLemma = db.prepare('SELECT key FROM lemmas WHERE lemma = ?').pluck();
  const byAlias = db.prepare(
    `SELECT field, value, row_count FROM aliases JOIN entries USING (field, key) WHERE alias = ?`,
  );
  const closeKeys = createCloseKeys(db);

  const hits = (rows: unknown[], distance: number, match: (value: string) => ValueHit['match']) =>
    (rows as EntryRow[]).flatMap((row) => {
      const field = fields.get(row.field);
      if (!field) return [];
      const rowCount = row.row_count;
      return [{ ...field, value: row.value, rowCount, match: match(row.value), distance }];
    });
  const entries = (key: string, distance: number, match: (value: string) => ValueHit['match']) =>
    hits(byKey.all(key), distance, match);

  return {
    find(span) {
      const key = keyOf(span);
      const lemmaKey = lemmaKeyOf(span);
      const same = entries(key, 0, (value) => (value === span ? 'exact' : 'folded'));
      const keys = new Set([lemmaKey, ...(byLemma.all(lemmaKey) as string[])]);
      keys.delete(key);
      const singular = [...keys].flatMap((other) => entries(other, 0, () => 'lemma'));
      return [...same, ...singular, ...hits(byAlias.all(lemmaKey), 0, () => 'lemma')];
    },
    near(span) {
      const key = keyOf(span);
      return closeKeys(key).flatMap(({ key: other, distance }) =>
        entries(other, distance, () => 'near'),
      );
    },
    close: () => db.close(),
  };
}

/**
 * Keys within a few typing errors of a key. One error leaves the key's first or its last half whole, two leave its
 * first or last third or lie apart in the middle: those keys are read off the sorted keys and ends, and measured.
 */
function createCloseKeys(db: Database.Database) {
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
