import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { keysOf } from '#src/catalog/fold.ts';
import { aliasKeysOf, titlelessKeyOf } from '#src/catalog/value-aliases.ts';
import type { ValuesBatch } from '#src/plugin-api/data-source.ts';

/** Characters of the end of a key, reversed, by which a typing error in its first half is found. */
const TAIL_LENGTH = 8;

/** Memory for pages while an index is written. */
const CACHE_KIB = 64 * 1024;

/** Values whose keys are remembered while an index is written: tables of one shape hold the same ones. */
const KNOWN_VALUES = 50_000;

/** Values that are written between two looks at the event loop. */
const SLICE = 200;

/**
 * `entries`: each value under its key (folded and squashed). `lemmas`: keys under the key of their lemmas, where that
 * differs. `aliases`: keys of a field under lemma keys of curated other names. `tails`: keys under their reversed end.
 */
const SCHEMA = `
  CREATE TABLE fields (id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, column_name TEXT NOT NULL);
  CREATE TABLE entries (
    key TEXT NOT NULL, field INTEGER NOT NULL, value TEXT NOT NULL, row_count INTEGER NOT NULL,
    PRIMARY KEY (key, field, value)
  ) WITHOUT ROWID;
  CREATE TABLE lemmas (lemma TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (lemma, key)) WITHOUT ROWID;
  CREATE TABLE aliases (
    alias TEXT NOT NULL, field INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (alias, field, key)
  ) WITHOUT ROWID;
  CREATE TABLE tails (tail TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (tail, key)) WITHOUT ROWID;
`;

export interface ValueField {
  /** Catalog name of the table. */
  readonly table: string;
  readonly column: string;
}

export interface BuildValueIndexOptions {
  /** The catalog column that a batch belongs to; null leaves the batch out. */
  readonly fieldOf: (batch: ValuesBatch) => ValueField | null;
  readonly signal: AbortSignal;
}

/** The end of a key, reversed, so that keys with the same end sort together. */
export function tailOf(key: string): string {
  return [...key].slice(-TAIL_LENGTH).reverse().join('');
}

/**
 * Writes the values into a new SQLite file at `target`, which must not exist: it appears there complete and durable,
 * or not at all. Gives the number of values in it. Throws what the batches throw, and the signal's reason.
 */
export async function buildValueIndex(
  target: string,
  batches: AsyncIterable<ValuesBatch>,
  options: BuildValueIndexOptions,
): Promise<number> {
  if (existsSync(target)) throw new Error(`The value index ${target} already exists.`);
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const count = await write(temporary, batches, options);
    await sync(temporary);
    await rename(temporary, target);
    await sync(path.dirname(target));
    return count;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function write(
  file: string,
  batches: AsyncIterable<ValuesBatch>,
  { fieldOf, signal }: BuildValueIndexOptions,
): Promise<number> {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.exec(SCHEMA);
    const writer = createWriter(db);
    let count = 0;
    db.exec('BEGIN');
    for await (const batch of batches) {
      const field = fieldOf(batch);
      if (!field) continue;
      const fieldId = writer.field(field);
      for (const [index, { value, rowCount }] of batch.values.entries()) {
        count += writer.add(fieldId, field.column, value, rowCount);
        if (index % SLICE !== SLICE - 1) continue;
        await nextTurn();
        signal.throwIfAborted();
      }
      signal.throwIfAborted();
    }
    db.exec('COMMIT');
    return count;
  } finally {
    db.close();
  }
}

function createWriter(db: Database.Database) {
  const addField = db.prepare('INSERT INTO fields (table_name, column_name) VALUES (?, ?)');
  const addEntry = db.prepare('INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?)');
  const addLemma = db.prepare('INSERT OR IGNORE INTO lemmas VALUES (?, ?)');
  const addAlias = db.prepare('INSERT OR IGNORE INTO aliases VALUES (?, ?, ?)');
  const addTail = db.prepare('INSERT OR IGNORE INTO tails VALUES (?, ?)');
  const fields = new Map<string, number>();
  const known = new Map<string, ReturnType<typeof keysOf>>();
  const keys = (value: string) => {
    const found = known.get(value);
    if (found) return { ...found, isNew: false };
    const made = keysOf(value);
    if (known.size >= KNOWN_VALUES) known.clear();
    known.set(value, made);
    return { ...made, isNew: true };
  };
  return {
    field({ table, column }: ValueField): number {
      const name = JSON.stringify([table, column]);
      const id = fields.get(name) ?? Number(addField.run(table, column).lastInsertRowid);
      fields.set(name, id);
      return id;
    },
    add(field: number, column: string, value: string, rowCount: number): number {
      const { key, lemmaKey, isNew } = keys(value);
      if (key === '') return 0;
      const { changes } = addEntry.run(key, field, value, rowCount);
      const untitled = titlelessKeyOf(value);
      const aliases = [...aliasKeysOf(column, lemmaKey), ...(untitled ? [untitled] : [])];
      for (const alias of aliases) addAlias.run(alias, field, key);
      if (!isNew) return changes;
      if (lemmaKey !== key) addLemma.run(lemmaKey, key);
      addTail.run(tailOf(key), key);
      return changes;
    },
  };
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
