import type { PlanRequest } from '#src/planner/plan.ts';

/** Requests that differ by their question alone, each by it. */
const kin = new WeakMap<PlanRequest, Map<string, PlanRequest>>();

/**
 * A request with its question in other words: the same for the same words, however one came to them, so that these are read and
 * planned once.
 */
export function saidAs(request: PlanRequest, question: string): PlanRequest {
  const own = kin.get(request) ?? new Map([[request.question, request]]);
  kin.set(request, own);
  const known = own.get(question);
  if (known) return known;
  const made = { ...request, question };
  own.set(question, made);
  kin.set(made, own);
  return made;
}
