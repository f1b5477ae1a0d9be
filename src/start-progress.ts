import type { Logger } from 'pino';

/** Says what a start does at the moment. */
export type Say = (what: string) => void;

/**
 * Tells whoever waits for a start what it does and how long that has taken: as a line for people in a terminal, else as
 * a line of the log. Both go to standard error; standard output has the lines of `greet` alone.
 */
export function startProgress(log: Logger): Say {
  const began = performance.now();
  return (what) => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const line = seconds === 0 ? what : `${what}, ${seconds} s`;
    if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
    else log.info(line);
  };
}
