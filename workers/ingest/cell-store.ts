import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { CellBlock } from '#workers/ingest/cell-block.ts';

/** Where the cells of the sheets of one file are until they are written: in memory up to a bound, the rest in a file. */
export class CellStore {
  readonly #path: string;
  #left: number;
  #file: number | null = null;
  #end = 0;

  /** `folder` takes the file; `memoryBytes` is what may be kept in memory. */
  constructor(folder: string, memoryBytes: number) {
    this.#path = path.join(folder, 'cells.tmp');
    this.#left = memoryBytes;
  }

  newSheet(): SheetCells {
    return new SheetCells(this);
  }

  /** Keeps a block; gives how it is read again, and the bytes of memory that it takes. */
  keep(block: CellBlock): { readonly read: () => CellBlock; readonly bytes: number } {
    const bytes = sizeOf(block);
    if (bytes > this.#left) return { read: this.#write(block), bytes: 0 };
    this.#left -= bytes;
    return { read: () => block, bytes };
  }

  /** Memory that is free again. */
  free(bytes: number): void {
    this.#left += bytes;
  }

  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#file = null;
  }

  #write(block: CellBlock): () => CellBlock {
    this.#file ??= openSync(this.#path, 'wx+');
    const texts = Buffer.from(JSON.stringify(block.texts));
    const parts = [
      block.values,
      block.rowNumbers,
      block.ends,
      block.columns,
      block.kinds,
      texts,
    ].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    const places: { readonly from: number; readonly size: number }[] = [];
    for (const part of parts) {
      places.push({ from: this.#end, size: part.length });
      for (let at = 0; at < part.length; )
        at += writeSync(this.#file, part, at, part.length - at, this.#end + at);
      this.#end += part.length;
    }
    const { rows } = block;
    const [values, rowNumbers, ends, columns, kinds, own] = places as [
      Place,
      Place,
      Place,
      Place,
      Place,
      Place,
    ];
    return () => ({
      rows,
      values: new Float64Array(this.#read(values)),
      rowNumbers: new Uint32Array(this.#read(rowNumbers)),
      ends: new Uint32Array(this.#read(ends)),
      columns: new Uint16Array(this.#read(columns)),
      kinds: new Uint8Array(this.#read(kinds)),
      texts: JSON.parse(Buffer.from(this.#read(own)).toString()) as string[],
    });
  }

  #read({ from, size }: Place): ArrayBuffer {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const read = readSync(this.#file!, bytes, at, size - at, from + at);
      if (read === 0) throw new Error('the stored cells of a sheet are incomplete');
      at += read;
    }
    return bytes.buffer;
  }
}

interface Place {
  readonly from: number;
  readonly size: number;
}

/** The cells of one sheet, in the order of its rows. */
export class SheetCells {
  readonly #store: CellStore;
  readonly #blocks: (() => CellBlock)[] = [];
  #kept = 0;
  cells = 0;
  rows = 0;

  constructor(store: CellStore) {
    this.#store = store;
  }

  add(block: CellBlock): void {
    this.cells += block.columns.length;
    this.rows += block.rows;
    const { read, bytes } = this.#store.keep(block);
    this.#blocks.push(read);
    this.#kept += bytes;
  }

  *blocks(): Generator<CellBlock> {
    for (const block of this.#blocks) yield block();
  }

  /** They are not needed again. */
  drop(): void {
    this.#blocks.length = 0;
    this.#store.free(this.#kept);
    this.#kept = 0;
  }
}

/** Bytes of a block in memory; of a text those of its object, too. */
function sizeOf({ columns, rows, texts }: CellBlock): number {
  let bytes = columns.length * 11 + rows * 8;
  for (const text of texts) bytes += 2 * text.length + 24;
  return bytes;
}
