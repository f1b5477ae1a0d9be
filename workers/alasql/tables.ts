import type { CellValue } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { EngineFile } from './engine-file.ts';
import type { Row } from './hardened.ts';
import type { TableEntry } from './protocol.ts';

/** What a row and a cell take beside their values, as measured on V8 (bytes, rounded up). */
const ROW_BYTES = 32;
const CELL_BYTES = 8;
/** Bytes in memory of a byte of JSON text. */
const TEXT_FACTOR = 2;
/** Different texts of a column that are kept once each while it is loaded. */
const SHARED_TEXTS = 10_000;

interface Loaded {
  readonly rows: Row[];
  /** Places of the columns that the rows have. */
  readonly columns: Set<number>;
  bytes: number;
}

/**
 * Tables of engine files in the memory of a worker, loaded column by column as they are asked for. What was not used
 * for longest goes first when they take more than `maxBytes` together.
 */
export class LoadedTables {
  readonly #maxBytes: number;
  /** By path; least recently used first. */
  readonly #files = new Map<string, EngineFile>();
  /** By path and name; least recently used first. */
  readonly #tables = new Map<string, Loaded>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return [...this.#tables.values()].reduce((sum, table) => sum + table.bytes, 0);
  }

  file(path: string): EngineFile {
    const file = this.#files.get(path) ?? new EngineFile(path);
    this.#files.delete(path);
    this.#files.set(path, file);
    return file;
  }

  entry(path: string, name: string): TableEntry {
    const entry = this.file(path).directory.tables.find((table) => table.name === name);
    if (!entry) throw new SourceError('query', `There is no table "${name}" in its engine file.`);
    return entry;
  }

  /** The rows of a table with (at least) the columns at these places as `c0…`; nobody may change them. */
  rows(path: string, name: string, columns: readonly number[]): readonly Row[] {
    const entry = this.entry(path, name);
    const key = `${path}\0${name}`;
    const table = this.#tables.get(key) ?? emptyTable(entry.rowCount);
    this.#tables.delete(key);
    this.#tables.set(key, table);
    for (const at of columns) if (!table.columns.has(at)) this.#load(path, table, entry, at);
    return table.rows;
  }

  /** Frees what was not used for longest, except the tables of `inUse` (path and name). */
  evict(inUse: ReadonlySet<string>): void {
    for (const key of [...this.#tables.keys()]) {
      if (this.bytes <= this.#maxBytes) return;
      if (!inUse.has(key)) this.#tables.delete(key);
    }
    const paths = new Set([...this.#tables.keys()].map((key) => key.split('\0')[0]!));
    for (const path of [...this.#files.keys()]) if (!paths.has(path)) this.#files.delete(path);
  }

  #load(path: string, table: Loaded, entry: TableEntry, at: number): void {
    const column = entry.columns[at]!;
    const name = `c${at}`;
    const texts = new Map<string, string>();
    let row = 0;
    for (const block of this.file(path).values(entry, column))
      for (const value of block) table.rows[row++]![name] = shared(value, texts);
    const text = column.blocks.reduce((sum, [, length]) => sum + length, 0);
    table.columns.add(at);
    table.bytes += table.rows.length * CELL_BYTES + text * TEXT_FACTOR;
  }
}

const emptyTable = (rowCount: number): Loaded => ({
  rows: Array.from({ length: rowCount }, () => ({})),
  columns: new Set(),
  bytes: rowCount * ROW_BYTES,
});

function shared(value: CellValue, texts: Map<string, string>): CellValue {
  if (typeof value !== 'string') return value;
  const known = texts.get(value);
  if (known !== undefined) return known;
  if (texts.size < SHARED_TEXTS) texts.set(value, value);
  return value;
}
