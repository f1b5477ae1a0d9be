import { createHash } from 'node:crypto';
import {
  type Attachment,
  type CellValue,
  type ColumnProfile,
  MOST_SAMPLES,
  type PhysicalName,
} from '#src/plugin-api/catalog.ts';
import type {
  ContainmentRequest,
  ProfileRequest,
  SourceTable,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { AlasqlResults, ColumnEntry, TableEntry } from './protocol.ts';
import { type Cell, keyOf } from './scalars.ts';
import type { LoadedTables } from './tables.ts';
import { compareTexts } from './texts.ts';

/** Longer texts are cut in samples and ranges (characters): a profile is kept for good and shown. */
const MAX_TEXT = 200;

/** Looks into engine files, column by column: no statement is run for it. */
export class Inspector {
  readonly #loaded: LoadedTables;
  readonly #attachments: readonly Attachment[];

  constructor(loaded: LoadedTables, attachments: readonly Attachment[]) {
    this.#loaded = loaded;
    this.#attachments = attachments;
  }

  introspect(): readonly SourceTable[] {
    return this.#attachments.flatMap(({ name: database, path }) =>
      this.#loaded.file(path).directory.tables.map(({ name, rowCount, columns }) => ({
        physical: { database, schema: 'main', table: name },
        columns: columns.map((column) => ({
          name: column.name,
          type: column.type,
          nativeType: column.nativeType,
          nullable: true,
          comment: null,
        })),
        rowCount,
        primaryKey: null,
        foreignKeys: [],
        comment: null,
        isView: false,
      })),
    );
  }

  profile({ physical, columns }: ProfileRequest): AlasqlResults['profile'] {
    const { path, entry } = this.#table(physical);
    const measured = columns
      .filter((column) => !column.sensitive)
      .map(({ name }) => [name, this.#measure(path, entry, name)] as const);
    return { rowCount: entry.rowCount, columns: measured };
  }

  values({ physical, column, maxValues, maxLength }: ValuesRequest): AlasqlResults['values'] {
    const { path, entry } = this.#table(physical);
    const { counts } = this.#count(path, entry, column);
    const short = [...counts]
      .map(([value, rowCount]) => ({ value: String(value), rowCount }))
      .filter(({ value }) => [...value].length <= maxLength);
    return short
      .sort((a, b) => b.rowCount - a.rowCount || compareTexts(a.value, b.value))
      .slice(0, maxValues);
  }

  containment({ from, to }: ContainmentRequest): number {
    const wanted = this.#combinations(from);
    if (wanted.size === 0) return 0;
    const there = this.#combinations(to);
    let found = 0;
    for (const key of wanted) if (there.has(key)) found += 1;
    return found / wanted.size;
  }

  countDistinct(set: ContainmentRequest['from']): number {
    return this.#combinations(set).size;
  }

  #table(physical: PhysicalName) {
    const file = this.#attachments.find((each) => each.name === physical.database);
    if (!file) throw new SourceError('query', `The file of table "${physical.table}" is missing.`);
    return { path: file.path, entry: this.#loaded.entry(file.path, physical.table) };
  }

  #count(path: string, entry: TableEntry, name: string) {
    const column = columnOf(entry.columns, name);
    const counts = new Map<NonNullable<CellValue>, number>();
    let nullCount = 0;
    for (const block of this.#loaded.file(path).values(entry, column))
      for (const value of block)
        if (value === null) nullCount += 1;
        else {
          const counted = countedAs(value);
          counts.set(counted, (counts.get(counted) ?? 0) + 1);
        }
    return { counts, nullCount };
  }

  #measure(path: string, entry: TableEntry, name: string): ColumnProfile {
    const { counts, nullCount } = this.#count(path, entry, name);
    const ordered = [...counts].sort(
      ([a, countA], [b, countB]) => countB - countA || compareValues(a, b),
    );
    let [min, max]: [CellValue, CellValue] = [null, null];
    let unique = true;
    for (const [value, rowCount] of counts) {
      if (min === null || compareValues(value, min) < 0) min = value;
      if (max === null || compareValues(value, max) > 0) max = value;
      unique &&= rowCount === 1;
    }
    return {
      distinctCount: counts.size,
      nullCount,
      min: min === null ? null : String(shown(min)),
      max: max === null ? null : String(shown(max)),
      samples: ordered.slice(0, MOST_SAMPLES).map(([value]) => shown(value)),
      unique,
    };
  }

  /** The different combinations without NULLs that columns hold. */
  #combinations({ physical, columns }: ContainmentRequest['from']): Set<string> {
    const { path, entry } = this.#table(physical);
    const file = this.#loaded.file(path);
    const readers = columns.map((name) => file.values(entry, columnOf(entry.columns, name)));
    const found = new Set<string>();
    for (;;) {
      const blocks = readers.map(
        (reader) => reader.next().value as readonly CellValue[] | undefined,
      );
      const [first] = blocks;
      if (!first) return found;
      for (const index of first.keys()) {
        const row: Cell[] = blocks.map((block) => block![index]);
        if (!row.includes(null)) found.add(keyOf(row));
      }
    }
  }
}

function columnOf(columns: readonly ColumnEntry[], name: string): ColumnEntry {
  const column = columns.find((each) => each.name === name);
  if (!column) throw new SourceError('query', `There is no column "${name}" in its engine file.`);
  return column;
}

/** Texts of more characters are counted by their beginning and their digest: no column is held whole for it. */
const LONG_TEXT = 4_096;

function countedAs(value: NonNullable<CellValue>): NonNullable<CellValue> {
  if (typeof value !== 'string' || value.length <= LONG_TEXT) return value;
  const digest = createHash('sha256').update(value).digest('base64');
  // A copy: a slice would keep the whole text.
  return Buffer.from(`${value.slice(0, LONG_TEXT)}${digest}`).toString();
}

const shown = (value: NonNullable<CellValue>) =>
  typeof value === 'string' && value.length > MAX_TEXT
    ? [...value].slice(0, MAX_TEXT).join('')
    : value;

/** Values of one column: of one type, but for numbers that are too long (texts). */
function compareValues(a: NonNullable<CellValue>, b: NonNullable<CellValue>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const [x, y] = [Number(a), Number(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
