import { openValueLookup } from '#src/catalog/value-lookup.ts';
import { otherReading, plan, prepareExamples } from '#src/shapes/plan.ts';
import { traceReading } from '#src/shapes/trace.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';
import { createPlanHost } from '#workers/plan-host.ts';

/** The planning task: the built-in planner and the value look-up, in a thread of the planning pool. */
export const run = createPlanHost({
  plan,
  otherReading,
  traceReading,
  openValueLookup,
  readableCatalog,
});

// After the first task, which the service waits for when it starts; the first question does not pay for it.
setImmediate(prepareExamples);
