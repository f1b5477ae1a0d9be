import type { Planning, PlanningAbout } from '#src/ask/deps.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { plan } from '#src/read/planner.ts';
import { traceReading } from '#src/read/trace.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';
import { createPlanHost } from '#workers/plan-host.ts';
import type { PlanningReply, PlanningScope, PlanningTask } from '#workers/plan-protocol.ts';
import type { OfflineCatalog } from './offline-catalog.ts';

type WithoutScope<T> = T extends unknown ? Omit<T, keyof PlanningScope> : never;

/** The planning task of a worker, in this process and over a catalog without value index files. */
export function planningInProcess({ values }: OfflineCatalog): Planning {
  const openValueLookup = () => ({ ...values, close: () => {} });
  const run = createPlanHost({
    ...{ plan, traceReading, openValueLookup, readableCatalog },
  });
  const asked = <K extends PlanningReply['kind']>(
    kind: K,
    { catalog, policy = NO_ROW_POLICY }: PlanningAbout,
    task: WithoutScope<PlanningTask>,
  ): Extract<PlanningReply, { kind: K }> => {
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const scope = { begun, catalogKey: catalog.generationId, catalog, policy, probed: [] };
    const reply = run({ ...task, ...scope } as PlanningTask);
    if (reply.kind !== kind) throw new Error(`planning answered ${reply.kind} to ${kind}`);
    return reply as Extract<PlanningReply, { kind: K }>;
  };
  return {
    plan: async ({ question, history, now, lessons = [], ...about }) =>
      asked('plan', about, { kind: 'plan', question, history, now, lessons }).plan,
    findLiterals: async (about, literals) =>
      asked('literals', about, { kind: 'literals', literals }).findings,
    hits: async (about, question, _, { near = false } = {}) =>
      asked('hits', about, { kind: 'hits', question, near }).hits,
    english: async (about, question) => asked('english', about, { kind: 'english', question }).text,
    answerable: async (about, wanted) =>
      asked('answerable', about, { kind: 'answerable', ...wanted }).questions,
  };
}
