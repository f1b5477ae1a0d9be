import { configSchema } from '#config/schema.ts';
import { type PlannerThreads, startPlannerThreads } from '#src/ask/planner-threads.ts';

let threads: PlannerThreads | null = null;
globalThis.after?.(() => threads?.destroy());

/** Threads of the real planner that all suites of this process share: to load the planner takes a second each. */
export function sharedPlanners(): PlannerThreads {
  threads ??= startPlannerThreads(configSchema.parse({}).workers);
  return threads;
}
