import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import type { MergeResult, MergeTask } from '#workers/protocol.ts';
import { RowHash, RowHashes } from './row-hashes.ts';

const QUOTE = 34;
const COMMA = 44;
const LF = 10;
const CHUNK_BYTES = 1024 * 1024;
const MIDNIGHT = Buffer.from(' 00:00:00');

/**
 * Writes spills of one table as one, in the order of its columns; cells of a column that a spill does not have are no
 * values. Counts the rows of the last one that are there already.
 */
export function mergeSpills({ path, columns, pieces, key }: MergeTask): MergeResult {
  const last = pieces.length - 1;
  const before = pieces.slice(0, last).reduce((sum, { rowCount }) => sum + rowCount, 0);
  const knownRows = new RowHashes(before);
  const knownKeys = new RowHashes(key.length > 0 ? before : 0);
  const keyPlaces = key.map((name) => columns.findIndex((column) => column.name === name));
  const writer = new BytesWriter(path);
  const result = { rows: 0, repeatedRows: 0, repeatedKeys: 0 };
  const [rowHash, keyHash] = [new RowHash(), new RowHash()];
  try {
    for (const [at, piece] of pieces.entries()) {
      const places = columns.map(({ name }) =>
        piece.columns.findIndex((column) => column.name === name),
      );
      const asInstant = columns.map(
        ({ type }, column) => type === 'timestamp' && typeAt(piece, places[column]!) === 'date',
      );
      eachRow(piece.path, (bytes, starts, ends) => {
        rowHash.begin();
        for (const [column, place] of places.entries()) {
          if (column > 0) writer.byte(COMMA);
          const [start, end] = place < 0 ? [0, 0] : [starts[place]!, ends[place]!];
          const instant = asInstant[column] && end > start;
          // Behind the day, before the closing quote.
          writer.bytes(bytes, start, instant ? end - 1 : end);
          if (instant) writer.bytes(INSTANT_END, 0, INSTANT_END.length);
          rowHash.cell(bytes, start, end, columns[column]!);
        }
        writer.byte(LF);
        result.rows++;
        const hasKey = keyPlaces.length > 0;
        keyHash.begin();
        for (const column of keyPlaces) {
          const place = places[column]!;
          if (place >= 0) keyHash.cell(bytes, starts[place]!, ends[place]!, columns[column]!);
        }
        if (at < last) {
          knownRows.add(rowHash);
          if (hasKey) knownKeys.add(keyHash);
        } else if (knownRows.has(rowHash)) result.repeatedRows++;
        else if (hasKey && knownKeys.has(keyHash)) result.repeatedKeys++;
      });
    }
  } finally {
    writer.close();
  }
  return result;
}

const INSTANT_END = Buffer.concat([MIDNIGHT, Buffer.of(QUOTE)]);

const typeAt = ({ columns }: { readonly columns: readonly SpillColumn[] }, place: number) =>
  place < 0 ? null : columns[place]!.type;

/** Gives the bytes of each row of a spill, and where its cells lie in them, with their quotes. */
function eachRow(
  path: string,
  take: (bytes: Buffer, starts: readonly number[], ends: readonly number[]) => void,
): void {
  const file = openSync(path, 'r');
  try {
    let buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
    let end = 0;
    const starts: number[] = [];
    const ends: number[] = [];
    for (;;) {
      if (buffer.length - end < CHUNK_BYTES)
        buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
      const size = readSync(file, buffer, end, CHUNK_BYTES, null);
      if (size === 0) return;
      end += size;
      let taken = 0;
      let cell = 0;
      let quoted = false;
      let cells = 0;
      for (let at = 0; at < end; at++) {
        const byte = buffer[at];
        if (byte === QUOTE) quoted = !quoted;
        if (quoted || (byte !== COMMA && byte !== LF)) continue;
        starts[cells] = cell;
        ends[cells++] = at;
        cell = at + 1;
        if (byte !== LF) continue;
        take(buffer, starts, ends);
        cells = 0;
        taken = cell;
      }
      buffer.copyWithin(0, taken, end);
      end -= taken;
    }
  } finally {
    closeSync(file);
  }
}

/** Writes bytes in larger pieces. */
class BytesWriter {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  #used = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  byte(byte: number): void {
    if (this.#used === this.#buffer.length) this.#flush();
    this.#buffer[this.#used++] = byte;
  }

  bytes(from: Buffer, start: number, end: number): void {
    for (let at = start; at < end; ) {
      if (this.#used === this.#buffer.length) this.#flush();
      const size = Math.min(end - at, this.#buffer.length - this.#used);
      from.copy(this.#buffer, this.#used, at, at + size);
      this.#used += size;
      at += size;
    }
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #flush(): void {
    for (let at = 0; at < this.#used; )
      at += writeSync(this.#file, this.#buffer, at, this.#used - at);
    this.#used = 0;
  }
}
