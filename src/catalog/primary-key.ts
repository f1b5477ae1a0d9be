import { isKeyName } from '#src/catalog/column-kind.ts';
import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/names.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** Columns of one composite key at the most. */
const MAX_KEY_COLUMNS = 3;
/** Columns that are combined at the most: the likeliest parts. */
const MAX_PARTS = 12;
/** Fewer rows say nothing about keys: a single row is unique in everything. */
const MIN_ROWS = 2;

/**
 * The column that identifies a table's rows: of those without repeats and nulls the one whose name says so best, else
 * the first column where it is no measure, else another label. Null where there is none.
 */
export function singleKey(
  table: string,
  columns: readonly CatalogColumn[],
  rowCount: number,
): string | null {
  const candidates = columns
    .map((column, position) => ({ column, position, score: keyScore(table, column, position) }))
    .filter(({ column, score }) => score > 0 && isUnique(column, rowCount))
    .filter(({ column, score }) => rowCount >= MIN_ROWS || (score >= 3 && isKeyType(column)));
  candidates.sort((a, b) => b.score - a.score || a.position - b.position);
  return candidates[0]?.column.name ?? null;
}

function isUnique({ profile }: CatalogColumn, rowCount: number): boolean {
  return rowCount > 0 && profile?.unique === true && profile.nullCount === 0;
}

function isKeyType(column: CatalogColumn): boolean {
  return column.type === 'integer' || column.type === 'text';
}

/** Keys that a file wrote as `1.0`. */
function isFractional({ type }: CatalogColumn): boolean {
  return type === 'decimal' || type === 'float';
}

/**
 * 4: `id` or the table's own id, 3.8: its own number or code, 3: named as a key, 2: code or number, 1: the first column, 0.8: the first date, 0.5:
 * another label; 0: no key.
 */
function keyScore(table: string, column: CatalogColumn, position: number): number {
  const words = wordsOf(column.name);
  if (column.kind === 'time') return position === 0 ? 0.8 : 0;
  if (!isKeyType(column) && !(isFractional(column) && isKeyName(words))) return 0;
  if (words.join('') === 'id' || isOwnKey(table, words)) return 4;
  if (isOwnNumber(table, words)) return 3.8;
  if (isKeyName(words)) return position === 0 ? 3.5 : 3;
  if (column.kind === 'identifier') return 2;
  if (column.kind !== 'dimension') return 0;
  return position === 0 ? 1 : 0.5;
}

/** `customer_id` of `customers`. */
const isOwnKey = (table: string, words: readonly string[]): boolean =>
  (words.at(-1) === 'id' || words.at(-1) === 'key') && isCalledAs(table, words);

/** `invoice_no` of `invoices`, whatever each of them refers to alone: `order_id`. */
const isOwnNumber = (table: string, words: readonly string[]): boolean =>
  NUMBERS.has(words.at(-1)!) && isCalledAs(table, words);

const NUMBERS = new Set(['no', 'nr', 'number', 'code']);

function isCalledAs(table: string, words: readonly string[]): boolean {
  const named = words.slice(0, -1).map(lemma).join('');
  return named === wordsOf(table).map(lemma).join('');
}

/**
 * Sets of two and three columns that may identify a table's rows together, likeliest first, `limit` at the most:
 * references and times before labels, in the order of the table.
 */
export function compositeCandidates(
  columns: readonly CatalogColumn[],
  rowCount: number,
  limit: number,
): string[][] {
  const usable = columns
    .filter((column) => isPart(column))
    .sort((a, b) => partRank(a) - partRank(b))
    .slice(0, MAX_PARTS);
  const sets: string[][] = [];
  for (let size = 2; size <= MAX_KEY_COLUMNS; size++) {
    for (const set of combinations(usable, size)) {
      if (sets.length >= limit) return sets;
      const most = set.reduce((product, { profile }) => product * profile!.distinctCount, 1);
      if (most >= rowCount) sets.push(set.map((column) => column.name));
    }
  }
  return sets;
}

/** A key part has no nulls and is a reference by its name, a time, or a label that is not unique by itself. */
function isPart({ name, type, profile, kind }: CatalogColumn): boolean {
  if (profile === null || profile.nullCount > 0 || profile.distinctCount < 2) return false;
  if (kind === 'identifier' && type === 'integer' && !isKeyName(wordsOf(name))) return false;
  return kind === 'identifier' || kind === 'time' || (kind === 'dimension' && !profile.unique);
}

function partRank({ kind }: CatalogColumn): number {
  return kind === 'identifier' ? 0 : kind === 'time' ? 1 : 2;
}

function* combinations<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = from; index < items.length; index++) {
    for (const rest of combinations(items, size - 1, index + 1)) yield [items[index]!, ...rest];
  }
}
