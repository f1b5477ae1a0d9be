import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#workers/ingest/refusal.ts';
import { tooManyRows } from '#workers/ingest/survey-rows.ts';
import { mostConverted } from '#workers/ingest/xlsx/zip.ts';
import type { ParseLimits } from '#workers/protocol.ts';

const FLUSH_CHARS = 256 * 1024;
/** Rows that are held until the columns are written: most files show all of theirs in these. */
const HELD_ROWS = 1_000;
/** Held rows of long texts end that earlier. */
const HELD_CHARS = 4 * 1024 * 1024;
/** Tables of fewer cells may be as sparse as they like. */
const SPARSE_FROM_CELLS = 16 * 1024 * 1024;

/**
 * Rows of a file that is no text of rows, written as a CSV with a header for our own reader (`openConverted`). Columns may
 * come up later: then earlier rows are short.
 */
export class ConvertedTable {
  readonly path: string;
  readonly header: string[] = [];
  rows = 0;
  readonly #limits: ParseLimits;
  readonly #name: string;
  #file: number | null = null;
  #held: (readonly (string | null | undefined)[])[] = [];
  #heldChars = 0;
  #cells = 0;
  #values = 0;
  #written = 0;
  #pending = '';
  readonly #maxBytes: number;
  #bytes = 0;

  /** `from`: the file that the rows are from; a small one does not become a very large table. */
  constructor(
    path: string,
    { name, from }: { readonly name: string; readonly from: string },
    limits: ParseLimits,
  ) {
    this.#maxBytes = mostConverted(from, limits);
    this.path = path;
    this.#name = name;
    this.#limits = limits;
  }

  /** Adds a column and gives its place. */
  column(header: string): number {
    if (this.header.length >= this.#limits.maxColumns)
      throw new Refusal(
        'upload_too_complex',
        `"${this.#name}" has more than ${this.#limits.maxColumns} columns; each nested value counts as one. Leave some out, or split it into several files.`,
      );
    return this.header.push(header) - 1;
  }

  /** Adds a row: its values by the places of their columns. The array is kept. */
  add(cells: readonly (string | null | undefined)[]): void {
    if (++this.rows > this.#limits.maxRows)
      throw tooManyRows({ sheetName: this.#name }, this.#limits);
    if (this.#file !== null) this.#write(cells);
    else {
      for (const cell of cells) this.#heldChars += cell?.length ?? 0;
      if (this.#held.push(cells) >= HELD_ROWS || this.#heldChars > HELD_CHARS) this.#begin();
    }
  }

  /** Writes what is held; to be awaited before the rows are read. */
  async end(): Promise<void> {
    if (this.#file === null) this.#begin();
    this.close();
    if (this.#written < this.header.length) await this.#widen();
  }

  /** Ends the writing, also of a file that is given up. */
  close(): void {
    if (this.#file === null) return;
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
      this.#file = null;
    }
  }

  #begin(): void {
    this.#file = openSync(this.path, 'wx');
    this.#written = this.header.length;
    this.#write(this.header);
    for (const row of this.#held) this.#write(row);
    this.#held = [];
  }

  #write(cells: readonly (string | null | undefined)[]): void {
    const width = Math.max(cells.length, this.#written);
    let line = '';
    for (let at = 0; at < width; at++) {
      if (at > 0) line += ',';
      const cell = cells[at] ?? null;
      if (cell === null) continue;
      line += quoted(cell);
      this.#values++;
    }
    this.#cells += width;
    this.#refuseSparse();
    // A line without a character would be no row.
    this.#pending += width === 1 && line === '' ? '""\n' : `${line}\n`;
    if (this.#pending.length >= FLUSH_CHARS) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes)
      throw new Refusal(
        'upload_too_complex',
        `"${this.#name}" is too large for one table. Split it, or upload CSV.`,
      );
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file!, bytes, at);
  }

  /** Records of other keys each become rows of all of them: cells without a value take time and room, too. */
  #refuseSparse(): void {
    if (this.#cells < SPARSE_FROM_CELLS) return;
    if (this.#cells > this.#limits.maxZipRatio * this.#values)
      throw new Refusal(
        'upload_too_complex',
        `"${this.#name}" has ${this.header.length} columns, but fewer than 1 in ${this.#limits.maxZipRatio} cells have a value. Split it into several tables.`,
      );
  }

  /** Puts the whole header in the place of the one that was written first. */
  async #widen(): Promise<void> {
    const start = Buffer.byteLength(
      `${this.header.slice(0, this.#written).map(quoted).join(',')}\n`,
    );
    const narrow = `${this.path}.narrow`;
    renameSync(this.path, narrow);
    const target = createWriteStream(this.path, { flags: 'wx' });
    target.write(`${this.header.map(quoted).join(',')}\n`);
    await pipeline(createReadStream(narrow, { start }), target);
  }
}

const quoted = (cell: string) => `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`;
