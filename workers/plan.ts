import { openValueLookup } from '#src/catalog/value-lookup.ts';
import { plan } from '#src/read/planner.ts';
import { traceReading } from '#src/read/trace.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';
import { createPlanHost } from '#workers/plan-host.ts';

/** The planning task: the built-in planner and the value look-up, in a thread of the planning pool. */
export const run = createPlanHost({
  plan,
  traceReading,
  openValueLookup,
  readableCatalog,
});
