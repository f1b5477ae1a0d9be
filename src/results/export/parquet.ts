import { fork } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#src/errors.ts';
import type { ExportRow, ExportSource } from '#src/results/export-format.ts';
import { compiledCode } from '#workers/compiled-code.ts';
import type { ParquetAnswer, ParquetTask } from '#workers/engine/parquet-protocol.ts';

export interface ParquetOptions {
  /** Folder of the files in between; each export removes its own. */
  readonly folder: string;
  /** Bytes of the rows as text on their way to the file. */
  readonly maxBytes: number;
  /** Memory of DuckDB in the process that writes (MiB). */
  readonly memoryMb: number;
  /** Marks the process that writes (`src/child-processes.ts`). */
  readonly processTag: string;
  readonly signal: AbortSignal;
}

/**
 * A Parquet file, written by a process of its own from rows that lie in a file: there types are found that hold every
 * value exactly (a decimal gets the digits that it needs), which nobody knows before the last row. Rows that lie
 * nowhere yet are put into such a file first.
 */
export async function* parquetPieces(
  { columns, batches, file }: ExportSource,
  options: ParquetOptions,
): AsyncGenerator<Buffer> {
  const { maxBytes, memoryMb, processTag, signal } = options;
  await mkdir(options.folder, { recursive: true });
  const folder = await mkdtemp(path.join(options.folder, 'parquet-'));
  try {
    const rows = file ?? path.join(folder, 'rows.jsonl');
    if (file === undefined) await spill(batches, rows, options);
    const target = path.join(folder, 'result.parquet');
    const named = columns.map(({ name, type }) => ({ name, type }));
    await convert({ rows, target, folder, maxBytes, memoryMb, columns: named }, processTag, signal);
    for await (const piece of createReadStream(target)) yield piece as Buffer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One row a line, so that the heap of this process holds a batch and nothing that is made of it. */
async function spill(
  batches: AsyncIterable<readonly ExportRow[]>,
  target: string,
  { maxBytes, signal }: ParquetOptions,
): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const rows of batches) {
      signal.throwIfAborted();
      let lines = '';
      for (const row of rows) lines += `${JSON.stringify(row)}\n`;
      const piece = Buffer.from(lines);
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      await file.appendFile(piece);
    }
  } finally {
    await file.close();
  }
}

/** Runs the process that writes the file; ends it when the signal aborts. */
async function convert(task: ParquetTask, tag: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = new URL(import.meta.resolve('#workers/engine/parquet-process.ts'));
  const child = fork(script, [JSON.stringify(task), tag], {
    env: environment(),
    execArgv: ['--max-semi-space-size=1'],
    stdio: 'ignore',
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let answer: ParquetAnswer = { ok: false, tooLarge: false, message: 'it ended without an answer' };
  child.on('message', (message) => {
    answer = message as ParquetAnswer;
  });
  child.on('error', reject);
  child.once('exit', () => {
    if (answer.ok) resolve();
    else if (signal.aborted) reject(signal.reason);
    else if (answer.tooLarge) reject(tooLarge(task.maxBytes));
    else reject(notWritten(answer));
  });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const environment = () => ({ ...compiledCode(), MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' });

const notWritten = ({ message, code }: { readonly message: string; readonly code?: string }) =>
  Object.assign(new Error(`the Parquet file wasn't written: ${message}`), code ? { code } : {});

const tooLarge = (maxBytes: number) =>
  new AppError(
    'unprocessable',
    `The result exceeds ${maxBytes} bytes, too large for Parquet. Export it as csv.`,
  );
