import type { SpillColumn } from '#src/plugin-api/data-source.ts';

const QUOTE = 34;
const POINT = 46;
const ZERO = 48;
/** Behind each cell, so that "ab", "c" and "a", "bc" are two rows. */
const CELL_END = 256;
/** Offset basis and prime of FNV-1a (32 bit; Fowler, Noll, Vo), and a second multiplier (Knuth, 2^32 / golden ratio). */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const OTHER_PRIME = 0x9e3779b1;

/** The hash (64 bits) of the cells of a row, as a spill has them; numbers are equal as numbers. */
export class RowHash {
  low = 0;
  high = 0;

  begin(): void {
    this.low = FNV_BASIS;
    this.high = 0;
  }

  cell(bytes: Buffer, start: number, end: number, { type }: SpillColumn): void {
    let stop = end;
    if (type === 'decimal' || type === 'float' || type === 'integer')
      stop = withoutZeros(bytes, start, end);
    for (let at = start; at < stop; at++) this.#add(bytes[at]!);
    this.#add(CELL_END);
  }

  #add(value: number): void {
    this.low = Math.imul(this.low ^ value, FNV_PRIME);
    this.high = Math.imul((this.high << 5) ^ (this.high >>> 27) ^ value, OTHER_PRIME);
  }
}

/** The end of a quoted number without the zeros at the end of its decimals: `"5.00"` and `"5"` are one. */
function withoutZeros(bytes: Buffer, start: number, end: number): number {
  const last = bytes[end - 1] === QUOTE ? end - 1 : end;
  let point = start;
  while (point < last && bytes[point] !== POINT) point++;
  if (point === last) return last;
  let stop = last;
  while (stop > point + 1 && bytes[stop - 1] === ZERO) stop--;
  return stop === point + 1 ? point : stop;
}

/** A set of hashes in 16 bytes a row and more; two rows of one hash are taken for one. */
export class RowHashes {
  readonly #mask: number;
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #used: Uint8Array;

  /** For at most so many. */
  constructor(most: number) {
    let size = 16;
    while (size < most * 1.5) size *= 2;
    this.#mask = size - 1;
    this.#low = new Int32Array(size);
    this.#high = new Int32Array(size);
    this.#used = new Uint8Array(size);
  }

  add(hash: RowHash): void {
    const at = this.#find(hash);
    this.#used[at] = 1;
    this.#low[at] = hash.low;
    this.#high[at] = hash.high;
  }

  has(hash: RowHash): boolean {
    return this.#used[this.#find(hash)] === 1;
  }

  #find({ low, high }: RowHash): number {
    let at = (low ^ high) & this.#mask;
    while (this.#used[at] === 1 && (this.#low[at] !== low || this.#high[at] !== high))
      at = (at + 1) & this.#mask;
    return at;
  }
}
