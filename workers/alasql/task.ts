import { workerData } from 'node:worker_threads';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { appendTable } from './engine-file.ts';
import { giveRows } from './give-rows.ts';
import { type HardenedAlasql, hardenedAlasql } from './hardened.ts';
import { Inspector } from './inspect.ts';
import type { AlasqlResults, AlasqlTask, TaskReply } from './protocol.ts';
import { runProgram } from './run-program.ts';
import { LoadedTables } from './tables.ts';

/** What a pool gives its workers (`workerData`). */
export interface WorkerLimits {
  /** Tables that are kept loaded (bytes, estimated). */
  readonly cacheBytes: number;
}

const limits = workerData as WorkerLimits;
const loaded = new LoadedTables(limits.cacheBytes);
let alasql: HardenedAlasql | null = null;

/** The task of the engine's workers: everything in a thread of its own that can be killed. */
export async function run(task: AlasqlTask): Promise<TaskReply<AlasqlTask['type']>> {
  try {
    return { ok: true, result: await resultOf(task) };
  } catch (error) {
    if (error instanceof SourceError)
      return { ok: false, kind: error.kind, message: error.message };
    if (error instanceof RangeError && /string length|array length/i.test(error.message))
      return {
        ok: false,
        kind: 'too_large',
        message: 'The query produces values that are too large.',
      };
    const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { ok: false, kind: 'query', message: message.slice(0, 500) };
  }
}

async function resultOf(task: AlasqlTask): Promise<AlasqlResults[AlasqlTask['type']]> {
  if (task.type === 'append') return appendTable(task.path, task.table);
  if (task.type === 'query') {
    alasql ??= hardenedAlasql();
    await giveRows(runProgram(alasql, loaded, task), task.port);
    return null;
  }
  const inspector = new Inspector(loaded, task.attachments);
  switch (task.type) {
    case 'introspect':
      return inspector.introspect();
    case 'profile':
      return inspector.profile(task.request);
    case 'values':
      return inspector.values(task.request);
    case 'containment':
      return inspector.containment(task.request);
    case 'countDistinct':
      return inspector.countDistinct(task.request);
  }
}
