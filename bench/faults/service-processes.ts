import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that outlives its gateway for longer is an orphan. */
const GRACE_MS = 3_000;

/** Processes of the service (its engine processes and shells) that work on a data folder, by their command lines (Linux). */
export async function processesOf(tag: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.split('\0').includes(tag)) found.push(Number(name));
  }
  return found;
}

/** What was left of a gateway that was killed a moment ago. */
export interface LeftProcesses {
  /** At the first look. */
  readonly seen: number;
  /** There after the grace; they are ended. */
  readonly orphans: number;
  /** Until the last one was gone, or the grace was over (milliseconds). */
  readonly tookMs: number;
}

/** Waits until nothing is left of a killed gateway, for a grace; ends what still is. */
export async function orphansAfter(tag: string): Promise<LeftProcesses> {
  const began = performance.now();
  const seen = (await processesOf(tag)).length;
  for (;;) {
    const pids = await processesOf(tag);
    const tookMs = performance.now() - began;
    if (pids.length === 0) return { seen, orphans: 0, tookMs };
    if (tookMs > GRACE_MS) {
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      return { seen, orphans: pids.length, tookMs };
    }
    await sleep(20);
  }
}
