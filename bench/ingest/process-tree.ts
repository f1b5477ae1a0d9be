import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of /proc (sysconf(_SC_CLK_TCK) of Linux). */
const TICKS = 100;
const PAGE_BYTES = 4_096;

interface ProcessFacts {
  readonly parent: number;
  readonly command: string;
  /** Milliseconds, its own and of its children that have ended. */
  readonly cpuMs: number;
  readonly bytes: number;
}

/** The processor time and resident memory of a process and all below it (Linux). */
export function treeOf(root: number): { readonly cpuMs: number; readonly bytes: number } {
  const all = new Map<number, ProcessFacts>();
  for (const name of readdirSync('/proc')) {
    const facts = /^\d+$/.test(name) ? factsOf(Number(name)) : null;
    if (facts) all.set(Number(name), facts);
  }
  let cpuMs = 0;
  let bytes = 0;
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const facts = all.get(pid);
    if (!facts) continue;
    cpuMs += facts.cpuMs;
    // Between fork and exec a child seems to have all of its parent's memory.
    if (facts.command !== all.get(facts.parent)?.command) bytes += facts.bytes;
    for (const [child, { parent }] of all) if (parent === pid) waiting.push(child);
  }
  return { cpuMs, bytes };
}

function factsOf(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // From field 3 (state) on: ppid is 4, utime to cstime are 14 to 17, rss is 24 (proc_pid_stat(5)).
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return {
      parent: fields[1] ?? 0,
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1'),
      cpuMs: (ticks * 1000) / TICKS,
      bytes: (fields[21] ?? 0) * PAGE_BYTES,
    };
  } catch {
    return null;
  }
}
