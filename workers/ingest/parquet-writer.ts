import { closeSync, openSync, writeSync } from 'node:fs';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import {
  BooleanColumn,
  DateColumn,
  DoubleColumn,
  Int64Column,
  type ParquetColumn,
  type ParquetType,
  parquetType,
  TextColumn,
  varint,
} from '#workers/ingest/parquet-columns.ts';
import { ThriftCompact } from '#workers/ingest/thrift-compact.ts';

/** Rows of a row group at the most: as many as a row group of DuckDB, which reads one in one thread. */
const MOST_ROWS = 122_880;
const FEWEST_ROWS = 2_048;
/** Cells of a row group at the most: bounds the memory that it takes until it is written. */
const MOST_CELLS = 4 * 1024 * 1024;
/** Bytes of texts from which on a row group ends. */
const TEXT_BYTES = 64 * 1024 * 1024;

/** Shared texts of all columns whose codes are looked up by their place; more are looked up by their text. */
const MOST_LOOKED_UP = 16 * 1024 * 1024;

const MAGIC = Buffer.from('PAR1');
const OPTIONAL = 1;
const PLAIN = 0;
const RLE = 3;
const RLE_DICTIONARY = 8;
const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const UNCOMPRESSED = 0;

/** What a table is made of: its rows at the most, and the texts that its source shares. */
interface Expected {
  readonly rows: number;
  readonly sharedTexts: number;
}

interface Chunk {
  readonly column: number;
  readonly from: number;
  readonly size: number;
  readonly dataPage: number;
  readonly dictionaryPage: number | null;
  readonly values: number;
}

interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

/**
 * Writes a table as a Parquet file (https://github.com/apache/parquet-format), not packed: columns `c0`, `c1`, …, all
 * of them optional. A row without a value for a column has none there.
 */
export class ParquetWriter {
  readonly columns: readonly ParquetColumn[];
  readonly #types: readonly ParquetType[];
  readonly #file: number;
  readonly #groupRows: number;
  readonly #groups: RowGroup[] = [];
  #size = 0;
  rows = 0;
  /** The place of the row that is being written in its row group. */
  row = 0;

  /** Null where a column is of a type that we do not write. */
  static open(
    path: string,
    columns: readonly Omit<SpillColumn, 'name'>[],
    expected: Expected,
  ): ParquetWriter | null {
    const types = columns.map((column) => parquetType(column));
    if (!types.every((type) => type !== null)) return null;
    return new ParquetWriter(path, columns, types, expected);
  }

  private constructor(
    path: string,
    columns: readonly Omit<SpillColumn, 'name'>[],
    types: readonly ParquetType[],
    { rows, sharedTexts }: Expected,
  ) {
    this.#types = types;
    this.#groupRows = Math.min(
      MOST_ROWS,
      (rows + 8) & ~7,
      Math.max(FEWEST_ROWS, Math.floor(MOST_CELLS / columns.length) & ~7),
    );
    const texts = columns.filter(({ type }) => type === 'text').length;
    const looked = texts * sharedTexts <= MOST_LOOKED_UP ? sharedTexts : 0;
    this.columns = columns.map(({ type, scale }) => columnOf(this.#groupRows, type, scale, looked));
    this.#file = openSync(path, 'wx');
    this.#write(MAGIC);
  }

  endRow(): void {
    this.rows++;
    if (++this.row === this.#groupRows) this.#endGroup();
    else if ((this.row & 1023) === 0 && this.#textBytes() > TEXT_BYTES) this.#endGroup();
  }

  /** Writes what is left, and the schema and places of all. */
  close(): void {
    if (this.row > 0) this.#endGroup();
    const footer = this.#footer();
    this.#write(footer);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(footer.length);
    this.#write(Buffer.concat([size, MAGIC]));
    closeSync(this.#file);
  }

  /** Ends without a whole file. */
  abandon(): void {
    closeSync(this.#file);
  }

  #textBytes(): number {
    let bytes = 0;
    for (const column of this.columns) if (column instanceof TextColumn) bytes += column.bytes;
    return bytes;
  }

  #endGroup(): void {
    const chunks = this.columns.map((column, index) => this.#writeChunk(column, index));
    this.#groups.push({ rows: this.row, chunks });
    for (const column of this.columns) column.reset();
    this.row = 0;
  }

  #writeChunk(column: ParquetColumn, index: number): Chunk {
    const from = this.#size;
    const hasDictionary = column instanceof TextColumn;
    if (hasDictionary) {
      const texts = column.dictionary();
      this.#write(dictionaryHeader(texts.length, column.texts.length));
      this.#write(texts);
    }
    const dataPage = this.#size;
    const levels = this.#levels(column);
    const data = column.data();
    this.#write(
      dataHeader(levels.length + data.length, this.row, hasDictionary ? RLE_DICTIONARY : PLAIN),
    );
    this.#write(levels);
    this.#write(data);
    return {
      column: index,
      from,
      size: this.#size - from,
      dataPage,
      dictionaryPage: hasDictionary ? from : null,
      values: this.row,
    };
  }

  /** Which rows have a value: one run, packed or of equal ones, behind its size. */
  #levels(column: ParquetColumn): Buffer {
    const { row } = this;
    const groups = (row + 7) >> 3;
    const run =
      column.count === row
        ? Buffer.concat([varint(row * 2), Buffer.of(1)])
        : Buffer.concat([varint(groups * 2 + 1), column.defined.subarray(0, groups)]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(run.length);
    return Buffer.concat([size, run]);
  }

  #footer(): Buffer {
    const thrift = new ThriftCompact();
    thrift.i32(1, 1);
    const root = { name: 'table', children: this.#types.length } as const;
    thrift.structList(
      2,
      [root, ...this.#types.map((type, at) => ({ name: `c${at}`, type }))],
      (element) => {
        if ('children' in element) {
          thrift.string(4, element.name).i32(5, element.children);
          return;
        }
        const { physical, converted, scale, precision } = element.type;
        thrift.i32(1, physical).i32(3, OPTIONAL).string(4, element.name);
        if (converted !== undefined) thrift.i32(6, converted);
        if (scale !== undefined) thrift.i32(7, scale);
        if (precision !== undefined) thrift.i32(8, precision);
      },
    );
    thrift.i64(3, this.rows);
    thrift.structList(4, this.#groups, (group) => {
      thrift.structList(1, group.chunks, (chunk) => {
        thrift.i64(2, chunk.from).struct(3, () => this.#writeMetadata(thrift, chunk));
      });
      thrift
        .i64(
          2,
          group.chunks.reduce((sum, { size }) => sum + size, 0),
        )
        .i64(3, group.rows);
    });
    return thrift.string(6, 'plumbline').end();
  }

  #writeMetadata(thrift: ThriftCompact, chunk: Chunk): void {
    const type = this.#types[chunk.column]!;
    thrift
      .i32(1, type.physical)
      .i32List(2, chunk.dictionaryPage === null ? [PLAIN, RLE] : [PLAIN, RLE, RLE_DICTIONARY])
      .stringList(3, [`c${chunk.column}`])
      .i32(4, UNCOMPRESSED)
      .i64(5, chunk.values)
      .i64(6, chunk.size)
      .i64(7, chunk.size)
      .i64(9, chunk.dataPage);
    if (chunk.dictionaryPage !== null) thrift.i64(11, chunk.dictionaryPage);
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#size += bytes.length;
  }
}

function columnOf(
  rows: number,
  type: SpillColumn['type'],
  scale: number | undefined,
  sharedTexts: number,
): ParquetColumn {
  switch (type) {
    case 'text':
      return new TextColumn(rows, sharedTexts);
    case 'float':
      return new DoubleColumn(rows);
    case 'boolean':
      return new BooleanColumn(rows);
    case 'date':
      return new DateColumn(rows);
    default:
      return new Int64Column(rows, type, type === 'decimal' ? (scale ?? 0) : 0);
  }
}

const dataHeader = (size: number, values: number, encoding: number) => {
  const thrift = new ThriftCompact();
  return thrift
    .i32(1, DATA_PAGE)
    .i32(2, size)
    .i32(3, size)
    .struct(5, () => thrift.i32(1, values).i32(2, encoding).i32(3, RLE).i32(4, RLE))
    .end();
};

const dictionaryHeader = (size: number, texts: number) => {
  const thrift = new ThriftCompact();
  return thrift
    .i32(1, DICTIONARY_PAGE)
    .i32(2, size)
    .i32(3, size)
    .struct(7, () => thrift.i32(1, texts).i32(2, PLAIN))
    .end();
};
