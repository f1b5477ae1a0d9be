import { rememberedLookup } from '#src/catalog/value-lookup.ts';
import { withoutCourtesies, withoutRequest } from '#src/language/en/courtesies.ts';
import type { PlanRequest } from '#src/planner/plan.ts';
import { isNamedIn } from '#src/read/plan.ts';

/** A request whose questions are without courtesies and how they begin, and whose values are looked up once. */
export function prepared(asked: PlanRequest): PlanRequest {
  const request = { ...asked, values: rememberedLookup(asked.values) };
  const isNamed = (words: string) => isNamedIn(request, words);
  const bare = (question: string, follows: boolean) => {
    const said = withoutCourtesies(question, { isNamed, follows });
    return follows ? said : withoutRequest(said);
  };
  return {
    ...request,
    question: bare(request.question, request.history.length > 0),
    history: request.history.map((turn, at) => ({
      ...turn,
      question: bare(turn.question, at > 0),
    })),
  };
}
