import { createReadStream } from 'node:fs';
import type { CellValue } from '#src/plugin-api/catalog.ts';

/** Bytes that are read and parsed in one go (about 2 ms). */
const BLOCK_BYTES = 128 * 1024;
const LINE_END = 0x0a;

export interface JsonLinesOptions {
  readonly signal?: AbortSignal;
  readonly blockBytes?: number;
}

/** The rows of a file that holds one row, a JSON array of cells, in each line; in batches. */
export async function* jsonLines(
  file: string,
  { signal, blockBytes = BLOCK_BYTES }: JsonLinesOptions = {},
): AsyncGenerator<readonly (readonly CellValue[])[]> {
  const input = createReadStream(file, { highWaterMark: blockBytes, signal });
  let rest: Buffer[] = [];
  for await (const block of input as AsyncIterable<Buffer>) {
    const end = block.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      const lines = Buffer.concat([...rest, block.subarray(0, end - 1)]).toString();
      // JSON text holds no line end, so that each one is the end of a row.
      yield JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as readonly (readonly CellValue[])[];
      rest = [];
    }
    if (end < block.length) rest.push(block.subarray(end));
  }
}
