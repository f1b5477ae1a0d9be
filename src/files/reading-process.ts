import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '#src/errors.ts';
import { writeProgress } from '#workers/ingest/progress.ts';
import type { ApartTask, FromReader, ParseResult } from '#workers/protocol.ts';
import { spawnWalled } from '#workers/spawn-walled.ts';

export interface ReadApartOptions {
  /** Marks the process (`src/child-processes.ts`). */
  readonly tag: string;
  /** Where its progress is told. */
  readonly progress: SharedArrayBuffer | undefined;
}

/** Share of its memory that is the heap of JavaScript. */
const HEAP_SHARE = 0.75;
/** Time between two looks at its resident memory (milliseconds). */
const LOOK_EVERY_MS = 50;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/**
 * Reads one file in a process of its own and ends that when the signal aborts, or when it takes more memory than it may.
 * A process that dies of its file has refused it: `upload_too_complex`, `upload_unreadable`.
 */
export async function readApart(
  task: ApartTask,
  { tag, progress }: ReadApartOptions,
  signal: AbortSignal,
): Promise<ParseResult> {
  signal.throwIfAborted();
  const memoryMb = task.limits.readerMemoryMb;
  const child = spawnWalled({
    script: fileURLToPath(import.meta.resolve('#workers/ingest/reading-process.ts')),
    nodeArguments: [
      `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
      '--max-semi-space-size=4',
    ],
    arguments: [tag],
    wallMb: memoryMb,
    poolThreads: 2,
  });
  const { promise, resolve, reject } = Promise.withResolvers<ParseResult>();
  let failure: unknown = null;
  let isTooLarge = false;
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4096);
  });
  child.on('message', (message: FromReader) => {
    if (message.kind === 'done') resolve(message.result);
    else if (message.kind === 'progress') {
      if (progress) writeProgress(progress, message);
    } else {
      const { code } = message;
      failure = Object.assign(new Error(message.message), code === undefined ? {} : { code });
    }
  });
  child.on('error', reject);
  child.once('exit', (_code, endedBy) => {
    if (failure !== null) reject(failure);
    else
      reject(
        signal.aborted
          ? signal.reason
          : isTooLarge || /heap out of memory|bad_alloc/.test(complaint)
            ? tookTooMuch(memoryMb)
            : endedBy === 'SIGKILL'
              ? endedFromOutside()
              : failedOnIt(),
      );
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const stopWatching = watchMemory(child.pid, memoryMb, () => {
    isTooLarge = true;
    stop();
  });
  // A process that is gone already is heard of by its end.
  child.send(task, () => {});
  try {
    return await promise;
  } finally {
    stopWatching();
    signal.removeEventListener('abort', stop);
    // Its answer is here: nothing that it does yet is waited for.
    stop();
  }
}

/** Looks at the resident memory of a process now and then; Linux alone shows it. */
function watchMemory(pid: number | undefined, memoryMb: number, tooMuch: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  const timer = setInterval(async () => {
    const sizes = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
    if ((Number(sizes.split(' ')[1]) * PAGE_BYTES) / MIB > memoryMb) tooMuch();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

const tookTooMuch = (memoryMb: number) =>
  new AppError(
    'upload_too_complex',
    `Reading the file needs more than ${memoryMb} MB of memory. Split it, or upload CSV.`,
  );

/** By its operator, or by a system that ran out of memory. */
const endedFromOutside = () =>
  new AppError(
    'upload_unreadable',
    'The import process was killed, probably because the system ran out of memory. Upload the file again, or as CSV.',
  );

const failedOnIt = () =>
  new AppError(
    'upload_unreadable',
    "Plumbline couldn't read this file. Save it again, or export its tables as CSV.",
  );
