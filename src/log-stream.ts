import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines that wait while nothing can be written; further ones are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** A pipe whose reader is slow says EAGAIN. */
const BUSY_MS = 50;
const LAST_TRIES = 20;

/**
 * Writes log lines to a file descriptor in the background, and what is left when the process ends. Lines that cannot
 * be written, on a full disk say, are lost: pino's own destination ends the process then, or waits for ever at its end.
 */
export function logStream(fd: number): DestinationStream {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writing: Buffer | null = null;

  const next = (rest: Buffer | null) => {
    writing = rest ?? (waiting.length > 0 ? Buffer.concat(waiting.splice(0)) : null);
    if (!writing) return;
    if (!rest) waitingBytes = 0;
    const chunk = writing;
    write(fd, chunk, (error, bytes) => {
      if (isBusy(error)) setTimeout(next, BUSY_MS, chunk).unref();
      else next(error || bytes === chunk.length ? null : chunk.subarray(bytes));
    });
  };

  process.once('exit', () => {
    writeLast(fd, Buffer.concat(writing ? [writing, ...waiting] : waiting));
  });
  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (waitingBytes + bytes.length > MAX_WAITING_BYTES) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (!writing) next(null);
    },
  };
}

function writeLast(fd: number, text: Buffer): void {
  let rest = text;
  for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; tries += 1) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    }
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');
