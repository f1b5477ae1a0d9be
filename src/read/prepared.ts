import { rememberedLookup } from '#src/catalog/value-lookup.ts';
import { withoutCourtesies, withoutRequest } from '#src/language/en/courtesies.ts';
import type { PlanRequest } from '#src/planner/plan.ts';
import { isNamedIn } from '#src/read/plan.ts';
import { saidAs } from '#src/read/said-as.ts';

/** A request whose questions are without courtesies and how they begin, and whose values are looked up once. */
export function prepared(asked: PlanRequest): PlanRequest {
  const request = { ...asked, values: rememberedLookup(asked.values) };
  return {
    ...request,
    question: bare(request.question, request.history.length > 0, request),
    history: request.history.map((turn, at) => ({
      ...turn,
      question: bare(turn.question, at > 0, request),
    })),
  };
}

function bare(question: string, follows: boolean, request: PlanRequest): string {
  const said = withoutCourtesies(question, {
    isNamed: (words) => isNamedIn(request, words),
    follows,
  });
  return follows ? said : withoutRequest(said);
}

/** A prepared request with the verb that its question began with; null where it had none. */
export function asRequested(request: PlanRequest, { question }: PlanRequest): PlanRequest | null {
  if (request.history.length > 0) return null;
  const said = withoutCourtesies(question, { isNamed: (words) => isNamedIn(request, words) });
  return said === request.question ? null : saidAs(request, said);
}
