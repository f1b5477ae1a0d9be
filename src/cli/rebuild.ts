import { loadConfig } from '#config/load.ts';
import type { Config } from '#config/schema.ts';
import { ENRICH_JOB } from '#src/catalog/generations/enrich.ts';
import { openGenerations } from '#src/catalog/generations/open.ts';
import { endLeftProcesses } from '#src/child-processes.ts';
import { systemClock } from '#src/clock.ts';
import { type Closers, openGround } from '#src/compose/ground.ts';
import { enginesOf, loadEngine } from '#src/compose/plugins.ts';
import { lockDataFolder } from '#src/data-folder.ts';
import { openFiles } from '#src/files/open.ts';
import type { Rebuilt } from '#src/files/rebuild.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import { openLog } from '#src/log.ts';
import { waitingLimits } from '#src/places.ts';
import { StartError } from '#src/start-error.ts';

/** Builds engine files of shown file versions from their originals: those that are missing, or all. */
export async function rebuild(
  options: { readonly all: boolean },
  say: (line: string) => void,
): Promise<void> {
  const config = loadConfig(process.env);
  const lock = await lockDataFolder(config.data_dir);
  const closers: Closers = [async () => lock.release()];
  try {
    const files = await open(config, closers);
    const rebuilt = await files.rebuild(options, say);
    report(rebuilt, say);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function open(config: Config, closers: Closers) {
  const log = openLog(config, 'warn');
  await endLeftProcesses(config.data_dir, log);
  const waiting = waitingLimits(config);
  const { store, kind, clock, gateway, objects, host, processTag } = await openGround(
    { config, clock: systemClock, log, waiting, pool: 2, alone: true },
    closers,
  );
  const engine = await loadEngine(host, config);
  const { generations } = openGenerations({ config, store, clock, log, objects });
  const jobs = createJobQueue({
    ...{ store, kind, clock, log, handlers: {} },
    ...{ leaseMs: config.jobs.lease_ms, pollMs: config.jobs.poll_ms, concurrency: 1 },
  });
  const nothing = () => Promise.reject(new Error('a rebuild takes no uploads'));
  const files = await openFiles({
    waiting,
    ...{ config, clock, log, generations, objects, store },
    engine: enginesOf(host, config, engine),
    enqueueEnrichment: async (trx, generationId, workspaceId) => {
      await jobs.enqueue(trx, { kind: ENRICH_JOB, workspaceId, payload: { generationId } });
    },
    // Nobody is told of files that are read anew: their bytes are the same.
    publishEvent: async () => {},
    enqueue: nothing,
    processTag,
    scratch: gateway.scratch,
  });
  closers.push(() => files.close());
  gateway.onEnded((id) => files.recoverEnded(id));
  await gateway.begin();
  return files;
}

function report({ built, kept, failed }: Rebuilt, say: (line: string) => void): void {
  say(`${built} rebuilt, ${kept} unchanged, ${failed} failed.`);
  if (failed > 0)
    throw new StartError(
      'The originals of the failed files are missing or damaged. Upload those files again.',
    );
}
