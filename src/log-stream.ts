import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines that wait while nothing can be written; further ones are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** A pipe whose reader is slow says EAGAIN. */
const BUSY_MS = 50;
const LAST_TRIES = 20;

/**
 * Makes standard output (1) or standard error (2) harmless: a reader that is gone does not end the process, and one that
 * does not read does not hold it. Node switches a pipe to non-blocking where its stream is looked at; a blocking write
 * would keep a thread of the pool, which the process waits for at its end.
 */
export function freeStandardStream(fd: 1 | 2): void {
  const stream = fd === 1 ? process.stdout : process.stderr;
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
}

const ignore = () => {};

/**
 * Writes log lines to a file descriptor in the background, and what is left when the process ends. Lines that cannot
 * be written, on a full disk say, are lost: pino's own destination ends the process then, or waits for ever at its end.
 */
export function logStream(fd: 1 | 2): DestinationStream {
  freeStandardStream(fd);
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
