import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CellValue } from '#src/plugin-api/catalog.ts';

type Row = readonly CellValue[];

/** Every so many rows the byte offset of a row is noted, so that a page does not read the file from its start. */
const STRIDE = 128;
const ENTRY_BYTES = 8;
const FLUSH_BYTES = 256 * 1024;
const BLOCK_BYTES = 128 * 1024;
const LINE_END = 0x0a;

/** The file of the rows of the spool file at `path`. */
export const rowsFile = (path: string): string => `${path}.jsonl`;

/**
 * Rows as JSON Lines in `<path>.jsonl`, with the offset of every 128th in `<path>.idx` (64-bit integers, little
 * endian). Up to 256 KiB are held in memory, so that a short result touches the disk only at `finish`.
 */
export class SpoolFile {
  readonly path: string;
  /** Bytes taken in so far. */
  bytes = 0;
  private rows = 0;
  private readonly offsets: bigint[] = [];
  private held: string[] = [];
  private heldBytes = 0;
  private handle: FileHandle | null = null;
  private finished: Promise<void> | null = null;

  constructor(file: string, rows: readonly Row[]) {
    this.path = file;
    for (const row of rows) this.hold(JSON.stringify(row));
  }

  /** Takes in a row, as JSON text; gives a promise to wait for only when it wrote to the disk. */
  append(row: string): Promise<void> | null {
    this.hold(row);
    return this.heldBytes >= FLUSH_BYTES ? this.flush() : null;
  }

  /** Writes what is held and the index, and closes the file; more calls wait for the first. */
  finish(): Promise<void> {
    this.finished ??= this.end();
    return this.finished;
  }

  private async end(): Promise<void> {
    await this.flush();
    await this.handle?.close();
    this.handle = null;
    await writeFile(`${this.path}.idx`, new BigInt64Array(this.offsets));
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
    await Promise.all(
      [rowsFile(this.path), `${this.path}.idx`].map((one) => rm(one, { force: true })),
    );
  }

  private hold(row: string): void {
    if (this.rows % STRIDE === 0) this.offsets.push(BigInt(this.bytes));
    const line = `${row}\n`;
    const size = Buffer.byteLength(line);
    this.held.push(line);
    this.heldBytes += size;
    this.bytes += size;
    this.rows++;
  }

  private async flush(): Promise<void> {
    if (!this.handle) {
      await mkdir(path.dirname(this.path), { recursive: true });
      this.handle = await open(rowsFile(this.path), 'wx', 0o600);
    }
    const text = this.held.join('');
    this.held = [];
    this.heldBytes = 0;
    await this.handle.write(text);
  }
}

/** The rows of a finished spool file from `offset` on, each as the JSON text of its cells. */
export async function* spooledRows(file: string, offset: number): AsyncGenerator<Buffer> {
  const start = await offsetOf(file, Math.floor(offset / STRIDE));
  let skip = offset % STRIDE;
  for await (const line of linesFrom(rowsFile(file), start)) if (skip-- <= 0) yield line;
}

async function* linesFrom(file: string, start: number): AsyncGenerator<Buffer> {
  const input = createReadStream(file, { start, highWaterMark: BLOCK_BYTES });
  let rest: Buffer[] = [];
  for await (const block of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = block.indexOf(LINE_END); end >= 0; end = block.indexOf(LINE_END, from)) {
      yield Buffer.concat([...rest, block.subarray(from, end)]);
      rest = [];
      from = end + 1;
    }
    if (from < block.length) rest.push(block.subarray(from));
  }
}

async function offsetOf(file: string, entry: number): Promise<number> {
  const handle = await open(`${file}.idx`, 'r');
  try {
    const buffer = Buffer.alloc(ENTRY_BYTES);
    await handle.read(buffer, 0, ENTRY_BYTES, entry * ENTRY_BYTES);
    return Number(buffer.readBigInt64LE());
  } finally {
    await handle.close();
  }
}
