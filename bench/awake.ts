import { spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';

/** Ends by itself when its parent is gone. */
const LOOP = 'const { ppid } = process; for (let i = 0; i % 1e8 || process.ppid === ppid; i++);';

/**
 * Keeps every processor from sleeping, with a loop of the lowest priority each, until this process ends. On a virtual
 * machine waking one can take longer than the work that it is woken for.
 */
export function keepAwake(): void {
  for (let i = 0; i < availableParallelism(); i += 1) {
    const loop = spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' });
    if (loop.pid !== undefined) setPriority(loop.pid, constants.priority.PRIORITY_LOW);
    loop.unref();
    process.once('exit', () => loop.kill('SIGKILL'));
  }
}
