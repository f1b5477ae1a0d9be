import { Piscina, queueOptionsSymbol } from 'piscina';
import type { Config } from '#config/schema.ts';
import type { PlanningReply, PlanningTask } from '#workers/plan-protocol.ts';

/** The threads that plan. They load the planner by themselves: a start begins them before it loads the rest. */
export type PlannerThreads = Piscina<PlanningTask, PlanningReply>;

export function startPlannerThreads(
  {
    planning_threads: threads,
    planning_heap_mb: heapMb,
  }: Pick<Config['workers'], 'planning_threads' | 'planning_heap_mb'>,
  /** The task file, which exports `run`; tests bring their own planner with it. */
  worker = new URL(import.meta.resolve('#workers/plan.ts')),
): PlannerThreads {
  return new Piscina<PlanningTask, PlanningReply>({
    filename: worker.href,
    name: 'run',
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    recordTiming: false,
    loadBalancer: preferSameWorker,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: ['--import', import.meta.resolve('#workers/own-modules.ts')],
  });
}

/** Lets tasks over one generation go to one thread while it is idle. */
export const affinity = (catalogKey: string) => ({ [queueOptionsSymbol]: { key: catalogKey } });

type Balance = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;

/**
 * Soft affinity: a generation goes to the worker that its hash names while that one is idle, else to any idle one.
 * Null (nobody idle) leaves the task in the queue, which is looked at again whenever a worker is done.
 */
const preferSameWorker: Balance = (task, workers) => {
  const idle = workers.filter((worker) => worker.currentUsage === 0 && !worker.terminating);
  if (idle.length === 0) return null;
  const key = (task[queueOptionsSymbol] as { readonly key?: string } | null)?.key ?? '';
  const ids = workers.map((worker) => worker.id).sort((a, b) => a - b);
  const preferred = ids[hash(key) % ids.length];
  return idle.find((worker) => worker.id === preferred) ?? idle[0]!;
};

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
