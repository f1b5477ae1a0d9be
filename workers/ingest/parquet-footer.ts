import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Refusal } from '#workers/ingest/refusal.ts';

/**
 * What the footer of a Parquet file says that it is made of. A reader takes memory and time for each part before it reads
 * a row: a footer of a few bytes a part is looked at before any reader is.
 */
export interface ParquetParts {
  /** Columns, and the objects and lists that hold them. */
  readonly schemaElements: number;
  readonly rowGroups: number;
}

/** Larger footers are no table that people make (bytes). */
const LONGEST_FOOTER = 64 * 1024 * 1024;
/** The length of the footer and `PAR1`, which end the file. */
const TAIL = 8;
/** Structures within each other in a footer: the format needs five. */
const DEEPEST = 20;
/** Fields of `FileMetaData` (parquet.thrift). */
const SCHEMA = 2;
const ROW_GROUPS = 4;

const FALSE = 2;
const BYTE = 3;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const SET = 10;
const MAP = 11;
const STRUCT = 12;

/** Counts the parts of a Parquet file; fails with a `Refusal` where its footer is none. */
export function parquetParts(path: string): ParquetParts {
  const footer = new Footer(footerOf(path));
  let schemaElements = 0;
  let rowGroups = 0;
  footer.fields((field, type) => {
    if (field === SCHEMA && type === LIST) schemaElements = footer.list(1);
    else if (field === ROW_GROUPS && type === LIST) rowGroups = footer.list(1);
    else footer.skip(type, 1);
  });
  return { schemaElements, rowGroups };
}

function footerOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(TAIL);
    if (size < TAIL || readSync(file, tail, 0, TAIL, size - TAIL) < TAIL) throw damaged();
    const length = tail.readUInt32LE(0);
    if (tail.toString('latin1', 4) !== 'PAR1' || length > Math.min(size - TAIL, LONGEST_FOOTER))
      throw damaged();
    const footer = Buffer.alloc(length);
    if (readSync(file, footer, 0, length, size - TAIL - length) < length) throw damaged();
    return footer;
  } finally {
    closeSync(file);
  }
}

/** Goes through structures of Thrift's compact protocol (thrift-compact-protocol.md). */
class Footer {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Gives the fields of a structure; `take` goes over the value of each. */
  fields(take: (field: number, type: number) => void): void {
    let field = 0;
    for (;;) {
      const header = this.#byte();
      if (header === 0) return;
      field = header >> 4 === 0 ? this.#varint() >> 1 : field + (header >> 4);
      take(field, header & 15);
    }
  }

  /** Goes over a list; gives how many elements it has. */
  list(depth: number): number {
    const header = this.#byte();
    const size = header >> 4 === 15 ? this.#varint() : header >> 4;
    const type = header & 15;
    for (let left = size; left > 0; left--) this.#element(type, depth + 1);
    return size;
  }

  /** A truth value has a byte of its own in lists and maps alone. */
  #element(type: number, depth: number): void {
    if (type <= FALSE) this.#byte();
    else this.skip(type, depth);
  }

  skip(type: number, depth: number): void {
    if (depth > DEEPEST) throw damaged();
    if (type <= FALSE) return;
    if (type === BYTE) this.#byte();
    else if (type <= I64) this.#varint();
    else if (type === DOUBLE) this.#go(8);
    else if (type === BINARY) this.#go(this.#varint());
    else if (type === LIST || type === SET) this.list(depth);
    else if (type === MAP) this.#map(depth);
    else if (type === STRUCT) this.fields((_, own) => this.skip(own, depth + 1));
    else throw damaged();
  }

  #map(depth: number): void {
    const size = this.#varint();
    const types = size === 0 ? 0 : this.#byte();
    for (let left = size; left > 0; left--) {
      this.#element(types >> 4, depth + 1);
      this.#element(types & 15, depth + 1);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw damaged();
    return byte;
  }

  #go(bytes: number): void {
    this.#at += bytes;
    if (this.#at > this.#bytes.length) throw damaged();
  }

  /** Exact below 2^53; of what is larger, nothing is a size. */
  #varint(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 10; count++) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw damaged();
  }
}

export const damaged = () =>
  new Refusal(
    'upload_unreadable',
    'The Parquet file is damaged or has an unknown format. Export it again, or upload CSV.',
  );
