import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of the clock in `/proc` are 10 ms on Linux. */
const TICK_MS = 10;

/** Milliseconds that a process and those that it started have taken, user and kernel (proc(5)). */
export function processorTime(pid: number): number {
  const folder = `/proc/${pid}`;
  const [user, kernel] = readFileSync(`${folder}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const children = readdirSync(`${folder}/task`).flatMap((thread) =>
    readFileSync(`${folder}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return (
    (user! + kernel!) * TICK_MS + children.reduce((sum, child) => sum + processorTime(child), 0)
  );
}
