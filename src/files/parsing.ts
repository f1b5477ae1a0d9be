import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '#src/errors.ts';
import { diskFull } from '#src/files/disk-full.ts';
import { readParts } from '#src/files/read-parts.ts';
import { readApart } from '#src/files/reading-process.ts';
import { compiledCode } from '#workers/compiled-code.ts';
import type * as thread from '#workers/ingest/parse-file.ts';
import type {
  LikelyTable,
  MergeResult,
  MergeTask,
  ParseResult,
  ParseTask,
  ThreadResult,
} from '#workers/protocol.ts';

/** Parses an uploaded file in a worker; fails with the `AppError` that its sender should see. */
export type ParseFile = (
  task: ParseTask,
  signal: AbortSignal,
  /** Gets what a large file most likely becomes while it is read; it may become something else. */
  onLikely?: (table: LikelyTable) => void,
) => Promise<Extract<ParseResult, { kind: 'parsed' }>>;

export interface ParsingOptions {
  readonly threads: number;
  /** Heap of one worker, MiB. */
  readonly heapMb: number;
  readonly timeoutMs: number;
  /** Marks the processes that read files apart (`src/child-processes.ts`). */
  readonly processTag: string;
}

export interface Parsing {
  readonly parse: ParseFile;
  /** Starts a thread for a file that is still being received. */
  getReady(): void;
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
const MODULE = '#workers/ingest/parse-file.ts';
const MERGE_MODULE = '#workers/ingest/merge-spills.ts';

/**
 * The pool that parses files: each in a thread with a heap of its own, ended when it takes too long. A thread that
 * dies of its file takes nothing else along. Files whose readers are not ours (SheetJS, DuckDB, SQLite) are read in a
 * process of their own.
 */
export function createParsing(options: ParsingOptions): Parsing {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
    env: compiledCode(),
    execArgv: ['--import', import.meta.resolve('#workers/own-modules.ts')],
  });
  const merge = (task: MergeTask, signal: AbortSignal): Promise<MergeResult> =>
    pool.run(task, {
      filename: fileURLToPath(import.meta.resolve(MERGE_MODULE)),
      name: 'mergeSpills',
      signal,
    });
  const parseOne: ParseFile = async (task, signal, onLikely) => {
    const told = onLikely ? new MessageChannel() : null;
    told?.port1.on('message', (table: LikelyTable) => onLikely?.(table));
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    let result: ParseResult;
    try {
      const first = (await pool.run(told ? { ...task, likely: told.port2 } : task, {
        filename: fileURLToPath(import.meta.resolve(MODULE)),
        name: 'parseFile',
        signal: either,
        ...(told && { transferList: [told.port2] }),
      })) as ThreadResult;
      result =
        first.kind === 'apart'
          ? await readApart(
              first.task,
              { tag: options.processTag, progress: task.progress },
              either,
            )
          : first;
    } catch (error) {
      signal.throwIfAborted();
      throw parsingError(error, timeout.aborted, options);
    } finally {
      told?.port1.close();
    }
    if (result.kind === 'refused') throw new AppError(result.code, result.message);
    return result;
  };
  const parse: ParseFile = (task, signal, onLikely) => {
    const { parts } = task;
    return parts
      ? readParts({ parse: parseOne, merge }, { ...task, parts }, signal)
      : parseOne(task, signal, onLikely);
  };
  const getReady = () => {
    const filename = fileURLToPath(import.meta.resolve(MODULE));
    // A pool that is closed meanwhile needs none.
    pool.run(null, { filename, name: 'getReady' satisfies keyof typeof thread }).catch(() => {});
  };
  return { parse, getReady, close: () => pool.destroy() };
}

function parsingError(error: unknown, timedOut: boolean, options: ParsingOptions): unknown {
  if (timedOut)
    return new AppError(
      'upload_too_complex',
      `Reading the file took longer than ${Math.round(options.timeoutMs / 1000)} s. Split it, or upload CSV instead of a workbook.`,
      { cause: error },
    );
  if (error instanceof AppError) return error;
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new AppError(
      'upload_too_complex',
      `Reading the file needs more than ${options.heapMb} MB of memory. Split it, or upload CSV instead of a workbook.`,
      { cause: error },
    );
  return (
    diskFull(error) ??
    new AppError('internal', `Plumbline couldn't read the file (${message}).`, { cause: error })
  );
}
