import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { DAY_MS, POWERS } from '#workers/ingest/cell-block.ts';

/** Physical types of Parquet (parquet.thrift, `Type`). */
const PHYSICAL = { boolean: 0, int32: 1, int64: 2, double: 5, bytes: 6 } as const;
/** Meanings of them (parquet.thrift, `ConvertedType`). */
const UTF8 = 0;
const DECIMAL = 5;
const DATE = 6;
const TIME_MICROS = 8;
const TIMESTAMP_MICROS = 10;

/** Digits of a decimal that 64 bits hold. */
const INT64_DIGITS = 18;

/** What the schema of a Parquet file says of a column. */
export interface ParquetType {
  readonly physical: number;
  readonly converted?: number;
  readonly precision?: number;
  readonly scale?: number;
}

/** The type of a column in a Parquet file; null: it has none that we write. */
export function parquetType(column: Omit<SpillColumn, 'name'>): ParquetType | null {
  switch (column.type) {
    case 'integer':
      return { physical: PHYSICAL.int64 };
    case 'decimal': {
      const { precision = 0, scale = 0 } = column;
      if (precision > INT64_DIGITS) return null;
      return { physical: PHYSICAL.int64, converted: DECIMAL, precision, scale };
    }
    case 'float':
      return { physical: PHYSICAL.double };
    case 'boolean':
      return { physical: PHYSICAL.boolean };
    case 'date':
      return { physical: PHYSICAL.int32, converted: DATE };
    case 'time':
      return { physical: PHYSICAL.int64, converted: TIME_MICROS };
    case 'timestamp':
      return { physical: PHYSICAL.int64, converted: TIMESTAMP_MICROS };
    case 'text':
      return { physical: PHYSICAL.bytes, converted: UTF8 };
  }
}

/** The values of one column of a row group: those that are there, and which rows have one. */
export abstract class ParquetColumn {
  /** A bit a row. */
  readonly defined: Uint8Array;
  count = 0;

  constructor(rows: number) {
    this.defined = new Uint8Array((rows + 7) >> 3);
  }

  /** Adds a value as the text that a spill file would have. */
  abstract text(row: number, value: string): void;

  /** Adds `mantissa / 10 ** scale`, which is a value of the column's type. */
  number(_row: number, _mantissa: number, _scale: number): void {
    throw new Error("the column doesn't accept numbers");
  }

  /** Adds days, or milliseconds: since 1970, or since midnight. */
  moment(_row: number, _value: number): void {
    throw new Error("the column doesn't accept timestamps");
  }

  boolean(_row: number, _value: boolean): void {
    throw new Error("the column doesn't accept booleans");
  }

  /** The values as the data page has them. */
  abstract data(): Uint8Array;

  reset(): void {
    this.defined.fill(0);
    this.count = 0;
  }

  protected define(row: number): void {
    this.defined[row >> 3]! |= 1 << (row & 7);
  }
}

/** Integers, decimals, times and instants: 64 bits as two halves, since a BigInt a cell would be slow. */
export class Int64Column extends ParquetColumn {
  readonly #halves: Int32Array;
  readonly #type: SpillColumn['type'];
  readonly #scale: number;

  constructor(rows: number, type: SpillColumn['type'], scale: number) {
    super(rows);
    this.#halves = new Int32Array(rows * 2);
    this.#type = type;
    this.#scale = scale;
  }

  override number(row: number, mantissa: number, scale: number): void {
    const value = mantissa * POWERS[this.#scale - scale]!;
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) this.#add(row, value);
    else this.#addBig(row, BigInt(mantissa) * 10n ** BigInt(this.#scale - scale));
  }

  override moment(row: number, milliseconds: number): void {
    this.#add(row, milliseconds * 1000);
  }

  override text(row: number, value: string): void {
    if (this.#type === 'time') this.#add(row, microsOf(value));
    else if (this.#type === 'timestamp')
      this.#add(row, daysOf(value) * DAY_MS * 1000 + microsOf(value.slice(11)));
    else {
      const point = value.indexOf('.');
      const fraction = point < 0 ? '' : value.slice(point + 1);
      const digits = `${point < 0 ? value : value.slice(0, point)}${fraction.padEnd(this.#scale, '0')}`;
      if (digits.length <= 15) this.#add(row, Number(digits));
      else this.#addBig(row, BigInt(digits));
    }
  }

  #add(row: number, value: number): void {
    this.define(row);
    const at = 2 * this.count++;
    this.#halves[at] = value;
    this.#halves[at + 1] = Math.floor(value / 4_294_967_296);
  }

  #addBig(row: number, value: bigint): void {
    this.define(row);
    const at = 2 * this.count++;
    this.#halves[at] = Number(BigInt.asIntN(32, value));
    this.#halves[at + 1] = Number(BigInt.asIntN(32, value >> 32n));
  }

  override data(): Uint8Array {
    return new Uint8Array(this.#halves.buffer, 0, this.count * 8);
  }
}

export class DoubleColumn extends ParquetColumn {
  readonly #values: Float64Array;

  constructor(rows: number) {
    super(rows);
    this.#values = new Float64Array(rows);
  }

  override number(row: number, mantissa: number, scale: number): void {
    this.define(row);
    this.#values[this.count++] = mantissa / POWERS[scale]!;
  }

  override text(row: number, value: string): void {
    this.define(row);
    this.#values[this.count++] = Number(value);
  }

  override data(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, this.count * 8);
  }
}

export class DateColumn extends ParquetColumn {
  readonly #values: Int32Array;

  constructor(rows: number) {
    super(rows);
    this.#values = new Int32Array(rows);
  }

  override moment(row: number, days: number): void {
    this.define(row);
    this.#values[this.count++] = days;
  }

  override text(row: number, value: string): void {
    this.moment(row, daysOf(value));
  }

  override data(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, this.count * 4);
  }
}

export class BooleanColumn extends ParquetColumn {
  readonly #bits: Uint8Array;

  constructor(rows: number) {
    super(rows);
    this.#bits = new Uint8Array((rows + 7) >> 3);
  }

  override boolean(row: number, value: boolean): void {
    this.define(row);
    if (value) this.#bits[this.count >> 3]! |= 1 << (this.count & 7);
    this.count++;
  }

  override text(row: number, value: string): void {
    this.boolean(row, value === 'true');
  }

  override data(): Uint8Array {
    return this.#bits.subarray(0, (this.count + 7) >> 3);
  }

  override reset(): void {
    super.reset();
    this.#bits.fill(0);
  }
}

/** Texts as places in a dictionary, which the row group has once. */
export class TextColumn extends ParquetColumn {
  readonly #codes: Uint32Array;
  readonly #byText = new Map<string, number>();
  /** By place of a shared text: its code and one more; 0: none yet, as when the row group began. */
  readonly #byShared: Uint32Array;
  readonly texts: string[] = [];
  /** Bytes of the dictionary at the most. */
  bytes = 0;

  constructor(rows: number, sharedTexts: number) {
    super(rows);
    this.#codes = new Uint32Array(rows + 8);
    this.#byShared = new Uint32Array(sharedTexts);
  }

  override text(row: number, value: string): void {
    this.define(row);
    this.#codes[this.count++] = this.#codeOf(value);
  }

  /** Adds the text of a shared one, as far as its code is known; false where it is not yet. */
  known(row: number, shared: number): boolean {
    const code = this.#byShared[shared];
    if (!code) return false;
    this.define(row);
    this.#codes[this.count++] = code - 1;
    return true;
  }

  /** Adds what a shared text becomes, which from now on is known. */
  shared(row: number, shared: number, value: string): void {
    this.define(row);
    const code = this.#codeOf(value);
    if (shared < this.#byShared.length) this.#byShared[shared] = code + 1;
    this.#codes[this.count++] = code;
  }

  #codeOf(value: string): number {
    let code = this.#byText.get(value);
    if (code === undefined) {
      code = this.texts.push(value) - 1;
      this.#byText.set(value, code);
      this.bytes += 3 * value.length + 4;
    }
    return code;
  }

  /** The width of a code in bits, then a run of packed codes (parquet-format, Encodings.md). */
  override data(): Uint8Array {
    const groups = (this.count + 7) >> 3;
    const size = groups * 8;
    const width = this.texts.length <= 256 ? 8 : this.texts.length <= 65_536 ? 16 : 32;
    this.#codes.fill(0, this.count, size);
    const codes = this.#codes.subarray(0, size);
    const packed =
      width === 8
        ? Uint8Array.from(codes)
        : new Uint8Array(width === 16 ? Uint16Array.from(codes).buffer : codes.slice().buffer);
    return Buffer.concat([Buffer.of(width), varint((groups << 1) | 1), packed]);
  }

  /** The texts one after the other, each behind its length. */
  dictionary(): Buffer {
    const bytes = Buffer.allocUnsafe(this.bytes);
    let at = 0;
    for (const text of this.texts) {
      const size = bytes.write(text, at + 4);
      bytes.writeUInt32LE(size, at);
      at += 4 + size;
    }
    return bytes.subarray(0, at);
  }

  override reset(): void {
    super.reset();
    this.#byText.clear();
    this.#byShared.fill(0);
    this.texts.length = 0;
    this.bytes = 0;
  }
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** Days since 1970 of a text that begins with an ISO day. */
const daysOf = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY_MS;

/** Microseconds since midnight of `HH:MM:SS[.ffffff]`. */
function microsOf(text: string): number {
  const seconds =
    Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8));
  return seconds * 1_000_000 + Number(text.slice(9).padEnd(6, '0'));
}
