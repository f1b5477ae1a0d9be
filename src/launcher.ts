import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** How often the processes that started this one are looked at: two system calls. */
const LOOK_MS = 250;
const PS_TIMEOUT_MS = 5_000;

/** A process, with who started it and its arguments as one text. */
interface Ancestor {
  readonly parent: number;
  readonly command: string;
}

/**
 * Resolves when what exists only to run this process has ended: a package runner (npm, npx, pnpm, yarn), its shell, or
 * `bin/plumbline.js` under an old Node. npm hands SIGTERM to its shell alone, which ends and leaves this process behind;
 * `kill -9` of npm leaves both. Never resolves for a service that a shell or a service manager started.
 */
export async function launcherEnded(env: NodeJS.ProcessEnv): Promise<void> {
  const parent = process.ppid;
  const launchers = await launchersOf(env, parent);
  if (launchers.length === 0) return new Promise(() => {});
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent && launchers.every(isAlive)) return;
      clearInterval(look);
      resolve();
    }, LOOK_MS).unref();
  });
}

async function launchersOf(env: NodeJS.ProcessEnv, parent: number): Promise<readonly number[]> {
  if (parent <= 1) return [];
  if (env['PLUMBLINE_LAUNCHER'] === String(parent)) return [parent];
  if (env['npm_lifecycle_event'] === undefined) return [];
  const shell = await ancestor(parent);
  // `sh -c <script>`: the runner stands above its shell.
  const isShell = shell !== null && / -c /.test(shell.command);
  return isShell && shell.parent > 1 ? [parent, shell.parent] : [parent];
}

async function ancestor(pid: number): Promise<Ancestor | null> {
  try {
    if (process.platform === 'linux') {
      const [status, command] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
      ]);
      // The name in brackets may hold anything; the state and the parent follow its last bracket.
      const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      return { parent: Number(parent), command: command.replaceAll('\0', ' ') };
    }
    const args = ['-o', 'ppid=,command=', '-p', String(pid)];
    const { stdout } = await promisify(execFile)('ps', args, { timeout: PS_TIMEOUT_MS });
    const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
    return parent === undefined ? null : { parent: Number(parent), command };
  } catch {
    // It has ended, or this system does not show it: then its parent alone is looked at.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
