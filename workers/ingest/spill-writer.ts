import { closeSync, openSync, writeSync } from 'node:fs';

const FLUSH_CHARS = 256 * 1024;

/** Writes the rows of a `SpillTable`: every value quoted, NULL as nothing between the commas. */
export class SpillWriter {
  readonly #file: number;
  #pending = '';
  rows = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  /** Adds one cell of the current row. */
  cell(value: string | null, first: boolean): void {
    if (!first) this.#pending += ',';
    if (value === null) return;
    this.#pending += value.includes('"') ? `"${value.replaceAll('"', '""')}"` : `"${value}"`;
  }

  endRow(): void {
    this.#pending += '\n';
    this.rows++;
    if (this.#pending.length >= FLUSH_CHARS) this.#flush();
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#pending = '';
  }
}
