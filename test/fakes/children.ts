import { readdir, readFile } from 'node:fs/promises';

/** Ids of the running processes that a process started and that carry an argument (Linux). */
export async function childrenOf(parent: number, argument: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [status, command] = await Promise.all([
      readFile(`/proc/${name}/status`, 'utf8').catch(() => ''),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const isRunning = status.includes(`PPid:\t${parent}\n`) && !/^State:\t[ZX]/m.test(status);
    if (isRunning && command.split('\0').includes(argument)) found.push(Number(name));
  }
  return found;
}
