import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { spawnWalled } from '#workers/spawn-walled.ts';

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

/** Starts an engine process with an IPC channel, an empty environment and a memory wall. */
export function spawnEngine(options: SpawnOptions): ChildProcess {
  const ending = path.extname(import.meta.filename);
  return spawnWalled({
    script: path.resolve(import.meta.dirname, `../../../workers/engine/${options.script}${ending}`),
    arguments: [JSON.stringify(options.argument), options.tag],
    wallMb: options.wallMb,
    poolThreads: options.poolThreads,
  });
}
