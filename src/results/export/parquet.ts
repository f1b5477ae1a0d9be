import { fork } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#src/errors.ts';
import { ParquetType } from '#src/results/export/parquet-types.ts';
import { plainNumber } from '#src/results/export/text-cells.ts';
import type { ExportSource } from '#src/results/export/types.ts';
import type { ParquetAnswer, ParquetTask } from '#workers/engine/parquet-protocol.ts';

export interface ParquetOptions {
  /** Folder of the files in between; each export removes its own. */
  readonly folder: string;
  /** Bytes of the rows as text on their way to the file. */
  readonly maxBytes: number;
  /** Memory of DuckDB in the process that writes (MiB). */
  readonly memoryMb: number;
  readonly signal: AbortSignal;
}

/**
 * A Parquet file: rows go to a CSV file that tells NULL from an empty text, and a process of its own makes the
 * columns of it. Types are those that hold every value exactly: a decimal gets the digits that it needs.
 */
export async function* parquetPieces(
  source: ExportSource,
  options: ParquetOptions,
): AsyncGenerator<Buffer> {
  await mkdir(options.folder, { recursive: true });
  const folder = await mkdtemp(path.join(options.folder, 'parquet-'));
  try {
    const csv = path.join(folder, 'rows.csv');
    const types = source.columns.map(({ type }) => new ParquetType(type));
    const spilled = await spill(source, types, csv, options);
    const target = path.join(folder, 'result.parquet');
    await convert(
      {
        csv,
        target,
        folder,
        longestLine: spilled.longestLine,
        memoryMb: options.memoryMb,
        columns: source.columns.map(({ name }, at) => ({ name, type: types[at]!.sql })),
      },
      options.signal,
    );
    await rm(csv);
    for await (const piece of createReadStream(target)) yield piece as Buffer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function spill(
  { batches }: ExportSource,
  types: readonly ParquetType[],
  csv: string,
  { maxBytes, signal }: ParquetOptions,
): Promise<{ readonly longestLine: number }> {
  let bytes = 0;
  let longestLine = 0;
  const pieces = async function* () {
    for await (const rows of batches) {
      const lines = rows.map(
        (row) => `${row.map((cell, column) => quoted(types[column]!.take(cell))).join(',')}\n`,
      );
      for (const line of lines) longestLine = Math.max(longestLine, Buffer.byteLength(line));
      const piece = Buffer.from(lines.join(''));
      bytes += piece.length;
      if (bytes > maxBytes)
        throw new AppError(
          'unprocessable',
          `The result has more than ${maxBytes} bytes, which is more than a Parquet export takes: export it as csv.`,
        );
      yield piece;
    }
  };
  await pipeline(Readable.from(pieces(), { objectMode: false }), createWriteStream(csv), {
    signal,
  });
  return { longestLine };
}

function quoted(cell: string | number | boolean | null): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? plainNumber(cell) : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}

/** Runs the process that writes the file; ends it when the signal aborts. */
async function convert(task: ParquetTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = new URL(import.meta.resolve('#workers/engine/parquet-process.ts'));
  const child = fork(script, [JSON.stringify(task)], {
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    execArgv: ['--max-semi-space-size=1'],
    stdio: 'ignore',
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let answer: ParquetAnswer = { ok: false, message: 'it ended without an answer' };
  child.on('message', (message) => {
    answer = message as ParquetAnswer;
  });
  child.once('error', reject);
  child.once('exit', () => {
    if (answer.ok) resolve();
    else if (signal.aborted) reject(signal.reason);
    else reject(new Error(`the Parquet file was not written: ${answer.message}`));
  });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
