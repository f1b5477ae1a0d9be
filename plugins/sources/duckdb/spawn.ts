import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export interface SpawnOptions {
  /** File of `workers/engine` without its ending. */
  readonly script: 'query-process' | 'loader-process';
  /** Sent as JSON. */
  readonly argument: unknown;
  /** Memory that the process may use (MiB): some way beyond it, allocations fail. */
  readonly wallMb: number;
  /** Threads of libuv's pool; DuckDB holds one for each running statement. */
  readonly poolThreads: number;
  /** What marks the process as one of this data folder (`PluginContext.processTag`). */
  readonly tag: string;
}

/** Virtual size that Node, thread stacks and DuckDB reserve without using it (MiB). */
const RESERVED_MB = 768;
/**
 * What DuckDB keeps mapped of memory that it has freed counts against the wall: as much again as half of what was in use
 * (measured: 1.5 GiB mapped beside 0.4 GiB resident, after three queries of 0.75 GiB).
 */
const KEPT_MAPPED = 1.5;
const STDERR_TAIL = 4_096;

/**
 * Starts an engine process with an IPC channel, an empty environment and a memory wall. The wall is RLIMIT_DATA
 * (`ulimit -d`): Node does not start under an RLIMIT_AS of less than 1 GB. Windows has no such limit; there the watch
 * on resident memory stands alone.
 */
export function spawnEngine(options: SpawnOptions): ChildProcess {
  const ending = path.extname(import.meta.filename);
  const script = path.resolve(
    import.meta.dirname,
    `../../../workers/engine/${options.script}${ending}`,
  );
  const command = [
    process.execPath,
    script,
    JSON.stringify(options.argument),
    options.tag,
  ] as const;
  const windows = process.platform === 'win32';
  const kib = Math.ceil(options.wallMb * KEPT_MAPPED + RESERVED_MB) * 1024;
  const [file, ...args] = windows
    ? command
    : (['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(kib), ...command] as const);
  const env: Record<string, string> = { UV_THREADPOOL_SIZE: String(options.poolThreads) };
  if (windows) env['SystemRoot'] = process.env['SystemRoot'] ?? 'C:\\Windows';
  return spawn(file, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}

/** Collects the last lines that a process writes to its standard error, for the log. */
export function stderrTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL);
  });
  return () => tail.trim();
}
