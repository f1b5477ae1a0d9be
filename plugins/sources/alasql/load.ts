import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EngineLoad } from '#src/plugin-api/data-source.ts';
import { directoryBytes } from '#workers/alasql/engine-file.ts';
import type { TableEntry } from '#workers/alasql/protocol.ts';
import type { WorkerLanes } from './pool.ts';

const UNFINISHED = '.loading';

/**
 * Starts a new engine file. It is written beside `target` under another name; `commit` makes that durable and gives it
 * its name, so a load that dies half-way leaves nothing at `target`.
 */
export async function beginLoad(
  lanes: WorkerLanes,
  target: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<EngineLoad> {
  signal.throwIfAborted();
  const unfinished = `${target}${UNFINISHED}`;
  const made = await open(unfinished, 'w');
  await made.close();
  const tables: TableEntry[] = [];
  let ended = false;
  return {
    append: async (table) => {
      const options = { workspaceId: target, timeoutMs, signal };
      const entry = await lanes.run<'append'>({ type: 'append', path: unfinished, table }, options);
      tables.push(entry);
      return entry.rowCount;
    },
    commit: async () => {
      const file = await open(unfinished, 'a');
      try {
        await file.write(directoryBytes(tables));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, target);
      await syncFolder(path.dirname(target));
      ended = true;
    },
    abort: async () => {
      if (!ended) await rm(unfinished, { force: true });
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
