import { readdir, readFile } from 'node:fs/promises';

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
