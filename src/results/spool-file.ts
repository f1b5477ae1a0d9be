import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { CellValue } from '#src/plugin-api/catalog.ts';

type Row = readonly CellValue[];

/** Every so many rows the byte offset of a row is noted, so that a page does not read the file from its start. */
const STRIDE = 128;
const ENTRY_BYTES = 8;
const FLUSH_BYTES = 1024 * 1024;

/** The file of the rows of the spool file at `path`. */
export const rowsFile = (path: string): string => `${path}.jsonl`;

/**
 * Rows as JSON Lines in `<path>.jsonl`, with the offset of every 128th in `<path>.idx` (64-bit integers, little
 * endian). Up to 1 MiB is held in memory, so that a short result touches the disk only at `finish`.
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

  constructor(file: string, rows: readonly Row[]) {
    this.path = file;
    for (const row of rows) this.hold(row);
  }

  /** Takes a row in; gives a promise to wait for only when it wrote to the disk. */
  append(row: Row): Promise<void> | null {
    this.hold(row);
    return this.heldBytes >= FLUSH_BYTES ? this.flush() : null;
  }

  /** Writes what is held and the index, and closes the file. */
  async finish(): Promise<void> {
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

  private hold(row: Row): void {
    if (this.rows % STRIDE === 0) this.offsets.push(BigInt(this.bytes));
    const line = `${JSON.stringify(row)}\n`;
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

/** Rows `offset` … `offset + count - 1` of a finished spool file. */
export async function readSpooledRows(
  file: string,
  offset: number,
  count: number,
): Promise<readonly Row[]> {
  const start = await offsetOf(file, Math.floor(offset / STRIDE));
  const input = createReadStream(rowsFile(file), { start, encoding: 'utf8' });
  const rows: Row[] = [];
  let skip = offset % STRIDE;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (skip-- > 0) continue;
      rows.push(JSON.parse(line) as Row);
      if (rows.length === count) break;
    }
  } finally {
    input.destroy();
  }
  return rows;
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
