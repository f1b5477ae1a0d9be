import { type ChildProcess, spawn } from 'node:child_process';
import { compiledCodeArguments } from './compiled-code.ts';

export interface WalledOptions {
  /** Path of its script. */
  readonly script: string;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[];
  /** Arguments of the script. The last one marks the process as one of this data folder (`src/child-processes.ts`). */
  readonly arguments: readonly string[];
  /** Memory that it may use (MiB): some way beyond it, allocations fail. */
  readonly wallMb: number;
  /** Threads of libuv's pool. */
  readonly poolThreads: number;
  /** Of the environment; nothing else of this process's reaches it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Virtual size that Node, thread stacks and DuckDB reserve without using it (MiB). */
const RESERVED_MB = 768;
/**
 * What DuckDB keeps mapped of memory that it has freed counts against the wall: as much again as half of what was in use
 * (measured: 1.5 GiB mapped beside 0.4 GiB resident, after three queries of 0.75 GiB).
 */
const KEPT_MAPPED = 1.5;

/**
 * Starts a process with an IPC channel, an environment of its own and a memory wall. The wall is RLIMIT_DATA (`ulimit -d`):
 * Node does not start under an RLIMIT_AS of less than 1 GB. Windows has no such limit; there a watch on resident memory
 * stands alone.
 */
export function spawnWalled(options: WalledOptions): ChildProcess {
  const { nodeArguments = [] } = options;
  const command = [
    process.execPath,
    ...compiledCodeArguments(),
    ...nodeArguments,
    options.script,
    ...options.arguments,
  ] as const;
  const windows = process.platform === 'win32';
  const kib = Math.ceil(options.wallMb * KEPT_MAPPED + RESERVED_MB) * 1024;
  const [file, ...args] = windows
    ? command
    : (['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(kib), ...command] as const);
  const env: NodeJS.ProcessEnv = {
    ...options.environment,
    UV_THREADPOOL_SIZE: String(options.poolThreads),
  };
  if (windows) env['SystemRoot'] = process.env['SystemRoot'] ?? 'C:\\Windows';
  return spawn(file, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}

const STDERR_TAIL = 4_096;

/** Collects the last lines that a process writes to its standard error, for the log. */
export function stderrTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL);
  });
  return () => tail.trim();
}
