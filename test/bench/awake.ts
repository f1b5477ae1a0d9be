import { spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';

/** Ends by itself when nobody ended it and its parent is gone. */
const LOOP = 'const { ppid } = process; for (let i = 0; i % 1e8 || process.ppid === ppid; i++);';

/** Keeps every processor from sleeping with a loop of the lowest priority; the function that it gives ends them. */
export function keepAwake(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () => {
    const loop = spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' });
    if (loop.pid !== undefined) setPriority(loop.pid, constants.priority.PRIORITY_LOW);
    return loop;
  });
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
