import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { SpillColumn, SpillTable } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { keptCell } from './cell-values.ts';
import { nativeType } from './native-types.ts';
import type { ColumnEntry, Directory, TableEntry } from './protocol.ts';
import { spilledRows } from './spill-reader.ts';

/**
 * The engine file of a file version, immutable once it has its name: blocks of values of one column each, as JSON
 * arrays; then the directory as JSON; then the directory's length (12 digits) and the mark of the format.
 */
const MARK = 'plumbline-alasql-1\n';
const LENGTH_DIGITS = 12;
const TRAILER = LENGTH_DIGITS + MARK.length;
/** A block is full with so many rows, or so many characters of all columns: whoever reads it holds it whole. */
const ROWS_IN_BLOCK = 8_192;
const CHARACTERS_IN_BLOCK = 4 * 1024 * 1024;

/** Writes a spilled table to the end of an unfinished file. Fails (`query`) where it has other rows than announced. */
export function appendTable(path: string, table: SpillTable): TableEntry {
  const writers = table.columns.map((column) => new ColumnWriter(column));
  let offset = statSync(path).size;
  let rowCount = 0;
  let rowsHeld = 0;
  let held = 0;
  const flush = () => {
    held = 0;
    rowsHeld = 0;
    for (const writer of writers) {
      const block = writer.takeBlock(offset);
      appendFileSync(path, block);
      offset += block.length;
    }
  };
  for (const row of spilledRows(table.path, table.columns.length)) {
    for (const [index, text] of row.entries()) {
      writers[index]!.add(text);
      held += text?.length ?? 0;
    }
    rowsHeld += 1;
    rowCount += 1;
    if (rowsHeld >= ROWS_IN_BLOCK || held >= CHARACTERS_IN_BLOCK) flush();
  }
  if (rowsHeld > 0) flush();
  if (table.rowCount !== null && rowCount !== table.rowCount)
    throw new SourceError(
      'query',
      `Table "${table.tableName}" has ${table.rowCount} rows in the file and ${rowCount} in the engine.`,
    );
  return { name: table.tableName, rowCount, columns: writers.map((writer) => writer.entry()) };
}

class ColumnWriter {
  readonly #column: SpillColumn;
  readonly #blocks: [number, number][] = [];
  #values: CellValue[] = [];
  #wide = false;

  constructor(column: SpillColumn) {
    this.#column = column;
  }

  add(text: string | null): void {
    if (text === null) {
      this.#values.push(null);
      return;
    }
    const { value, exact } = keptCell(text, this.#column);
    this.#wide ||= !exact;
    this.#values.push(value);
  }

  takeBlock(offset: number): Buffer {
    const block = Buffer.from(JSON.stringify(this.#values));
    this.#blocks.push([offset, block.length]);
    this.#values = [];
    return block;
  }

  entry(): ColumnEntry {
    const { name, type, scale = 0 } = this.#column;
    return {
      name,
      type,
      nativeType: nativeType({ type, scale, wide: this.#wide }),
      blocks: this.#blocks,
    };
  }
}

/** What ends a file: `appendTable` wrote the rest. */
export function directoryBytes(tables: readonly TableEntry[]): Buffer {
  const json = Buffer.from(JSON.stringify({ version: 1, tables } satisfies Directory));
  const length = String(json.length).padStart(LENGTH_DIGITS, '0');
  return Buffer.concat([json, Buffer.from(`${length}${MARK}`)]);
}

/** Reads parts of an engine file. */
export class EngineFile {
  readonly directory: Directory;
  readonly #path: string;

  /** Fails (`unavailable`) where the file is missing, damaged or of another format. */
  constructor(path: string) {
    this.#path = path;
    this.directory = this.#reading((file) => {
      const size = fstatSync(file).size;
      const trailer = bytes(file, Math.max(0, size - TRAILER), Math.min(size, TRAILER)).toString();
      const length = Number(trailer.slice(0, LENGTH_DIGITS));
      if (!trailer.endsWith(MARK) || !Number.isInteger(length))
        throw new SourceError(
          'unavailable',
          'The engine file of a table has the wrong format for AlaSQL. Run "plumbline rebuild".',
        );
      const end = size - TRAILER - length;
      if (end < 0) throw damaged();
      const directory = parsed(bytes(file, end, length));
      if (!isDirectory(directory, end)) throw damaged();
      return directory;
    });
  }

  /** The values of a column, block by block: one for each row of its table. Fails (`unavailable`) where they are not. */
  *values({ rowCount }: TableEntry, column: ColumnEntry): Generator<readonly CellValue[]> {
    let rows = 0;
    for (const [offset, length] of column.blocks) {
      const values = this.#reading((file) => parsed(bytes(file, offset, length)));
      if (!Array.isArray(values)) throw damaged();
      rows += values.length;
      if (rows > rowCount) throw damaged();
      yield values as readonly CellValue[];
    }
    if (rows < rowCount) throw damaged();
  }

  #reading<T>(read: (file: number) => T): T {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch (error) {
      throw new SourceError(
        'unavailable',
        'The engine file of a table is missing. Run "plumbline rebuild".',
        { cause: error },
      );
    }
    try {
      return read(file);
    } finally {
      closeSync(file);
    }
  }
}

const damaged = (cause?: unknown) =>
  new SourceError(
    'unavailable',
    'The engine file of a table is damaged. Run "plumbline rebuild".',
    { cause },
  );

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString());
  } catch (error) {
    throw damaged(error);
  }
}

/** Whether it is the directory of blocks before `end`: bytes that changed may still be JSON. */
function isDirectory(value: unknown, end: number): value is Directory {
  const isBlock = (block: unknown) =>
    Array.isArray(block) && block.length === 2 && block.every(isSize) && block[0] + block[1] <= end;
  const isColumn = ({ name, type, nativeType, blocks }: Partial<ColumnEntry>) =>
    [name, type, nativeType].every((one) => typeof one === 'string') &&
    Array.isArray(blocks) &&
    blocks.every(isBlock);
  const isTable = ({ name, rowCount, columns }: Partial<TableEntry>) =>
    typeof name === 'string' &&
    isSize(rowCount) &&
    Array.isArray(columns) &&
    columns.every(isColumn);
  const { version, tables } = (value ?? {}) as Partial<Directory>;
  return version === 1 && Array.isArray(tables) && tables.every(isTable);
}

const isSize = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

function bytes(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  if (readSync(file, buffer, 0, length, offset) !== length)
    throw new SourceError(
      'unavailable',
      'The engine file of a table is incomplete. Run "plumbline rebuild".',
    );
  return buffer;
}
